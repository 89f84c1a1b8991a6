import type { DecisionWarning } from "./warning.ts";

/** The share of pairs that the robust estimate leaves out at each end. */
const TRIMMED = 0.2;

/** So many standard errors between the mean and its robust counterpart are more than chance. */
const FAR_APART = 2;

/** The mean of the middle of the values, with a share of them left out at both ends (Tukey & McLaughlin 1963). */
export function trimmedMean(values: readonly number[], share: number): number {
  const cut = Math.floor(share * values.length);
  const middle = values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

/** A cost that comes in stalls is a cost and stays in the verdict; the reader is told that it is one. */
export function stallWarning(
  pairs: readonly number[],
  mean: number,
  standardError: number,
): DecisionWarning | undefined {
  if (pairs.length < 5) return undefined;
  const robust = trimmedMean(pairs, TRIMMED);
  if (Math.abs(mean - robust) <= FAR_APART * standardError) return undefined;
  const [of, without] = [mean, robust].map((ln) => (100 * Math.expm1(ln)).toFixed(1).replace("-", "−"));
  return {
    kind: "stalls",
    text: `Stalls: the change is ${of} %, but ${without} % without the fifth of the pairs at each end; see the slices.`,
  };
}
