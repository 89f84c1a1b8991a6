/** How many of the latest rates are looked at. */
const WINDOW = 5;

/** A drift over the window that would not show in any result. */
const NEGLIGIBLE = 0.02;

/**
 * Whether a rate has stopped climbing: the slope of its logarithm over the last readings is negligible or within
 * twice its own standard error.
 */
export function isSteady(rates: readonly number[]): boolean {
  const latest = rates.slice(-WINDOW);
  if (latest.length < WINDOW || latest.some((rate) => rate <= 0)) return false;
  const { slope, standardError } = line(latest.map(Math.log));
  const drift = Math.abs(slope) * (WINDOW - 1);
  return drift <= Math.max(NEGLIGIBLE, 2 * standardError * (WINDOW - 1));
}

/** Least squares on equally spaced values. */
function line(values: readonly number[]): { slope: number; standardError: number } {
  const n = values.length;
  const middle = (n - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / n;
  let spread = 0;
  let together = 0;
  for (const [i, value] of values.entries()) {
    spread += (i - middle) ** 2;
    together += (i - middle) * (value - mean);
  }
  const slope = together / spread;
  const residual = values.reduce((sum, value, i) => sum + (value - mean - slope * (i - middle)) ** 2, 0);
  return { slope, standardError: Math.sqrt(residual / (n - 2) / spread) };
}
