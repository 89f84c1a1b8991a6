import { expect, it } from "vitest";
import { assumedPrior, learnedPrior } from "../../../src/core/verdict/prior.ts";

it.each([
  ["oltp_read_only", 0.02],
  ["oltp_point_select", 0.02],
  ["select_random_points", 0.02],
  ["oltp_read_write", 0.024],
  ["my-own.lua", 0.024],
])("the noise assumed of %s is %d", (workload, deviation) => {
  expect(assumedPrior("qps", workload)).toEqual({ value: deviation ** 2, df: 4 });
});

it("learns from twelve cells or more, and is never too sure", () => {
  const seen = Array.from({ length: 12 }, () => ({ value: 0.0001, df: 3 }));
  expect(learnedPrior(seen.slice(1))).toBeUndefined();
  const learned = learnedPrior(seen);
  expect(learned?.value).toBeCloseTo(0.0001, 12);
  expect(learned?.df).toBe(8);
});

it("does not learn that there is no noise", () => {
  expect(learnedPrior(Array.from({ length: 12 }, () => ({ value: 0, df: 3 })))).toBeUndefined();
});
