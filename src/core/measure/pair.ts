import type { Pair, Slice } from "../result.ts";

/** Beyond this share of its CPUs' time, what the hypervisor took away decides more than the servers do. */
const MOST_STEAL = 0.05;

/** A slice that took so much longer than asked was interrupted: the machine or this program stood still. */
const MOST_OVERRUN = 1.5;

/** Its value, and why it does not count where something from outside spoilt it for both arms. */
export function pairOf(round: number, at: number, slices: Slice[], sliceSeconds: number): Pair {
  const d =
    slices.reduce((sum, { baseQps, headQps }) => sum + Math.log(headQps / baseQps), 0) / slices.length;
  const dropped = slices
    .map((slice) => disturbance(slice, sliceSeconds))
    .find((reason) => reason !== undefined);
  return { round, at, d, slices, ...(dropped !== undefined && { dropped }) };
}

function disturbance({ seconds, stealShare = 0 }: Slice, asked: number): string | undefined {
  if (seconds > asked * MOST_OVERRUN) {
    return `a slice took ${seconds.toFixed(1)} s instead of ${asked} s: the machine or this program stood still`;
  }
  if (stealShare > MOST_STEAL) {
    return `the hypervisor took ${(stealShare * 100).toFixed(0)} % of the CPUs' time away`;
  }
  return undefined;
}
