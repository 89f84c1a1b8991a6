import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseResult } from "../../src/core/read-result.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "run-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

type Running = { pid: number; ended: Promise<{ code: number | null; stdout: string; stderr: string }> };

/** The gate as users run it, on real servers: one quick workload on a small budget. */
function run(out: string, ...args: string[]): Running {
  const words = [
    "run",
    "--workloads",
    "oltp_point_select",
    "--threads",
    "2",
    "--provision",
    "--out",
    join(folder, out),
  ];
  const child = spawn(process.execPath, ["dist/cli.js", ...words, ...args]);
  const output = { stdout: "", stderr: "" };
  child.stdout.on("data", (text) => (output.stdout += text));
  child.stderr.on("data", (text) => (output.stderr += text));
  const ended = new Promise<{ code: number | null; stdout: string; stderr: string }>((resolve) =>
    child.once("close", (code) => resolve({ code, ...output })),
  );
  return { pid: child.pid ?? Number.NaN, ended };
}

/** Processes that a run has started: its own children, by what stands in their command line. */
function childrenOf(pid: number, words: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const parent = readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1];
        return parent === String(pid) && readFileSync(`/proc/${name}/cmdline`, "utf8").includes(words);
      } catch {
        return false;
      }
    })
    .map(Number);
}

async function firstChild(pid: number, words: string): Promise<number> {
  for (let waited = 0; waited < 120_000; waited += 100) {
    const [child] = childrenOf(pid, words);
    if (child !== undefined) return child;
    await delay(100);
  }
  throw new Error(`no child with ${words} within two minutes`);
}

const readResult = (out: string) =>
  parseResult(readFileSync(join(folder, out, "result.json"), "utf8"), "result.json");
const reference = ["--scenarios", "pfson_conon_inson", "--reference", "pfsoff"];

describe("run, on real servers", () => {
  it("passes what holds its tolerance, and records how it came to that", async () => {
    const { code, stdout } = await run("pass", ...reference, "--tolerance", "60%", "--budget", "3m").ended;
    expect(stdout).toMatch(/^(pass|improvement) +reference\/pfson_conon_inson\/oltp_point_select\/2/m);
    expect(code).toBe(0);
    const result = readResult("pass");
    expect(result.suite.verdict).toBe("pass");
    expect(result.fingerprint.method).toBe("duet");
    const [base, head] = result.arms;
    expect(base?.performanceSchema.enabled).toBe(false);
    expect(Object.values(head?.performanceSchema.consumers ?? {})).not.toContain(false);
    expect(result.cells[0]?.pairs[0]?.slices).toHaveLength(2);
    expect(existsSync(join(folder, "pass/logs/match1-head/my.cnf"))).toBe(true);
  });

  it("ends the cell as an error when its server is killed, and says so", async () => {
    const gate = run("killed", ...reference, "--tolerance", "60%", "--budget", "3m");
    await firstChild(gate.pid, "controlled.lua");
    process.kill(await firstChild(gate.pid, "match1-head/my.cnf"), "SIGKILL");
    const { code, stdout } = await gate.ended;
    expect(stdout).toMatch(/error.*head: /);
    expect(code).toBe(4);
    expect(readResult("killed").suite.verdict).toBe("error");
  });

  it("writes what was measured when it is cancelled, and leaves nothing behind", async () => {
    const gate = run("cancelled", ...reference, "--tolerance", "60%", "--budget", "3m");
    await firstChild(gate.pid, "controlled.lua");
    process.kill(gate.pid, "SIGINT");
    const { code } = await gate.ended;
    expect(code).toBe(130);
    expect(readResult("cancelled").suite.cutOff).toBe("cancelled");
    expect(childrenOf(gate.pid, "")).toEqual([]);
  });

  it("compares two my.cnf files, and has nothing to do when they mean the same", async () => {
    const [a, b] = [join(folder, "a.cnf"), join(folder, "b.cnf")];
    writeFileSync(a, "[mysqld]\ninnodb_buffer_pool_size=256M\n");
    writeFileSync(b, "[mysqld]\nloose-innodb_buffer_pool_size = 268435456 # the same\n");
    const { code, stderr } = await run("same", "--base", a, "--head", b).ended;
    expect(stderr).toContain("nothing that a gate measures differs from the base");
    expect(code).toBe(0);
    expect(existsSync(join(folder, "same"))).toBe(false);
  });

  it("starts nothing when the input is wrong", async () => {
    const { code, stdout } = await run("wrong", ...reference, "--budget", "soon", "--threads", "many").ended;
    expect(stdout).toContain('--budget:1:1: error: `budget` is "soon"');
    expect(stdout).toContain('--threads:1:1: error: `threads` is "many"');
    expect(code).toBe(2);
    expect(existsSync(join(folder, "wrong"))).toBe(false);
  });
});
