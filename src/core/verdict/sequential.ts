import { tTail } from "../stats/student-t.ts";
import { type Evidence, type RoundValue, type Sampled, weigh } from "./evidence.ts";
import { levelsAt, scheduledLooks } from "./schedule.ts";

/** Whether a loss is larger or smaller than its margin, and all that is measured of it. */
export type Test = Sampled & {
  /** The tolerance on the scale of the values, so below 0. */
  margin: number;
  /** In the order of their rounds. */
  rounds: readonly RoundValue[];
};

export type Design = {
  /** The chance of any false regression in the suite, at most. */
  falseAlarms: number;
  /** How many tests the suite was planned to have; those that could not be run count. */
  tests: number;
  maxRounds: number;
};

export type Outcome = {
  decision: "regression" | "pass" | "open";
  /** What the decision rests on; for an open test all that is known. */
  evidence: Evidence | undefined;
};

/**
 * Replays the run round by round: at each look what was known then decides, and what is decided stays so. The
 * same recorded rounds give the same decisions while the run goes on and afterwards. When it has `ended`, open
 * tests are looked at a last time, wherever between two looks they stand.
 */
export function runTests(tests: readonly Test[], design: Design, ended: boolean): Outcome[] {
  const scheduled = new Set(scheduledLooks(design.maxRounds));
  const numbers = new Set(tests.flatMap(({ rounds }) => rounds.map(({ round }) => round)));
  const clock = [...numbers].sort((a, b) => a - b);
  const outcomes: Outcome[] = tests.map(() => ({ decision: "open", evidence: undefined }));
  for (const now of clock) {
    const isLast = now === clock.at(-1);
    const seen = tests.map(({ rounds }) => rounds.filter(({ round }) => round <= now));
    const due = [...tests.keys()].filter((i) => {
      const rounds = seen[i] ?? [];
      const isDue = scheduled.has(rounds.length)
        ? rounds.at(-1)?.round === now
        : isLast && ended && rounds.length > 1 && rounds.length < design.maxRounds;
      return isDue && outcomes[i]?.decision === "open";
    });
    if (due.length === 0 && !isLast) continue;
    const evidence = weigh(tests, seen);
    const decisions = lookAt(due, tests, evidence, design, outcomes.filter(isRegression).length);
    for (const [i, { decision }] of outcomes.entries()) {
      if (decision === "open") outcomes[i] = { decision: decisions.get(i) ?? "open", evidence: evidence[i] };
    }
  }
  return outcomes;
}

function isRegression({ decision }: Outcome): boolean {
  return decision === "regression";
}

/** What one look decides about the tests that are due for it. */
function lookAt(
  due: readonly number[],
  tests: readonly Test[],
  evidence: readonly (Evidence | undefined)[],
  design: Design,
  rejectedBefore: number,
): Map<number, "regression" | "pass"> {
  const decisions = new Map<number, "regression" | "pass">();
  let losses: { i: number; p: number; rounds: number }[] = [];
  for (const i of due) {
    const [test, known] = [tests[i], evidence[i]];
    if (test === undefined || known === undefined) continue;
    const t = (known.mean - test.margin) / known.standardError;
    const p = tTail(Math.abs(t), known.df);
    if (t < 0) losses.push({ i, p, rounds: known.rounds });
    // A suite passes only if all of its cells do, so a pass needs no correction for their number.
    else if (p <= levelsAt(known.rounds, design.maxRounds, design.falseAlarms).pass) decisions.set(i, "pass");
  }
  // Holm's step-down within the look: what is proven gives its share of the error to the others (Ye, Li, Liu
  // and Yao 2013, "A group sequential Holm procedure with multiple primary endpoints").
  let rejected = rejectedBefore;
  for (;;) {
    const level = design.falseAlarms / (design.tests - rejected);
    const proven = losses.filter(
      ({ p, rounds }) => p <= levelsAt(rounds, design.maxRounds, level).regression,
    );
    if (proven.length === 0) return decisions;
    for (const { i } of proven) decisions.set(i, "regression");
    losses = losses.filter(({ i }) => !decisions.has(i));
    rejected += proven.length;
  }
}
