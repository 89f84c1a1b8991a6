import { lnGammaHalfStep } from "./gamma.ts";
import { normalTail, normalUpperQuantile } from "./normal.ts";

/** Above this many degrees of freedom the continued fraction loses digits and Hill's series has them all. */
const MANY = 1e4;

/** P(T > t) for Student's t; `df` may be fractional or Infinity. */
export function tTail(t: number, df: number): number {
  if (t < 0) return 1 - tTail(-t, df);
  if (df > MANY) return normalTail(hillDeviate(t, df));
  if (t === Infinity) return 0;
  const beyond = t * t;
  // ½·I(df/2, ½) at df/(df+t²) in the tail, and its complement near the centre (DLMF 8.17.4).
  const ends = Math.exp(lnEnds(t, df));
  return beyond > 3
    ? (ends / df) * betaFraction(df / 2, 0.5, df / (df + beyond))
    : 0.5 - ends * betaFraction(0.5, df / 2, beyond / (df + beyond));
}

/** ln of x^a·(1−x)^b / B(a, b) for a = df/2, b = ½ and x = df/(df+t²). */
function lnEnds(t: number, df: number): number {
  const lnBeta = 0.5 * Math.log(Math.PI) - lnGammaHalfStep(df / 2);
  return -0.5 * df * Math.log1p((t * t) / df) + Math.log(t / Math.sqrt(df + t * t)) - lnBeta;
}

/** The continued fraction of the incomplete beta function (DLMF 8.17.22), by Lentz's method. */
function betaFraction(a: number, b: number, x: number): number {
  let c = 1;
  let d = 1 / (1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / (1 + even * d);
    c = 1 + even / c;
    value *= c * d;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / (1 + odd * d);
    c = 1 + odd / c;
    value *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return value;
}

/** The normal deviate with the same tail (Hill 1970, "Algorithm 395: Student's t-distribution"). */
function hillDeviate(t: number, df: number): number {
  if (df === Infinity) return t;
  const a = df - 0.5;
  const b = 48 * a * a;
  const y = a * Math.log1p((t * t) / df);
  const series = (((-0.4 * y - 3.3) * y - 24) * y - 85.5) / (0.8 * y * y + 100 + b) + y + 3;
  return (series / b + 1) * Math.sqrt(y);
}

/** The t with P(T > t) = p. */
export function tUpperQuantile(p: number, df: number): number {
  if (df === Infinity) return normalUpperQuantile(p);
  if (p > 0.5) return -tUpperQuantile(1 - p, df);
  if (p === 0.5) return 0;
  if (p <= 0) return p === 0 ? Infinity : Number.NaN;
  // ln P as a function of asinh t is nearly straight near the centre and in the tails; Newton's steps on it,
  // kept inside the interval that is known to hold the root.
  let low = 0;
  let high = Infinity;
  let u = Math.asinh(normalUpperQuantile(p));
  for (let step = 0; step < 100; step++) {
    const t = Math.sinh(u);
    const tail = tTail(t, df);
    if (tail > p) low = u;
    else high = u;
    const slope = (tDensity(t, df) * Math.cosh(u)) / tail;
    let next = u + Math.log(tail / p) / slope;
    if (!(next > low && next < high)) next = high === Infinity ? low * 2 + 1 : (low + high) / 2;
    if (Math.abs(next - u) <= 4e-16 * next) return Math.sinh(next);
    u = next;
  }
  return Math.sinh(u);
}

function tDensity(t: number, df: number): number {
  return Math.exp(
    lnGammaHalfStep(df / 2) - 0.5 * Math.log(Math.PI * df) - 0.5 * (df + 1) * Math.log1p((t * t) / df),
  );
}
