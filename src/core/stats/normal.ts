const SQRT_2PI = Math.sqrt(2 * Math.PI);

export function normalDensity(z: number): number {
  return Math.exp(-0.5 * z * z) / SQRT_2PI;
}

/** P(Z > z), accurate in both tails. */
export function normalTail(z: number): number {
  if (z < 0) return 1 - normalTail(-z);
  return z < 2.5 ? 0.5 - centre(z) : normalDensity(z) * millsRatio(z);
}

/** P(0 < Z < z) by a series of positive terms (DLMF 7.6.2). */
function centre(z: number): number {
  let term = z;
  let sum = z;
  for (let k = 3; term > sum * 1e-17; k += 2) {
    term *= (z * z) / k;
    sum += term;
  }
  return normalDensity(z) * sum;
}

/** P(Z > z) / density(z) by Laplace's continued fraction (DLMF 7.9.3), evaluated backwards. */
function millsRatio(z: number): number {
  if (z === Infinity) return 0;
  let tail = z;
  for (let k = Math.ceil(20 + 400 / (z * z)); k >= 1; k--) tail = z + k / tail;
  return 1 / tail;
}

/** The z with P(Z > z) = p. */
export function normalUpperQuantile(p: number): number {
  if (p > 0.5) return -normalUpperQuantile(1 - p);
  if (p === 0.5) return 0;
  if (p <= 0) return p === 0 ? Infinity : Number.NaN;
  // Abramowitz & Stegun 26.2.23 is good to 4.5e-4; Newton's steps on ln P do the rest.
  const r = Math.sqrt(-2 * Math.log(p));
  let z =
    r - (2.515517 + r * (0.802853 + r * 0.010328)) / (1 + r * (1.432788 + r * (0.189269 + r * 0.001308)));
  for (let step = 0; step < 4; step++) {
    const tail = normalTail(z);
    z += (Math.log(tail / p) * tail) / normalDensity(z);
  }
  return z;
}
