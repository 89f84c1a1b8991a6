import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { flatten } from "../../../../src/core/config/my-cnf/flatten-includes.ts";
import { define } from "../../../../src/core/config/my-cnf/known-options.ts";
import { canonicalValue } from "../../../../src/core/config/my-cnf/meaning.ts";
import { addsUp, mergeOptions } from "../../../../src/core/config/my-cnf/merge-options.ts";
import { printMyCnf } from "../../../../src/core/config/my-cnf/print-my-cnf.ts";
import { type MyCnf, readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import { writtenOptions } from "../../../../src/core/config/my-cnf/written-options.ts";
import type { ServerOption } from "../../../../src/core/config/scenario/resolved-scenario.ts";
import { type RealMysqld, realMysqld } from "../../../real-mysqld.ts";
import { memoryTree } from "../memory-tree.ts";
import { layouts } from "./layouts.ts";
import { runServer } from "./run-server.ts";
import { snippets } from "./snippets.ts";

let mysqld: RealMysqld;
let folder: string;

beforeAll(async () => {
  mysqld = await realMysqld();
  folder = mkdtempSync(join(tmpdir(), "my-cnf-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Writes the files into a folder of their own, where the server is run, and returns the path of `my.cnf`. */
function place(files: Record<string, string>): string {
  const root = mkdtempSync(join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o644 });
  }
  return join(root, "my.cnf");
}

function ask(file: string, ...args: string[]) {
  return spawnSync(mysqld.program, [...mysqld.args, `--defaults-file=${file}`, ...args], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    env: { ...process.env, ...mysqld.env },
    cwd: dirname(file),
  });
}

function standing(): string[] {
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  return [...user, `--basedir=${mysqld.basedir}`, `--datadir=${folder}`, "--secure-file-priv=NULL"];
}

function hasError({ findings }: Pick<MyCnf, "findings">): boolean {
  return findings.some(({ severity }) => severity === "error");
}

describe("the layout of a file is read as `mysqld --print-defaults` reads it", () => {
  it.each(Object.entries(layouts))("%s", async (_, files) => {
    const { status, stdout } = ask(place(files), "--print-defaults");
    const flat = await flatten(memoryTree(files), "my.cnf");
    expect(hasError(flat)).toBe(status !== 0);
    if (status !== 0) return;
    const { options } = writtenOptions(flat.lines, mysqld.release);
    const ours = options.map(({ name, value }) => (value === null ? `--${name}` : `--${name}=${value}`));
    expect(ours.join(" ")).toBe(printedArguments(stdout));
  });
});

/** Below the line that names the program. */
function printedArguments(stdout: string): string {
  return stdout.slice(stdout.indexOf("\n") + 1).trim();
}

describe("an option means what `mysqld --verbose --help` makes of it", () => {
  it.each(Object.entries(snippets))("%s", async (_, text) => {
    const my = await readSnippet(text);
    const file = place({ "my.cnf": group(text) });
    const { status } = ask(file, ...standing(), "--validate-config");
    // A name on no list may be a plugin's; for a server without the plugin the warning is right.
    const isDoubtful = my.findings.some(({ what }) => what.includes("is not on the lists"));
    expect(hasError(my) || isDoubtful).toBe(status !== 0);
    if (status !== 0) return;
    const table = valueTable(ask(file, ...standing(), "--verbose", "--help").stdout);
    for (const option of my.options.filter(({ name }) => table.has(name) && !addsUp(name))) {
      expectSame(option, table.get(option.name) ?? "");
    }
  });
});

function group(text: string): string {
  return `[mysqld]\n${text}\n`;
}

function readSnippet(text: string): Promise<MyCnf> {
  return readMyCnf(memoryTree({ "my.cnf": group(text) }), "my.cnf", mysqld.release);
}

function expectSame(option: ServerOption, printed: string): void {
  const ours = plain(canonicalValue(option, mysqld.release) ?? "");
  // Of an option made of switches the server prints all, and the file names some.
  if (define(option.name, mysqld.release)?.option.kind === "switches") {
    expect.soft(printed.split(","), option.name).toEqual(expect.arrayContaining(ours.split(",")));
  } else {
    expect.soft(ours, option.name).toBe(plain(printed));
  }
}

/** The table says TRUE and FALSE, and gives fractions six digits. */
function plain(printed: string): string {
  if (printed === "TRUE" || printed === "ON") return "ON";
  if (printed === "FALSE" || printed === "OFF") return "OFF";
  if (/^[\d.]+$/.test(printed)) return /^\d+$/.test(printed) ? printed : String(Number(printed));
  return printed.trim();
}

function valueTable(help: string): Map<string, string> {
  const table = help.slice(help.indexOf("Variables (--variable-name=value)"));
  const rows = [...table.matchAll(/^([a-z][a-z0-9_.-]*) +(.*)$/gm)];
  return new Map(rows.map(([, name = "", value = ""]) => [name.replaceAll("-", "_"), value]));
}

describe("a started server", () => {
  it("has every value that the printed configuration gives it, and names the file as the source", async () => {
    const readings = await Promise.all(Object.values(snippets).map(readSnippet));
    const accepted = readings
      .filter((reading) => reading.findings.length === 0)
      .flatMap((reading) => reading.options)
      .filter(({ name }) => !name.startsWith("maximum_"));
    const options = mergeOptions(accepted, mysqld.release);
    const file = place({ "my.cnf": printMyCnf(options) });

    const variables = await runServer(mysqld, file);
    const checked = options.filter(({ name }) => variables.has(name));
    expect(checked.length).toBeGreaterThan(15);
    for (const option of checked) {
      const { value, path } = variables.get(option.name) ?? { value: "", path: "" };
      expectSame(option, value);
      // The server sets this one a second time, from what it found the character set to be.
      if (option.name !== "character_set_server") expect.soft(path, option.name).toBe(file);
    }
  });

  it("knows the options and ranges that the list of its options says", async () => {
    const variables = await runServer(mysqld, place({ "my.cnf": "[mysqld]\n" }));
    const differing = [...variables].filter(([name, { range }]) => {
      const known = define(name, mysqld.release)?.option;
      return range !== undefined && known?.range !== undefined && !agree(known.range, range);
    });
    expect(differing).toEqual([]);
  });
});

/** The list has the largest value that the server takes, which may be rounded down to whole blocks. */
function agree(known: string, stated: string): boolean {
  const [[low, high = 0n], [statedLow, statedHigh = 0n]] = [bounds(known), bounds(stated)];
  return low === statedLow && high <= statedHigh && statedHigh - high < 2n ** 21n;
}

function bounds(range: string): bigint[] {
  return range.split("..").map(BigInt);
}
