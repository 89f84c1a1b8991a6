import { tUpperQuantile } from "../stats/student-t.ts";
import type { Evidence } from "./evidence.ts";
import { levelsAt } from "./schedule.ts";
import type { Design } from "./sequential.ts";

/** The chance of finding what is there, in every statement about what a run could find. */
const POWER = 0.8;

/** Beyond so many rounds a cell sits on its tolerance, and no time would tell on which side. */
const HOPELESS = 1000;

/** The standard deviation of one round, as the decision takes it. */
export function deviationOf({ standardError, rounds }: Evidence): number {
  return standardError * Math.sqrt(rounds);
}

/** The smallest loss, in percent, that a test as noisy as this one would prove in four of five runs. */
export function detectableLossPct(evidence: Evidence, margin: number, design: Design): number {
  const { maxRounds } = design;
  const level = levelsAt(maxRounds, maxRounds, design.falseAlarms / design.tests).regression;
  const df = evidence.df + maxRounds - evidence.rounds;
  const standardError = deviationOf(evidence) / Math.sqrt(maxRounds);
  const reach = (tUpperQuantile(level, df) + tUpperQuantile(1 - POWER, df)) * standardError;
  return -100 * Math.expm1(margin - reach);
}

/** How many rounds in all an open test would need if its estimate and noise stay; undefined: no number helps. */
export function roundsNeeded(evidence: Evidence, margin: number, design: Design): number | undefined {
  const { maxRounds } = design;
  const levels = levelsAt(maxRounds, maxRounds, design.falseAlarms / design.tests);
  const level = evidence.mean < margin ? levels.regression : levels.pass;
  const reach = tUpperQuantile(level, evidence.df) + tUpperQuantile(1 - POWER, evidence.df);
  const rounds = Math.ceil((deviationOf(evidence) * reach) ** 2 / (evidence.mean - margin) ** 2);
  return rounds <= HOPELESS ? Math.max(rounds, evidence.rounds + 1) : undefined;
}
