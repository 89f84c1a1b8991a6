import { describe, expect, it } from "vitest";
import { builtInFiles } from "../../src/commands/files.ts";
import { overlaid } from "../../src/commands/overlay.ts";
import { gateOf } from "../../src/core/config/gate/gate.ts";
import { GateError } from "../../src/core/error.ts";
import { runGate } from "../../src/gate.ts";
import { memoryTree } from "../core/config/memory-tree.ts";
import { fakeWorld, type WorldPlan } from "../fakes/world.ts";

async function gate(overrides: Record<string, unknown>) {
  const sources = {
    own: { tree: memoryTree({}), prefix: "" },
    builtIn: builtInFiles(),
    trust: "trusted" as const,
  };
  const asked = {
    scenarios: ["pfson_conon_inson"],
    workloads: ["oltp_write_only", "oltp_read_only"],
    data: { tables: 2, rows: 1000 },
    gate: { base: "off", reference: "5%", baseline: "off" },
    budget: "1h",
    ...overrides,
  };
  const { value, findings } = await gateOf(sources, overlaid(undefined, asked));
  if (value === undefined) throw new Error(findings.map(({ what }) => what).join());
  return value;
}

async function run(plan: WorldPlan, overrides: Record<string, unknown> = {}) {
  const world = fakeWorld(plan);
  const order = {
    gate: await gate(overrides),
    atBase: new Map(),
    unchanged: [],
    seed: 11,
    lanes: { lanes: [[0], [1]], shareCores: false },
    version: "0",
    machine: { arch: "x64", cpus: 2 },
  };
  const silent = { measured: () => undefined, judged: () => undefined };
  return { ...world, result: await runGate(order, world.outside, silent) };
}

const verdicts = (result: { cells: { workload: string; verdict: string }[] }) =>
  Object.fromEntries(result.cells.map(({ workload, verdict }) => [workload, verdict]));

