import { roundsOf } from "../../src/core/simulation/noise.ts";
import { type Random, randomFrom } from "../../src/core/stats/random.ts";
import { marginOf } from "../../src/core/verdict/metric.ts";
import { assumedPrior } from "../../src/core/verdict/prior.ts";
import { runTests, type Test } from "../../src/core/verdict/sequential.ts";
import { type Condition, schemeOf, TOLERANCE, WORKLOADS } from "./conditions.ts";
import { peerRules } from "./peer-rules.ts";

export type Comparison = { name: string; failedSuites: number; failedCells: number; runsPerArm: number };

const ROUNDS = 12;
const CELLS = 36;

/**
 * This project's rule and its peers' on the same suites. Each round of a cell is one run of each arm for the
 * peers: their difference is the round's value, and `host` is what the machine adds to both at once, which a
 * duet cancels and unpaired rules cannot.
 */
export function sideBySide(condition: Condition, change: number, host: number, suites: number): Comparison[] {
  const random = randomFrom(1);
  const tallies = ["mysql-perf-gate", ...peerRules.map(({ name }) => name)].map((name) => ({
    name,
    suites: 0,
    cells: 0,
    runs: 0,
  }));
  for (let suite = 0; suite < suites; suite++) {
    const cells = Array.from({ length: CELLS }, () => armsOf(condition, change, host, random));
    const verdicts = [ours(cells), ...peerRules.map((rule) => theirs(rule, cells))];
    for (const [i, { failed, runs }] of verdicts.entries()) {
      const tally = tallies[i];
      if (tally === undefined) continue;
      tally.suites += failed > 0 ? 1 : 0;
      tally.cells += failed;
      tally.runs += runs;
    }
  }
  return tallies.map((tally) => ({
    name: tally.name,
    failedSuites: tally.suites / suites,
    failedCells: tally.cells / suites / CELLS,
    runsPerArm: tally.runs / suites / CELLS,
  }));
}

type Arms = { rounds: number[]; base: number[]; head: number[] };

function armsOf(condition: Condition, change: number, host: number, random: Random): Arms {
  const next = roundsOf(schemeOf(condition, CELLS, change, 0.01).load, random);
  // The sum of the arms is as noisy as their difference and independent of it, as of two arms of equal noise.
  const sum = roundsOf(schemeOf(condition, CELLS, 0, 0.01).load, random);
  const rounds = Array.from({ length: ROUNDS }, () => ({ d: next(), s: sum() }));
  const weather = () => host * random.normal();
  return {
    rounds: rounds.map(({ d }) => d),
    base: rounds.map(({ d, s }) => (s - d) / 2 + weather()),
    head: rounds.map(({ d, s }) => (s + d) / 2 + weather()),
  };
}

type Tally = { failed: number; runs: number };

function theirs({ runs, fails }: (typeof peerRules)[number], cells: readonly Arms[]): Tally {
  const failed = cells.filter(({ base, head }) => fails(base.slice(0, runs), head.slice(0, runs))).length;
  return { failed, runs: runs * cells.length };
}

function ours(cells: readonly Arms[]): Tally {
  const tests = cells.map(({ rounds }, i): Test => {
    const workload = WORKLOADS[i % WORKLOADS.length] ?? "";
    return {
      stratum: workload,
      prior: assumedPrior("qps", workload),
      margin: marginOf("qps", TOLERANCE),
      rounds: rounds.map((value, round) => ({ round, value })),
    };
  });
  const outcomes = runTests(tests, { falseAlarms: 0.01, tests: cells.length, maxRounds: ROUNDS }, true);
  return {
    failed: outcomes.filter(({ decision }) => decision === "regression").length,
    runs: outcomes.reduce((sum, { evidence }) => sum + (evidence?.rounds ?? 0), 0),
  };
}
