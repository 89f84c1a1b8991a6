import { describe, expect, it } from "vitest";
import { stallWarning, trimmedMean } from "../../../src/core/verdict/stalls.ts";

// scipy.stats.trim_mean(values, 0.2)
it.each([
  [[1, 2, 3, 4, 100, -50, 7, 8, 9, 10.5], 5.5],
  [[5, 1, 4, 2, 3, 9, 11], 4.6],
])("trimmedMean of %j is %d", (values, expected) => {
  expect(trimmedMean(values, 0.2).mean).toBeCloseTo(expected, 12);
});

// scipy.stats.mstats.trimmed_stde(values, limits=(0.2, 0.2))
it("knows how sure the trimmed mean is", () => {
  expect(trimmedMean([1, 2, 3, 4, 100, -50, 7, 8, 9, 10.5], 0.2).standardError).toBeCloseTo(
    1.6712898840545913,
    12,
  );
});

describe("stallWarning", () => {
  const quiet = [-0.01, -0.011, -0.009, -0.012, -0.01, -0.008, -0.01, -0.01, -0.011, -0.009];
  const meanOf = (pairs: number[]) => pairs.reduce((sum, d) => sum + d, 0) / pairs.length;

  it("names the change with and without the stalls", () => {
    const pairs = [...quiet.slice(1), -0.2];
    expect(stallWarning(pairs, meanOf(pairs))?.text).toMatch(
      /^Stalls: the change is −2\.9 %, but −1\.0 % without/,
    );
  });

  it("is silent without any", () => {
    expect(stallWarning(quiet, meanOf(quiet))).toBeUndefined();
  });
});
