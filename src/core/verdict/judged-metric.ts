import type { CellVerdict, Estimate } from "../result.ts";
import { estimateOf, verdictOf } from "./classify.ts";
import type { Evidence } from "./evidence.ts";
import { direction, type Metric } from "./metric.ts";
import { roundsNeeded } from "./precision.ts";
import { type Needs, reasonOf } from "./reasons.ts";
import type { Design, Outcome } from "./sequential.ts";
import { pairsOfRounds } from "./series.ts";
import type { MeasuredCell } from "./suite.ts";

/** What became of the test of one metric of a cell. */
export type Finding = { metric: Metric; tolerance: number; margin: number; outcome: Outcome };

export type Circumstances = { design: Design; secondsPerRound: number };

export type JudgedMetric = {
  metric: Metric;
  tolerance: number;
  verdict: Exclude<CellVerdict, "error">;
  open: boolean;
  reason: string;
  estimate?: Estimate;
  needs?: Needs;
};

/** One metric of a cell, in the reader's terms. */
export function judgedMetric(
  finding: Finding,
  cell: MeasuredCell,
  circumstances: Circumstances,
): JudgedMetric {
  const { metric, tolerance, margin, outcome } = finding;
  const verdict = verdictOf(outcome, margin);
  const { evidence } = outcome;
  const open = outcome.decision === "open";
  if (evidence === undefined) {
    return {
      metric,
      tolerance,
      verdict,
      open,
      reason: reasonOf(metric, verdict, undefined, tolerance, undefined),
    };
  }
  const estimate = estimateOf(evidence, direction(metric), pairsOfRounds(cell, evidence.rounds));
  const needs = open ? needsOf(evidence, margin, circumstances) : undefined;
  const reason = reasonOf(metric, verdict, estimate, tolerance, needs);
  return { metric, tolerance, verdict, open, reason, estimate, ...(needs !== undefined && { needs }) };
}

function needsOf(evidence: Evidence, margin: number, { design, secondsPerRound }: Circumstances): Needs {
  const rounds = roundsNeeded(evidence, margin, design);
  return rounds === undefined ? {} : { rounds, minutes: ((rounds - evidence.rounds) * secondsPerRound) / 60 };
}
