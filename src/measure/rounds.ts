import { GateError } from "../core/error.ts";
import type { Match, Measurement, Plan } from "../core/plan/plan.ts";
import { type Random, shuffled } from "../core/stats/random.ts";
import { type Judgement, judge } from "../core/verdict/judge.ts";
import type { Suite } from "../core/verdict/suite.ts";
import { type Arms, startArms, stopArms } from "./arms.ts";
import { Ledger } from "./ledger.ts";
import { type MeasureSettings, type Method, measureRound, type RoundOutcome } from "./measurement.ts";
import type { Outside } from "./outside.ts";

/** Told as it goes. */
export type Progress = {
  measured(event: {
    round: number;
    match: Match;
    measurement: Measurement;
    outcome: RoundOutcome | GateError;
  }): void;
  judged(judgement: Judgement, round: number): void;
};

type RoundsSettings = MeasureSettings & {
  budgetSeconds: number;
  /** What one measurement of a round takes, so that none is begun that cannot end in time. */
  secondsPerMeasurement: number;
};

export type Measured = { ledger: Ledger; cutOff?: "budget" | "cancelled"; seconds: number };

/** All that a round needs and that does not change from one to the next. */
export type Stage = {
  plan: Plan;
  suite: Suite;
  method: Method;
  settings: RoundsSettings;
  random: Random;
  outside: Outside;
  progress: Progress;
};

/**
 * Measures round by round until every cell is decided or the budget is spent. A round holds only the cells that are
 * still open.
 */
export async function measureRounds(stage: Stage): Promise<Measured> {
  const { plan, suite, random, outside, progress, settings } = stage;
  const started = outside.clock.now();
  const seconds = () => (outside.clock.now() - started) / 1000;
  const mayBegin = () =>
    !outside.signal.aborted && seconds() + settings.secondsPerMeasurement <= settings.budgetSeconds;
  const ledger = new Ledger(plan.cells);
  const changed = new Set<Match>(plan.matches);
  let open = new Set(plan.cells.map(({ id }) => id));
  for (let round = 1; round <= suite.maxRounds && open.size > 0 && mayBegin(); round++) {
    for (const match of shuffled(plan.matches, random)) {
      const due = match.measurements.filter(({ cells }) => cells.some(({ id }) => open.has(id)));
      if (due.length > 0) await measureMatch(stage, ledger, { match, due, round, changed, mayBegin });
    }
    const judgement = judge(suite, ledger.cells, false);
    progress.judged(judgement, round);
    open = new Set(judgement.undecided);
  }
  const cutOff = outside.signal.aborted ? "cancelled" : open.size > 0 && !mayBegin() ? "budget" : undefined;
  return { ledger, seconds: seconds(), ...(cutOff && { cutOff }) };
}

type Turn = {
  match: Match;
  due: Measurement[];
  round: number;
  /** The matches whose data are not, or no longer, the snapshot's. */
  changed: Set<Match>;
  mayBegin(): boolean;
};

/** One life of a match's two servers, and the measurements that are due in it. */
async function measureMatch(stage: Stage, ledger: Ledger, turn: Turn): Promise<void> {
  const { match, due, changed, mayBegin } = turn;
  let arms: Arms | undefined;
  for (const measurement of due) {
    if (!mayBegin()) break;
    arms ??= await begin(stage, ledger, turn);
    // Servers that do not start would not start for the next measurement either.
    if (arms === undefined) return;
    const sound = await measure(stage, ledger, turn, arms, measurement);
    if (measurement.workload.writes || !sound) changed.add(match);
    if (sound) continue;
    await stopArms(arms, "discard");
    arms = undefined;
  }
  if (arms !== undefined) await stopArms(arms, changed.has(match) ? "discard" : "keep");
}

/** Both servers of the match; undefined when they did not start, which all that is due then fails by. */
async function begin(
  stage: Stage,
  ledger: Ledger,
  { match, due, round, changed }: Turn,
): Promise<Arms | undefined> {
  const { method, settings, random, outside } = stage;
  method.begin();
  try {
    const from = changed.has(match) ? "fresh" : "kept";
    const arms = await startArms(match, from, settings.data, method, random, outside);
    changed.delete(match);
    ledger.introduce(match.base.id, arms.base.inForce);
    ledger.introduce(match.head.id, arms.head.inForce);
    return arms;
  } catch (error) {
    for (const measurement of due) report(stage, ledger, error, { round, match, measurement });
    return undefined;
  }
}

/** Whether it went as planned; if not, the servers are in a state that nobody knows. */
async function measure(
  stage: Stage,
  ledger: Ledger,
  { match, round }: Turn,
  arms: Arms,
  measurement: Measurement,
): Promise<boolean> {
  const { method, settings, random, outside, progress } = stage;
  const seed = 1 + Math.floor(random.uniform() * (2 ** 31 - 2));
  try {
    const outcome = await measureRound(arms, { load: measurement, round, seed, method, settings }, outside);
    ledger.add(measurement, outcome);
    progress.measured({ round, match, measurement, outcome });
    return true;
  } catch (error) {
    report(stage, ledger, error, { round, match, measurement });
    return false;
  }
}

/** A failure is the cell's own, and the run goes on; what a cancelled run was at is no failure. */
function report(
  { outside, progress }: Stage,
  ledger: Ledger,
  error: unknown,
  at: { round: number; match: Match; measurement: Measurement },
): void {
  if (outside.signal.aborted) return;
  const failure = error instanceof GateError ? error : unforeseen(error);
  if (failure.kind === "cancelled") return;
  ledger.fail(at.measurement, failure);
  progress.measured({ ...at, outcome: failure });
}

/** What was measured before is worth more than an early end: an error that nobody foresaw fails its cell alone. */
function unforeseen(error: unknown): GateError {
  const what = `Measuring failed: ${error instanceof Error ? error.message : String(error)}`;
  const remedy = "Look into the logs in the result folder; if they do not tell, please report it.";
  return new GateError("environment", { what, remedy }, { cause: error });
}
