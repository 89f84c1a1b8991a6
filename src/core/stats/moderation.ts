import { digamma, trigamma, trigammaInverse } from "./gamma.ts";

/** A variance and the degrees of freedom that it rests on. */
export type Variance = { value: number; df: number };

/**
 * The scaled inverse χ² distribution that the variances of a stratum's cells come from, fitted to what was seen
 * (Smyth 2004, as limma's `fitFDist` does it). `df` is Infinity where they differ by no more than chance.
 */
export function fitPrior(seen: readonly Variance[]): Variance {
  const { values, ofZero } = aboveZero(seen.map(({ value }) => value));
  if (ofZero) return { value: 0, df: Infinity };
  const logs = seen.map(({ df }, i) => Math.log(values[i] ?? 0) - digamma(df / 2) + Math.log(df / 2));
  const centre = mean(logs);
  const spread = logs.reduce((sum, log) => sum + (log - centre) ** 2, 0) / (logs.length - 1);
  const excess = spread - mean(seen.map(({ df }) => trigamma(df / 2)));
  if (excess <= 0) return { value: mean(values), df: Infinity };
  const df = 2 * trigammaInverse(excess);
  return { value: Math.exp(centre + digamma(df / 2) - Math.log(df / 2)), df };
}

/** The variance of one cell, drawn towards the prior by as much as the prior knows. */
export function moderate(own: Variance, prior: Variance): Variance {
  if (prior.df === Infinity) return prior;
  const df = prior.df + own.df;
  return { value: (prior.df * prior.value + own.df * own.value) / df, df };
}

/** Zeros have no logarithm; like limma, they are raised to a trace of the median. */
function aboveZero(values: readonly number[]): { values: number[]; ofZero: boolean } {
  const sorted = values.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const floor = 1e-5 * median;
  return { values: values.map((value) => Math.max(value, floor)), ofZero: median === 0 };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
