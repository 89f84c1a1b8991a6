import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import * as z from "zod";

type Ran = { code: number; stdout: string; stderr: string };

/** The command line as users run it: the committed bundle, in a process of its own. */
function cli(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ["dist/cli.js", ...args],
      { env: { ...process.env, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, stdout, stderr }),
    );
  });
}

const expectations = z.array(
  z.object({
    file: z.string(),
    line: z.number(),
    remedy: z.string(),
    severity: z.enum(["error", "warning"]).default("error"),
  }),
);
const table = (name: string, folder: string) =>
  expectations
    .parse(JSON.parse(readFileSync(`test/fixtures/bad/${name}.json`, "utf8")))
    .map((row) => ({ ...row, path: join("test/fixtures/bad", folder, row.file) }));
const bad = [...table("yaml", "yaml"), ...table("my-cnf", "my-cnf")];

describe("validate", { timeout: 60_000 }, () => {
  it("has at least 60 bad files to be tried on", () => {
    expect(new Set(bad.map(({ path }) => path)).size).toBeGreaterThanOrEqual(60);
  });

  it.concurrent.each(bad)("finds line $line of $file: $remedy", async ({ path, line, remedy, severity }) => {
    const { code, stdout } = await cli(["validate", path]);
    const found = stdout.split(`${path}:${line}:`).slice(1);
    const texts = found.map((text) => text.split(/\n(?! {2})/)[0] ?? "");
    expect(stdout).toContain(`${path}:${line}:`);
    expect(texts.some((text) => text.includes(`${severity}: `) && text.includes(remedy))).toBe(true);
    expect(code).toBe(severity === "error" ? 2 : 0);
  });

  it("finds nothing wrong with the built-in files", async () => {
    const yml = (folder: string) =>
      readdirSync(folder).flatMap((name) => (name.endsWith(".yml") ? [join(folder, name)] : []));
    const files = [...yml("scenarios"), ...yml("scenarios/workloads")];
    const { code, stdout } = await cli(["validate", ...files]);
    expect(stdout).toContain(`0 errors, 0 warnings in ${files.length} files`);
    expect(code).toBe(0);
  });

  it("finds nothing wrong with the gate file of the documentation", async () => {
    const { code, stdout } = await cli(["validate", "test/fixtures/good/gate.yml"]);
    expect(stdout).toContain("valid");
    expect(code).toBe(0);
  });

  it("prints the findings of several files as JSON", async () => {
    const { code, stdout } = await cli([
      "validate",
      "--json",
      "test/fixtures/bad/yaml/unknown-key.yml",
      "scenarios/pfsoff.yml",
    ]);
    const { files, findings } = JSON.parse(stdout);
    expect(files).toEqual([
      { file: "test/fixtures/bad/yaml/unknown-key.yml", kind: "gate" },
      { file: "scenarios/pfsoff.yml", kind: "scenario" },
    ]);
    expect(findings).toMatchObject([{ severity: "error", place: { line: 2, column: 1 } }]);
    expect(code).toBe(2);
  });
});

describe("the command line", () => {
  it("shows its commands, and each of them examples", { timeout: 60_000 }, async () => {
    const { stdout } = await cli(["--help"]);
    const commands = [...stdout.matchAll(/^ {2}([a-z]+) .*$/gm)].map(([, name = ""]) => name);
    expect(commands).toEqual(
      expect.arrayContaining(["demo", "run", "doctor", "validate", "decide", "simulate"]),
    );
    for (const command of commands.filter((name) => name !== "help")) {
      const shown = await cli([command, "--help"]);
      expect(shown.stdout).toContain("Examples:\n  $ mysql-perf-gate ");
      expect(shown.code).toBe(0);
    }
  });

  it.each([
    [["validat", "x"], "Did you mean validate?"],
    [["validate"], "missing required argument 'files'"],
    [["validate", "--polcy", "x", "y"], "Did you mean --policy?"],
    [["schema", "gaet"], "Did you mean `gate`?"],
    [["scenarios", "pfsof"], "Did you mean `pfsoff`?"],
  ])("answers %j with exit code 2 and what was meant", async (args, message) => {
    const { code, stderr } = await cli(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it("shows a stack trace only when asked", async () => {
    expect((await cli(["schema", "gaet"])).stderr).not.toContain("    at ");
    expect((await cli(["--debug", "schema", "gaet"])).stderr).toContain("    at ");
  });

  it("colours only where it is asked to or a terminal shows it", async () => {
    const colourOn = "\u001b[";
    const args = ["validate", "scenarios/pfsoff.yml"];
    expect((await cli(args)).stdout).not.toContain(colourOn);
    expect((await cli(args, { FORCE_COLOR: "1" })).stdout).toContain(colourOn);
    expect((await cli(args, { FORCE_COLOR: "1", NO_COLOR: "1" })).stdout).not.toContain(colourOn);
  });

  it("lists scenarios and workloads, also for programs", async () => {
    const { stdout } = await cli(["scenarios"]);
    expect(stdout).toMatch(/^ {2}pfson_conon_inson +Performance Schema on/m);
    const listed = JSON.parse((await cli(["scenarios", "--json"])).stdout);
    expect(listed.filter(({ kind }: { kind: string }) => kind === "workload")).toHaveLength(9);
  });
});
