import { pairOf } from "../core/measure/pair.ts";
import { interleavedSlice } from "../core/measure/slice.ts";
import type { Pair } from "../core/result.ts";
import type { Random } from "../core/stats/random.ts";
import type { Clock } from "./outside.ts";
import { readSides, type Sides } from "./side.ts";

export type InterleavedSettings = { blockSeconds: number; discardSeconds: number; cpus: number };

type Stage = { clock: Clock; stealSeconds(): number; random: Random };

type Arm = "base" | "head";

/**
 * One arm at a time has the whole machine: A B B A or B A A B by the coin, so that a drift of the machine cancels
 * to first order. Both servers and both sysbenches stay up; the one that is not measured is halted. A pair is an
 * adjacent A and B.
 */
export async function interleavedPairs(
  sides: Sides,
  round: number,
  { blockSeconds, discardSeconds, cpus }: InterleavedSettings,
  { clock, stealSeconds, random }: Stage,
): Promise<Pair[]> {
  const [first, second]: [Arm, Arm] = random.uniform() < 0.5 ? ["base", "head"] : ["head", "base"];
  sides.base.load.halt();
  sides.head.load.halt();
  const counted = blockSeconds - discardSeconds;
  const block = async (arm: Arm) => {
    sides[arm].load.resume();
    await clock.sleep(discardSeconds * 1000);
    const before = await readSides(sides, stealSeconds);
    await clock.sleep(counted * 1000);
    const after = await readSides(sides, stealSeconds);
    sides[arm].load.halt();
    return { arm, before, after };
  };
  const pairs: Pair[] = [];
  for (const [a, b] of [
    [first, second],
    [second, first],
  ] as const) {
    const at = clock.now();
    const blocks = [await block(a), await block(b)];
    const base = blocks.find(({ arm }) => arm === "base");
    const head = blocks.find(({ arm }) => arm === "head");
    if (base === undefined || head === undefined) throw new Error("a pair is one block of each arm");
    pairs.push(pairOf(round, at, [interleavedSlice(base, head, cpus)], counted));
  }
  sides.base.load.resume();
  sides.head.load.resume();
  return pairs;
}