describe("a run", () => {
  it("finds a loss, passes what holds, and measures the undecided alone", async () => {
    const { result, diary } = await run({
      ratio: (name) => (name === "oltp_write_only" ? 0.8 : 1),
      noise: 0.01,
    });
    expect(verdicts(result)).toEqual({ oltp_write_only: "regression", oltp_read_only: "pass" });
    expect(result.suite.verdict).toBe("regression");
    const loads = (name: string) => diary.filter((entry) => entry === `load head ${name} 8`).length;
    expect(loads("oltp_read_only")).toBeLessThan(loads("oltp_write_only"));
  });

  it("measures reads before writes, and gives what follows writes a fresh copy", async () => {
    const { diary } = await run({ ratio: () => 0.8, noise: 0.01 });
    const order = diary.filter((entry) => /^(start|load) head/.test(entry));
    expect(order.slice(0, 6)).toEqual([
      "start head fresh",
      "load head oltp_read_only 8",
      "load head oltp_write_only 8",
      "start head fresh",
      "load head oltp_read_only 8",
      "load head oltp_write_only 8",
    ]);
  });

  it("keeps the data of an arm that was only read", async () => {
    const { diary } = await run({ ratio: () => 1, noise: 0.01 }, { workloads: ["oltp_read_only"] });
    expect(diary.filter((entry) => entry.startsWith("start head"))).toEqual([
      "start head fresh",
      "start head kept",
    ]);
  });

  it("swaps the lanes within each pair", async () => {
    const { diary } = await run({ ratio: () => 1, noise: 0.01 }, { workloads: ["oltp_read_only"] });
    const pins = diary.filter((entry) => entry.startsWith("pin head"));
    expect(pins.length).toBeGreaterThan(5);
    for (const [i, pin] of pins.entries()) if (i % 4 !== 0) expect(pin).not.toBe(pins[i - 1]);
  });

  it("keeps each server and its sysbench on one lane, from one workload to the next", async () => {
    const { diary } = await run({ ratio: () => 0.8, noise: 0.01 });
    expect(diary.filter((entry) => entry.startsWith("crossed"))).toEqual([]);
  });

  it("refuses a budget in which nothing could be decided", async () => {
    await expect(run({ ratio: () => 1 }, { budget: "20s" })).rejects.toMatchObject({ kind: "input" });
  });

  it("loses one cell, not the run, to an error that nobody foresaw", async () => {
    const { result } = await run({
      ratio: () => 1,
      noise: 0.01,
      onStart: (what) => {
        if (what === "load head oltp_read_only") throw new Error("connection lost");
      },
    });
    expect(verdicts(result)).toEqual({ oltp_write_only: "pass", oltp_read_only: "error" });
  });

  it("holds every cell to the gate's limits on other metrics too", async () => {
    const { result } = await run(
      { ratio: () => 1, noise: 0.005 },
      { metrics: { p95: "20%", memory: "10%" } },
    );
    expect(result.cells[0]?.metrics).toMatchObject({
      p95: { tolerance: 0.2, verdict: "pass" },
      memory: { tolerance: 0.1, verdict: "pass" },
    });
  });

  it("says which scenario it did not compare", async () => {
    const gateOf = {
      scenarios: ["pfson_conon_inson", "default"],
      tolerances: [{ scenario: "default", reference: "off" }],
    };
    const { result } = await run({ ratio: () => 1, noise: 0.01 }, gateOf);
    expect(result.warnings.map(({ text }) => text).join()).toContain("default was not measured");
  });

  it("is the same again with the same seed", async () => {
    const once = await run({ ratio: () => 0.9, noise: 0.02 });
    const again = await run({ ratio: () => 0.9, noise: 0.02 });
    expect(again.diary).toEqual(once.diary);
    expect(again.result).toEqual(once.result);
  });

  it("ends inconclusive, and says so, when the budget is spent", async () => {
    const { result } = await run({ ratio: () => 0.95, noise: 0.03 }, { budget: "90s" });
    expect(result.suite.verdict).toBe("inconclusive");
    expect(result.suite.cutOff).toBe("budget");
    expect(result.suite.measuredSeconds).toBeLessThanOrEqual(90);
  });

  it("goes on with the next cell when one cannot be measured, and is never green", async () => {
    const { result } = await run({
      ratio: () => 1,
      noise: 0.01,
      onStart: (what) => {
        if (what === "load head oltp_read_only") {
          throw new GateError("environment", { what: "sysbench was killed", remedy: "none" });
        }
      },
    });
    expect(verdicts(result)).toEqual({ oltp_write_only: "pass", oltp_read_only: "error" });
    expect(result.cells.find(({ workload }) => workload === "oltp_read_only")?.reasons[0]).toContain(
      "sysbench was killed",
    );
    expect(result.suite.verdict).toBe("error");
  });

  it("fails every cell of servers that do not start, once", async () => {
    const { result, diary } = await run({
      ratio: () => 1,
      onStart: (what) => {
        if (what === "server head")
          throw new GateError("environment", { what: "the option is unknown", remedy: "none" });
      },
    });
    expect(Object.values(verdicts(result))).toEqual(["error", "error"]);
    expect(diary.filter((entry) => entry.startsWith("start head"))).toHaveLength(1);
  });

  it("keeps what was measured when it is cancelled", async () => {
    const world: { abort?: AbortController } = {};
    const plan: WorldPlan = {
      ratio: () => 0.95,
      noise: 0.02,
      onTime: (seconds) => {
        if (seconds > 60) world.abort?.abort();
      },
    };
    const fake = fakeWorld(plan);
    world.abort = fake.abort;
    const order = {
      gate: await gate({}),
      atBase: new Map(),
      unchanged: [],
      seed: 1,
      lanes: { lanes: [[0], [1]], shareCores: false },
      version: "0",
      machine: { arch: "x64", cpus: 2 },
    };
    const result = await runGate(order, fake.outside, { measured: () => undefined, judged: () => undefined });
    expect(result.suite.cutOff).toBe("cancelled");
    expect(result.cells.some(({ pairs }) => pairs.length > 0)).toBe(true);
  });

  it("takes turns where there are no lanes, and says so", async () => {
    const world = fakeWorld({ ratio: () => 1, noise: 0.005 });
    const order = {
      gate: await gate({ workloads: ["oltp_read_only"] }),
      atBase: new Map(),
      unchanged: [],
      seed: 1,
      lanes: { refused: { what: "two servers do not fit", why: "one CPU", remedy: "two CPUs" } },
      version: "0",
      machine: { arch: "x64", cpus: 1 },
    };
    const result = await runGate(order, world.outside, {
      measured: () => undefined,
      judged: () => undefined,
    });
    expect(result.fingerprint.method).toBe("interleaved");
    expect(result.warnings.map(({ kind }) => kind)).toContain("no-lanes");
    expect(world.diary.some((entry) => entry.startsWith("pin"))).toBe(false);
  });

  it("refuses to compare nothing", async () => {
    const nothing = run({ ratio: () => 1 }, { gate: { base: "5%", reference: "off", baseline: "off" } });
    await expect(nothing).rejects.toMatchObject({ kind: "input", what: "There is nothing to compare" });
  });
});
