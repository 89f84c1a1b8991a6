import { nominalLevels } from "../stats/boundaries.ts";

/** The chance, at most, that a cell passes although its loss is larger than its tolerance. */
const FALSE_PASSES = 0.05;

/**
 * How much of each promised error is spent. The boundaries are exact for independent normal rounds of known
 * variance; that it is estimated, and a correlation of 0.3 between pairs should it outlive a restart, overspend
 * them by up to a third (docs/operating-characteristics.md).
 */
const SPENT = 0.75;

/** A pass never rests on less than what its printed 95 % interval shows. */
const PASS_CEILING = 0.025;

/** A regression is called from the third look on: fewer rounds say too little about their own noise. */
const FIRST_REGRESSION_LOOK = 2;

/** After which rounds a cell is looked at: 2, 3, 4, 6, 8, 12, 16, 24, …, and at the last one that there can be. */
export function scheduledLooks(maxRounds: number): number[] {
  const looks: number[] = [];
  for (let power = 2; power < maxRounds; power *= 2) {
    looks.push(power);
    if (power * 1.5 < maxRounds) looks.push(power * 1.5);
  }
  return [...looks, maxRounds];
}

export type Levels = { regression: number; pass: number };

/**
 * The significance levels of the look after `rounds` rounds, which is a scheduled one or, where the run had to
 * end, the last one. The errors are spent by the power family (Kim & DeMets 1987): regressions late, by f², so
 * that early looks cost them little; passes early, by √f, so that a cell without a change costs two rounds.
 */
export function levelsAt(rounds: number, maxRounds: number, falseAlarms: number): Levels {
  const key = `${rounds}/${maxRounds}/${falseAlarms}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const looks = [...scheduledLooks(maxRounds).filter((look) => look < rounds), rounds];
  const opens = scheduledLooks(maxRounds)[FIRST_REGRESSION_LOOK] ?? maxRounds;
  const last = (spent: (f: number) => number) =>
    nominalLevels(
      looks.map((look) => ({ information: look / maxRounds, spent: spent(look / maxRounds) })),
    ).at(-1) ?? 0;
  const levels = {
    regression: last((f) => (f * maxRounds < opens ? 0 : SPENT * falseAlarms * f ** 2)),
    pass: Math.min(
      PASS_CEILING,
      last((f) => SPENT * FALSE_PASSES * Math.sqrt(f)),
    ),
  };
  cache.set(key, levels);
  return levels;
}

/** A level is a pure function of its three numbers and takes milliseconds: each is computed once. */
const cache = new Map<string, Levels>();
