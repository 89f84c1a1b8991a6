import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { afterEach, describe, expect, it } from "vitest";
import { cpusOf, parseCpuList, pinProcess } from "../../src/adapters/affinity.ts";

const started: ReturnType<typeof spawn>[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGKILL");
});

/** A process with threads that come and go as fast as they can. */
function churning(): number {
  const script = `
    const { Worker } = require("node:worker_threads");
    const next = () => new Worker("", { eval: true }).on("exit", next);
    next(); next();`;
  const child = spawn(process.execPath, ["-e", script], { stdio: "ignore" });
  started.push(child);
  return child.pid ?? Number.NaN;
}

function lanesOf(pid: number): Set<string> {
  const lanes = readdirSync(`/proc/${pid}/task`).map((thread) => cpusOf(Number(thread)).join());
  // A thread that ended while it was looked at has none.
  return new Set(lanes.filter((lane) => lane !== ""));
}

describe("pinning", () => {
  it("leaves no thread behind, even where threads come and go", async () => {
    const pid = churning();
    const [first = 0] = cpusOf("self");
    const last = cpusOf("self").at(-1) ?? 0;
    for (const cpu of [first, last, first, last]) {
      await pinProcess(pid, [cpu]);
      expect(lanesOf(pid)).toEqual(new Set([String(cpu)]));
    }
  });

  it("of a process that has ended says so", async () => {
    const child = spawn("true");
    await new Promise((resolve) => child.once("exit", resolve));
    await expect(pinProcess(child.pid ?? Number.NaN, [0])).rejects.toMatchObject({
      what: expect.stringContaining("cannot be pinned to CPU 0"),
      why: "It has ended.",
    });
  });

  it("to a CPU that is not there says so", async () => {
    await expect(pinProcess(churning(), [1023])).rejects.toThrow("cannot be pinned to CPU 1023");
  });
});

describe("a list of CPUs", () => {
  it.each([
    ["0", [0]],
    ["0,2-3", [0, 2, 3]],
    ["0-1,8-9,31", [0, 1, 8, 9, 31]],
    ["", []],
  ])("%j", (text, cpus) => {
    expect(parseCpuList(text)).toEqual(cpus);
  });
});
