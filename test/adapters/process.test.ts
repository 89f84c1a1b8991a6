import { afterEach, describe, expect, it } from "vitest";
import { markedProcesses, stopMarked } from "../../src/adapters/marks.ts";
import { attempt, createOwner, describeExit, lastLines, run } from "../../src/adapters/process.ts";

const shell = (script: string) => ({ program: "/bin/sh", args: ["-c", script] });
const owner = createOwner();
afterEach(() => owner.stopAll());

const firstLine = (script: string) =>
  new Promise<{ child: ReturnType<typeof owner.spawn>; line: string }>((resolve) => {
    const child = owner.spawn(shell(script), {
      onStdout: (text) => resolve({ child, line: text.trim() }),
    });
  });

describe("attempt", () => {
  it("returns what the command wrote and how it ended", async () => {
    const finished = await attempt(shell("echo out; echo err >&2; exit 3"), { timeoutMs: 5_000 });
    expect(finished).toEqual({ code: 3, signal: null, stdout: "out\n", stderr: "err\n" });
  });

  it("stops a command that outlives its limit, with its children", async () => {
    const mark = `overran-${process.pid}`;
    await expect(
      attempt(shell("echo here; sleep 60 & wait"), { timeoutMs: 100, mark }),
    ).rejects.toMatchObject({ kind: "environment", what: expect.stringContaining("0.1 s"), why: "here" });
    expect(markedProcesses(mark)).toEqual([]);
  });

  it("ends as cancelled when the signal says so", async () => {
    const cancel = new AbortController();
    const going = attempt(shell("sleep 60"), { timeoutMs: 5_000, signal: cancel.signal });
    cancel.abort();
    await expect(going).rejects.toMatchObject({ kind: "cancelled" });
  });

  it("names a program that is missing", async () => {
    await expect(attempt({ program: "/no/such/mysqld", args: [] }, { timeoutMs: 100 })).rejects.toMatchObject(
      {
        what: "/no/such/mysqld cannot be started",
      },
    );
  });
});

describe("run", () => {
  it("throws with the last lines of stderr when the command fails", async () => {
    await expect(run(shell("echo because >&2; exit 2"), { timeoutMs: 5_000 })).rejects.toMatchObject({
      what: "/bin/sh ended with exit code 2",
      why: "because",
    });
  });
});

describe("a child", () => {
  it("ends on TERM, and its own children with it", async () => {
    const mark = `term-${process.pid}`;
    const child = createOwner({ mark }).spawn(shell("sleep 60 & sleep 60"));
    expect(await child.stop()).toEqual({ code: null, signal: "SIGTERM" });
    expect(markedProcesses(mark)).toEqual([]);
  });

  it("is killed when it ignores TERM", async () => {
    const { child } = await firstLine("trap '' TERM; echo ready; while :; do sleep 1; done");
    expect(await child.stop(50)).toEqual({ code: null, signal: "SIGKILL" });
  });

  it("keeps the tail of its output", async () => {
    const child = owner.spawn(shell("for i in $(seq 20000); do echo line $i; done"));
    await child.exited;
    expect(lastLines(child.tail(), 1)).toBe("line 20000");
    expect(child.tail().length).toBeLessThanOrEqual(16 * 1024);
  });
});

describe("an owner", () => {
  it("stops all it started when its signal aborts", async () => {
    const cancel = new AbortController();
    const child = createOwner({ signal: cancel.signal }).spawn(shell("sleep 60"));
    cancel.abort();
    expect(describeExit(await child.exited)).toBe("signal SIGTERM");
  });

  it("starts nothing after the abort", () => {
    const late = createOwner({ signal: AbortSignal.abort() });
    expect(() => late.spawn(shell("true"))).toThrow(/Cancelled/);
  });
});

describe("stopMarked", () => {
  it("ends what carries the mark, grandchildren included, and nothing else", async () => {
    const mark = `test-${process.pid}`;
    const marked = createOwner({ mark }).spawn(shell("sleep 60 & sleep 60 & wait"));
    const { child: other } = await firstLine("echo up; sleep 60");
    expect(await stopMarked(mark)).toBeGreaterThan(0);
    expect(await marked.exited).toEqual({ code: null, signal: "SIGKILL" });
    expect(markedProcesses(mark)).toEqual([]);
    expect(other.ended()).toBeUndefined();
  });
});
