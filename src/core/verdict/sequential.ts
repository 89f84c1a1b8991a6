import { fitPrior, moderate, type Variance } from "../stats/moderation.ts";
import { tTail } from "../stats/student-t.ts";
import { levelsAt, scheduledLooks } from "./schedule.ts";

/** A round's value on a scale of logarithms where less is worse. */
export type RoundValue = { round: number; value: number };

/** One hypothesis: that this cell's loss in this metric is no larger, or no smaller, than its margin. */
export type Test = {
  /** Tests of one stratum have about the same noise and learn from one another how large it is. */
  stratum: string;
  /** What is known of a round's variance without this run. */
  prior: Variance;
  /** The tolerance on the scale of the values, so below 0. */
  margin: number;
  /** In the order of their rounds. */
  rounds: readonly RoundValue[];
  /** What the values are compared to, where that is not 0, and how well it is known. */
  against?: { mean: number; standardError: number };
};

export type Design = {
  /** The chance of any false regression in the suite, at most. */
  falseAlarms: number;
  /** How many tests the suite was planned to have, which those that could not be run count towards. */
  tests: number;
  maxRounds: number;
};

export type Evidence = { mean: number; standardError: number; df: number; rounds: number };

export type Outcome = {
  decision: "regression" | "pass" | "open";
  /** What the decision rests on; for an open test all that is known. */
  evidence: Evidence | undefined;
};

/** A stratum of this many tests knows its own noise; a smaller one needs the prior. */
const ENOUGH_TESTS = 12;

/** A stratum's prior never counts for more degrees of freedom than these. */
const MOST_PRIOR_DF = 8;

/**
 * Replays the run round by round: at each look what was known then decides, and what is decided stays so. The
 * same recorded rounds give the same decisions while the run goes on and afterwards. When it has `ended`,
 * undecided tests are looked at once more, wherever in the schedule they stand.
 */
export function runTests(tests: readonly Test[], design: Design, ended: boolean): Outcome[] {
  const scheduled = new Set(scheduledLooks(design.maxRounds));
  const clock = [...new Set(tests.flatMap((test) => test.rounds.map(({ round }) => round)))].sort((a, b) => a - b);
  const outcomes: Outcome[] = tests.map(() => ({ decision: "open", evidence: undefined }));
  for (const now of clock) {
    const seen = tests.map((test) => test.rounds.filter(({ round }) => round <= now));
    const isLast = now === clock.at(-1);
    const looked = [...tests.keys()].filter((i) => {
      const rounds = seen[i] ?? [];
      const due = rounds.at(-1)?.round === now && scheduled.has(rounds.length);
      return outcomes[i]?.decision === "open" && (due || (isLast && ended && rounds.length > 1));
    });
    if (looked.length === 0 && !isLast) continue;
    const evidence = weigh(tests, seen);
    const decisions = decide(tests, evidence, looked, design, outcomes);
    for (const [i, decision] of decisions) outcomes[i] = { decision, evidence: evidence[i] };
    if (isLast) {
      for (const [i, outcome] of outcomes.entries()) {
        if (outcome.decision === "open") outcomes[i] = { decision: "open", evidence: evidence[i] };
      }
    }
  }
  return outcomes;
}

function weigh(tests: readonly Test[], seen: readonly (readonly RoundValue[])[]): (Evidence | undefined)[] {
  const samples = seen.map(sampleOf);
  const strata = new Map<string, Variance[]>();
  for (const [i, { stratum }] of tests.entries()) {
    const variance = samples[i]?.variance;
    if (variance !== undefined && variance.df > 0) strata.set(stratum, [...(strata.get(stratum) ?? []), variance]);
  }
  const priors = new Map<string, Variance>();
  for (const [stratum, variances] of strata) {
    if (variances.length < ENOUGH_TESTS) continue;
    const fitted = fitPrior(variances);
    priors.set(stratum, { value: fitted.value, df: Math.min(fitted.df, MOST_PRIOR_DF) });
  }
  return tests.map((test, i) => {
    const sample = samples[i];
    if (sample === undefined) return undefined;
    const { value: vv, df } = moderate(sample.variance, priors.get(test.stratum) ?? test.prior);const value=Math.max(vv,sample.variance.value);
    const own = Math.sqrt(value / sample.rounds);
    return {
      mean: sample.mean - (test.against?.mean ?? 0),
      standardError: Math.hypot(own, test.against?.standardError ?? 0),
      df,
      rounds: sample.rounds,
    };
  });
}

function sampleOf(rounds: readonly RoundValue[]): { mean: number; variance: Variance; rounds: number } | undefined {
  const n = rounds.length;
  if (n === 0) return undefined;
  let mean = 0;
  for (const { value } of rounds) mean += value / n;
  let squares = 0;
  for (const { value } of rounds) squares += (value - mean) ** 2;
  return { mean, variance: { value: n > 1 ? squares / (n - 1) : 0, df: n - 1 }, rounds: n };
}

/** Passes need no correction, since all must pass; regressions get Holm's, at this look. */
function decide(
  tests: readonly Test[],
  evidence: readonly (Evidence | undefined)[],
  looked: readonly number[],
  design: Design,
  outcomes: readonly Outcome[],
): Map<number, "regression" | "pass"> {
  const found = new Map<number, "regression" | "pass">();
  const before = outcomes.filter(({ decision }) => decision === "regression").length;
  const candidates: { i: number; p: number; rounds: number }[] = [];
  for (const i of looked) {
    const test = tests[i];
    const known = evidence[i];
    if (test === undefined || known === undefined) continue;
    const t = (known.mean - test.margin) / known.standardError;
    if (t > 0 && tTail(t, known.df) <= levelsAt(known.rounds, design.maxRounds, design.falseAlarms / design.tests).pass)
      found.set(i, "pass");
    if (t < 0) candidates.push({ i, p: tTail(-t, known.df), rounds: known.rounds });
  }
  let rejected = before;
  for (;;) {
    const level = design.falseAlarms / (design.tests - rejected);
    const crossed = candidates.filter(
      ({ i, p, rounds }) => !found.has(i) && p <= levelsAt(rounds, design.maxRounds, level).regression,
    );
    if (crossed.length === 0) return found;
    for (const { i } of crossed) found.set(i, "regression");
    rejected += crossed.length;
  }
}
