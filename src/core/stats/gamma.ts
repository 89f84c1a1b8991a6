/** Bernoulli numbers B2, B4, …, which all the asymptotic series below share. */
const BERNOULLI = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6];

/** From here on the asymptotic series are good to the last digits; recurrences lead up to it. */
const FAR = 12;

/** ψ(x) for x > 0: recurrence (DLMF 5.5.2), then the asymptotic series (DLMF 5.11.2). */
export function digamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < FAR; y++) shift -= 1 / y;
  const series = BERNOULLI.reduce((sum, b, i) => sum + b / ((2 * i + 2) * y ** (2 * i + 2)), 0);
  return shift + Math.log(y) - 1 / (2 * y) - series;
}

/** ψ′(x) for x > 0: recurrence (DLMF 5.15.5), then the asymptotic series (DLMF 5.15.8). */
export function trigamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < FAR; y++) shift += 1 / (y * y);
  const series = BERNOULLI.reduce((sum, b, i) => sum + b / y ** (2 * i + 3), 0);
  return shift + 1 / y + 1 / (2 * y * y) + series;
}

function tetragamma(x: number): number {
  let shift = 0;
  let y = x;
  for (; y < FAR; y++) shift -= 2 / y ** 3;
  const series = BERNOULLI.reduce((sum, b, i) => sum + ((2 * i + 3) * b) / y ** (2 * i + 4), 0);
  return shift - 1 / (y * y) - 1 / y ** 3 - series;
}

/**
 * The x with ψ′(x) = y, by Newton's method on 1/ψ′, which is nearly linear and convex, so that it converges
 * from this start without a safeguard (Smyth 2004, "Linear models and empirical Bayes methods", appendix).
 */
export function trigammaInverse(y: number): number {
  let x = 0.5 + 1 / y;
  for (let step = 0; step < 50; step++) {
    const value = trigamma(x);
    const change = (value * (1 - value / y)) / tetragamma(x);
    x += change;
    if (Math.abs(change) < 1e-14 * x) break;
  }
  return x;
}

/** ln(Γ(a+½)/Γ(a)), which keeps its digits where the two logarithms alone would not (DLMF 5.11.8). */
export function lnGammaHalfStep(a: number): number {
  let factor = 1;
  let y = a;
  for (; y < FAR; y++) factor *= y / (y + 0.5);
  const series = BERNOULLI.reduce((sum, b, i) => {
    const k = i + 1;
    return sum + ((1 - 4 ** -k) * b) / (k * (2 * k - 1) * y ** (2 * k - 1));
  }, 0);
  return Math.log(factor) + 0.5 * Math.log(y) - series;
}
