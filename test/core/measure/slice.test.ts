import { describe, expect, it } from "vitest";
import { pairOf } from "../../../src/core/measure/pair.ts";
import { interleavedSlice, type Reading, sliceBetween } from "../../../src/core/measure/slice.ts";
import { checkTotals } from "../../../src/core/measure/totals.ts";

function reading(
  seconds: number,
  baseQuestions: number,
  headQuestions: number,
  more: Partial<Reading> = {},
): Reading {
  const arm = (questions: number) => ({
    at: seconds * 1000,
    questions,
    cpuSeconds: seconds * 0.8,
    clientCpuSeconds: seconds * 0.2,
  });
  return { base: arm(baseQuestions), head: arm(headQuestions), stealSeconds: 0, ...more };
}

describe("a slice", () => {
  const slice = sliceBetween(reading(10, 5000, 4000), reading(12, 7000, 5500), 1, 2);

  it("has both arms' rates and where the head arm was", () => {
    expect(slice).toMatchObject({ lane: 1, seconds: 2, baseQps: 1000, headQps: 750 });
  });

  it("has what a query costs the server, and how busy its sysbench was", () => {
    expect(slice.baseCpuUsPerQuery).toBeCloseTo(800, 6);
    expect(slice.headClientCpus).toBeCloseTo(0.2, 9);
  });

  it("measures each arm by its own clock", () => {
    const late = reading(12, 7000, 5500);
    const after = { ...late, head: { ...late.head, at: 12_500 } };
    expect(sliceBetween(reading(10, 5000, 4000), after, 0, 2).headQps).toBe(600);
  });

  it("goes without CPU time where it cannot be seen", () => {
    const before = reading(10, 0, 0);
    const blind = { ...before, base: { ...before.base, cpuSeconds: undefined } };
    expect(sliceBetween(blind, reading(11, 10, 10), 0, 2)).not.toHaveProperty("baseCpuUsPerQuery");
  });

  it("is put together from two blocks when the arms took turns", () => {
    const ofBase = { before: reading(0, 0, 0), after: reading(6, 6000, 0) };
    const ofHead = { before: reading(8, 6000, 0), after: reading(14, 6000, 4500) };
    expect(interleavedSlice(ofBase, ofHead, 2)).toMatchObject({ baseQps: 1000, headQps: 750, seconds: 6 });
  });
});

describe("a pair", () => {
  const slice = (baseQps: number, headQps: number, more = {}) => ({
    lane: 0,
    seconds: 1,
    baseQps,
    headQps,
    ...more,
  });

  it("is the mean of the two logarithms, so that what a lane is worth cancels", () => {
    const laneIsWorth = 1.1;
    const pair = pairOf(3, 0, [slice(1000 * laneIsWorth, 900), slice(1000, 900 * laneIsWorth)], 1);
    expect(pair.d).toBeCloseTo(Math.log(0.9), 12);
    expect(pair.round).toBe(3);
    expect(pair).not.toHaveProperty("dropped");
  });

  it("does not count when the program stood still in it", () => {
    expect(pairOf(1, 0, [slice(1, 1), slice(1, 1, { seconds: 6.2 })], 1).dropped).toContain(
      "6.2 s instead of 1 s",
    );
  });

  it("does not count when the hypervisor took the CPUs away", () => {
    expect(pairOf(1, 0, [slice(1, 1, { stealShare: 0.2 }), slice(1, 1)], 1).dropped).toContain("20 %");
  });
});

describe("the totals of server and client", () => {
  it("agree within one percent", () => expect(checkTotals("base", 100_900, 100_000)).toEqual({}));

  it("are doubted above it", () => {
    expect(checkTotals("base", 102_000, 100_000).warning?.text).toContain("2.0 % apart");
  });

  it("are not believed above five", () =>
    expect(checkTotals("head", 94_000, 100_000).failure).toContain("head"));
});
