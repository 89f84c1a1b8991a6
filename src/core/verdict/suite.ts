import type { CellVerdict, EvidenceCell, OtherMetric, SuiteVerdict } from "../result.ts";
import type { Variance } from "../stats/moderation.ts";

/** A cell as the plan declares it: what is to be judged, before anything is measured. */
export type ExpectedCell = {
  id: string;
  workload: string;
  /** The largest acceptable loss of QPS, as a fraction. */
  tolerance: number;
  /** The largest acceptable rises of other metrics, as fractions. */
  metrics?: Partial<Record<OtherMetric, number>>;
};

/** All that is fixed before the run. */
export type Suite = {
  cells: readonly ExpectedCell[];
  /** The chance of any false regression in the whole suite, at most. */
  falseAlarms: number;
  /** How many rounds a cell can have; at least 2. */
  maxRounds: number;
  /** What a round of one cell takes, for the time that an inconclusive cell would need. */
  secondsPerRound: number;
  /** A round's variance of QPS by workload, as `learnedPrior` has it from the A/A history of this machine's class. */
  noise?: ReadonlyMap<string, Variance>;
};

/** What has been measured of a cell so far, as in result.json. */
export type MeasuredCell = Pick<EvidenceCell, "id" | "pairs" | "rounds" | "against" | "failure">;

export type FailOn = "regression" | "inconclusive" | "never";

/** The exit code of a suite. An error is never green, whatever is asked for. */
export function exitCodeOf(
  { verdict, counts }: { verdict: SuiteVerdict; counts: Partial<Record<CellVerdict, number>> },
  failOn: FailOn,
): 0 | 1 | 3 | 4 {
  // A regression is the worse news, but where it is let pass an error still is not.
  if (failOn === "never" && (counts.error ?? 0) > 0) return 4;
  switch (verdict) {
    case "pass":
      return 0;
    case "regression":
      return failOn === "never" ? 0 : 1;
    case "inconclusive":
      return failOn === "inconclusive" ? 3 : 0;
    case "error":
      return 4;
  }
}

/** At most so many rounds: beyond, a change that small is better looked for over many runs. */
const MOST_ROUNDS = 12;

/** The share of cells that a second round leaves undecided, for which the later rounds are. */
const UNDECIDED_SHARE = 0.25;

/**
 * How many rounds the budget has for a cell. Two are for all cells; the later ones only for those that are then
 * undecided, of which a quarter is allowed for. Fewer than 2 means that the budget decides nothing.
 */
export function roundsWithin(budgetSeconds: number, secondsPerSuiteRound: number): number {
  const rounds = budgetSeconds / secondsPerSuiteRound;
  const later = rounds < 2 ? 0 : Math.floor((rounds - 2) / UNDECIDED_SHARE);
  return Math.min(Math.floor(Math.min(rounds, 2)) + later, MOST_ROUNDS);
}
