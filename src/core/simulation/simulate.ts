import type { Random } from "../stats/random.ts";
import { verdictOf } from "../verdict/classify.ts";
import type { RoundValue } from "../verdict/evidence.ts";
import { marginOf } from "../verdict/metric.ts";
import { assumedPrior } from "../verdict/prior.ts";
import { type Design, type Outcome, runTests, type Test } from "../verdict/sequential.ts";
import { type Load, roundsOf } from "./noise.ts";

/** A gate as it would be run over and over, with a change that is the same in all of its cells. */
export type Scheme = {
  cells: number;
  /** What the cells are spread over; each is a stratum. */
  workloads: readonly string[];
  tolerance: number;
  falseAlarms: number;
  maxRounds: number;
  load: Load;
  secondsPerRound: number;
  /** Time for the whole suite; without it only `maxRounds` ends a run. */
  budgetSeconds?: number;
};

export type Characteristics = {
  suites: number;
  /** The share of suites with a regression: false alarms where the change is within the tolerance. */
  failedSuites: number;
  /** Shares of all cells; `pass` holds the improvements too. */
  cells: { regression: number; suspect: number; inconclusive: number; pass: number };
  roundsPerCell: number;
  minutesPerSuite: number;
};

/** What the decision rule does in `suites` runs of the scheme. */
export function simulate(scheme: Scheme, suites: number, random: Random): Characteristics {
  const cells = { regression: 0, suspect: 0, inconclusive: 0, pass: 0 };
  const margin = marginOf("qps", scheme.tolerance);
  let failed = 0;
  let rounds = 0;
  for (let suite = 0; suite < suites; suite++) {
    const run = runSuite(scheme, random);
    const verdicts = run.outcomes.map((outcome) => verdictOf(outcome, margin));
    for (const verdict of verdicts) cells[verdict === "improvement" ? "pass" : verdict]++;
    if (verdicts.includes("regression")) failed++;
    rounds += run.rounds;
  }
  const all = suites * scheme.cells;
  return {
    suites,
    failedSuites: failed / suites,
    cells: {
      regression: cells.regression / all,
      suspect: cells.suspect / all,
      inconclusive: cells.inconclusive / all,
      pass: cells.pass / all,
    },
    roundsPerCell: rounds / all,
    minutesPerSuite: ((rounds / suites) * scheme.secondsPerRound) / 60,
  };
}

/** One run as the measuring loop does it: a round for every open cell, then the decision, until it is done. */
function runSuite(scheme: Scheme, random: Random): { outcomes: Outcome[]; rounds: number } {
  const { maxRounds, falseAlarms, secondsPerRound, budgetSeconds = Infinity } = scheme;
  const design: Design = { falseAlarms, maxRounds, tests: scheme.cells };
  const cells = Array.from({ length: scheme.cells }, (_, i) => cellOf(scheme, i, random));
  let rounds = 0;
  let outcomes: Outcome[] = [];
  for (let round = 1; round <= maxRounds; round++) {
    const open = cells.filter((_, i) => (outcomes[i]?.decision ?? "open") === "open");
    if (open.length === 0) return { outcomes, rounds };
    if ((rounds + open.length) * secondsPerRound > budgetSeconds) break;
    for (const { recorded, next } of open) recorded.push({ round, value: next() });
    rounds += open.length;
    outcomes = runTests(
      cells.map(({ test }) => test),
      design,
      false,
    );
  }
  return {
    outcomes: runTests(
      cells.map(({ test }) => test),
      design,
      true,
    ),
    rounds,
  };
}

type Cell = { test: Test; recorded: RoundValue[]; next: () => number };

function cellOf({ workloads, tolerance, load }: Scheme, index: number, random: Random): Cell {
  const workload = workloads[index % workloads.length] ?? "";
  const recorded: RoundValue[] = [];
  const test = {
    stratum: workload,
    prior: assumedPrior("qps", workload),
    margin: marginOf("qps", tolerance),
    rounds: recorded,
  };
  return { test, recorded, next: roundsOf(load, random) };
}
