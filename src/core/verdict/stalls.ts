import type { DecisionWarning } from "./warning.ts";

/** The share of pairs that the robust estimate leaves out at each end. */
const TRIMMED = 0.2;

/** So many standard errors of the robust estimate between it and the mean are more than chance. */
const FAR_APART = 2;

/** The mean of the values but the smallest and the largest, a share of them each, and its standard error. */
export function trimmedMean(
  values: readonly number[],
  share: number,
): { mean: number; standardError: number } {
  const sorted = values.toSorted((a, b) => a - b);
  const cut = Math.floor(share * sorted.length);
  const middle = sorted.slice(cut, sorted.length - cut);
  const [low = 0, high = 0] = [middle[0], middle.at(-1)];
  // Tukey & McLaughlin (1963): the variance of the mean is that of the values with the ends drawn in.
  const winsorized = sorted.map((value) => Math.min(Math.max(value, low), high));
  const mean = average(winsorized);
  const squares = winsorized.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (sorted.length - 1));
  return { mean: average(middle), standardError: deviation / ((1 - 2 * share) * Math.sqrt(sorted.length)) };
}

/**
 * A cost that comes in stalls is a cost and stays in the verdict; the reader is told that it is one. The
 * mean's own standard error would not show it: one stall moves the mean by just as much as it widens that.
 */
export function stallWarning(pairs: readonly number[], mean: number): DecisionWarning | undefined {
  if (pairs.length < 5) return undefined;
  const robust = trimmedMean(pairs, TRIMMED);
  if (Math.abs(mean - robust.mean) <= FAR_APART * robust.standardError) return undefined;
  const [of, without] = [mean, robust.mean].map((ln) => (100 * Math.expm1(ln)).toFixed(1).replace("-", "−"));
  return {
    kind: "stalls",
    text: `Stalls: the change is ${of} %, but ${without} % without the fifth of the pairs at each end; see the slices.`,
  };
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
