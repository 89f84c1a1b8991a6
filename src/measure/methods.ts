import type { Random } from "../core/stats/random.ts";
import { duetPairs } from "./duet.ts";
import { interleavedPairs } from "./interleaved.ts";
import type { Method } from "./measurement.ts";
import type { Outside } from "./outside.ts";

/** Seconds as the prototype's measurements chose them; docs/method.md has the figures. */
export const timing = {
  sliceSeconds: 1,
  settleSeconds: 0.25,
  pairsPerRound: 3,
  blockSeconds: 8,
  discardSeconds: 2,
  warmUpSeconds: 20,
};

type Stage = Pick<Outside, "clock" | "stealSeconds">;

/** Both arms at once, on lanes that they swap. Which lane the head arm begins on is the coin's, anew each round. */
export function duet(
  lanes: readonly [readonly number[], readonly number[]],
  random: Random,
  stage: Stage,
  pairsPerRound = timing.pairsPerRound,
): Method {
  let headLane: 0 | 1 = 0;
  return {
    name: "duet",
    begin: () => {
      headLane = random.uniform() < 0.5 ? 0 : 1;
    },
    cpus: (arm) => lanes[arm === "head" ? headLane : headLane === 0 ? 1 : 0],
    async pairs(sides, round) {
      const pairs = await duetPairs(sides, round, pairsPerRound, headLane, { lanes, ...timing }, stage);
      // Each pair ends on the other lanes, and the next load of these servers must begin where they are.
      if (pairsPerRound % 2 === 1) headLane = headLane === 0 ? 1 : 0;
      return pairs;
    },
  };
}

/** One arm after the other on all CPUs. */
export function interleaved(cpus: number, random: Random, stage: Stage): Method {
  return {
    name: "interleaved",
    begin: () => undefined,
    pairs: (sides, round) => interleavedPairs(sides, round, { ...timing, cpus }, { ...stage, random }),
  };
}
