export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

export const standardError = (values: readonly number[]): number =>
  deviation(values) / Math.sqrt(values.length);

/** A ratio's logarithm, as a change in percent. */
export const percent = (lnRatio: number): string => `${(100 * Math.expm1(lnRatio)).toFixed(2)} %`;
