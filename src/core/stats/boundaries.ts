import { normalDensity, normalTail, normalUpperQuantile } from "./normal.ts";

/** One look of a sequential test: the share of all information that is in, and the error spent by then. */
export type SpendingLook = { information: number; spent: number };

/** How far below zero a path is followed, in standard deviations: from there it does not come back. */
const DEEP = 7;

/** The grid's step in the smaller of the standard deviations at hand; levels are then right to about 1e-5. */
const STEP = 0.2;

/**
 * The one-sided significance level at which each look may reject, so that the chance of a first rejection at
 * that look under the null hypothesis is exactly what the look spends. A look that spends nothing gets 0.
 *
 * The chances come from the recursion over Brownian motion of Armitage, McPherson and Rowe (1969) in the form
 * of Jennison and Turnbull (2000), chapter 19, with spending as in Lan and DeMets (1983).
 */
export function nominalLevels(looks: readonly SpendingLook[]): number[] {
  const levels: number[] = [];
  let paths: Paths | undefined;
  let before: SpendingLook = { information: 0, spent: 0 };
  for (const [index, look] of looks.entries()) {
    const spend = look.spent - before.spent;
    const step = Math.sqrt(look.information - before.information);
    const boundary = spend > 0 ? boundaryOf(paths, spend, look.information, step) : Infinity;
    levels.push(normalTail(boundary));
    const next = looks[index + 1];
    if (next !== undefined) paths = continued(paths, boundary, look.information, step, next.information);
    before = look;
  }
  return levels;
}

/** The paths that no look has stopped yet: their positions, and at each the probability mass around it. */
type Paths = { at: Float64Array; mass: Float64Array };

/** The z that paths cross for the first time at this look with probability `spend`. */
function boundaryOf(paths: Paths | undefined, spend: number, information: number, step: number): number {
  // Without the earlier looks' help this z is right at the first look and too high later. The logarithm of
  // the chance is concave in z, so Newton's steps from above stay above and need no safeguard.
  let z = normalUpperQuantile(spend);
  if (paths === undefined) return z;
  const scale = Math.sqrt(information);
  for (let i = 0; i < 50; i++) {
    let chance = 0;
    let slope = 0;
    for (let j = 0; j < paths.at.length; j++) {
      const gap = (z * scale - (paths.at[j] ?? 0)) / step;
      const mass = paths.mass[j] ?? 0;
      chance += mass * normalTail(gap);
      slope += mass * normalDensity(gap);
    }
    const change = (Math.log(spend / chance) * chance * step) / (slope * scale);
    z -= change;
    if (Math.abs(change) < 1e-9) break;
  }
  return z;
}

/** The paths below the boundary, on a grid fine enough for the step to the next look. */
function continued(
  paths: Paths | undefined,
  boundary: number,
  information: number,
  step: number,
  nextInformation: number,
): Paths {
  const scale = Math.sqrt(information);
  const low = -DEEP * scale;
  const high = Math.min(boundary, DEEP) * scale;
  const finest = STEP * Math.min(scale, step, Math.sqrt(nextInformation - information));
  const intervals = 2 * Math.ceil((high - low) / finest / 2);
  const width = (high - low) / intervals;
  const at = new Float64Array(intervals + 1);
  const mass = new Float64Array(intervals + 1);
  for (let i = 0; i <= intervals; i++) {
    const x = low + i * width;
    at[i] = x;
    mass[i] = simpsonWeight(i, intervals) * width * densityAt(x, paths, step);
  }
  return { at, mass };
}

function densityAt(x: number, paths: Paths | undefined, step: number): number {
  if (paths === undefined) return normalDensity(x / step) / step;
  let density = 0;
  for (let j = 0; j < paths.at.length; j++) {
    density += (paths.mass[j] ?? 0) * normalDensity((x - (paths.at[j] ?? 0)) / step);
  }
  return density / step;
}

function simpsonWeight(i: number, intervals: number): number {
  if (i === 0 || i === intervals) return 1 / 3;
  return i % 2 === 1 ? 4 / 3 : 2 / 3;
}
