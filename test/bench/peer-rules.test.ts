import { expect, it } from "vitest";
import { mannWhitneyP, welchP } from "../../bench/characteristics/peer-rules.ts";

const a = [10.1, 9.8, 10.4, 10, 9.7, 10.3];
const b = [9.2, 9.6, 9.9, 8.8, 9.5, 9.35];

it("welchP is scipy.stats.ttest_ind(a, b, equal_var=False)", () => {
  expect(welchP(a, b)).toBeCloseTo(0.006820341757662196, 14);
});

it("mannWhitneyP is scipy.stats.mannwhitneyu(a, b, method='asymptotic')", () => {
  expect(mannWhitneyP(a, b)).toBeCloseTo(0.013065226764425961, 14);
  expect(mannWhitneyP(b, a)).toBeCloseTo(0.013065226764425961, 14);
});
