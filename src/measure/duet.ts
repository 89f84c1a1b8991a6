import { pairOf } from "../core/measure/pair.ts";
import { sliceBetween } from "../core/measure/slice.ts";
import type { Pair, Slice } from "../core/result.ts";
import type { Clock } from "./outside.ts";
import { pinSides, readSides, type Sides } from "./side.ts";

export type DuetSettings = {
  lanes: readonly [readonly number[], readonly number[]];
  sliceSeconds: number;
  settleSeconds: number;
};

type Stage = { clock: Clock; stealSeconds(): number };

/**
 * Both arms are loaded all the time, each on its lane. A slice is read, the arms swap lanes, a second one is read:
 * what disturbs the machine disturbs both arms, and what one lane is worth more than the other cancels. The next
 * pair begins on the lanes where this one ended, which saves a swap.
 */
export async function duetPairs(
  sides: Sides,
  round: number,
  count: number,
  headLane: 0 | 1,
  { lanes, sliceSeconds, settleSeconds }: DuetSettings,
  { clock, stealSeconds }: Stage,
): Promise<Pair[]> {
  const cpus = lanes[0].length + lanes[1].length;
  const pairs: Pair[] = [];
  let lane = headLane;
  const slice = async (): Promise<Slice> => {
    const before = await readSides(sides, stealSeconds);
    await clock.sleep(sliceSeconds * 1000);
    return sliceBetween(before, await readSides(sides, stealSeconds), lane, cpus);
  };
  const laneOfHead = () => ({ base: lanes[lane === 0 ? 1 : 0], head: lanes[lane] });
  // Whatever was here before, each server and its sysbench begin on one lane.
  await pinSides(sides, laneOfHead());
  for (let n = 0; n < count; n++) {
    const at = clock.now();
    const first = await slice();
    lane = lane === 0 ? 1 : 0;
    await pinSides(sides, laneOfHead());
    await clock.sleep(settleSeconds * 1000);
    pairs.push(pairOf(round, at, [first, await slice()], sliceSeconds));
  }
  return pairs;
}
