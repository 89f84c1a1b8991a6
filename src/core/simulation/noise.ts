import type { Random } from "../stats/random.ts";

/** What makes a cell's rounds differ, as standard deviations of ln-ratios. */
export type Noise = {
  /** Of a pair within one life of the arms. */
  pair: number;
  /** Of a life of the arms: the instance effect. */
  instance: number;
  /** Lag-1 correlation between successive pairs, also from one round to the next. */
  correlation: number;
  /** Standard deviation of the logarithm by which cells' noise differs. */
  unequal: number;
  /** The share of pairs that a stall falls into, and by how much it throws them off, either way. */
  slow: { share: number; size: number };
};

export const QUIET: Noise = { pair: 0, instance: 0, correlation: 0, unequal: 0, slow: { share: 0, size: 0 } };

export type Load = { noise: Noise; change: number; pairsPerRound: number };

/** One cell's rounds, one after the other: each call is the mean of the next round's pairs. */
export function roundsOf({ noise, change, pairsPerRound }: Load, random: Random): () => number {
  const loudness = Math.exp(noise.unequal * random.normal());
  const renewal = Math.sqrt(1 - noise.correlation ** 2);
  let wander = random.normal();
  return () => {
    let sum = 0;
    for (let pair = 0; pair < pairsPerRound; pair++) {
      wander = noise.correlation * wander + renewal * random.normal();
      sum += noise.pair * wander;
      if (noise.slow.share > 0 && random.uniform() < noise.slow.share) {
        sum += random.uniform() < 0.5 ? noise.slow.size : -noise.slow.size;
      }
    }
    return Math.log1p(change) + loudness * (noise.instance * random.normal() + sum / pairsPerRound);
  };
}
