import type { CellVerdict, Estimate, OtherMetric, ToleratedMetric } from "../result.ts";
import { warningsOf } from "./cell-warnings.ts";
import { type Circumstances, type Finding, type JudgedMetric, judgedMetric } from "./judged-metric.ts";
import type { Metric } from "./metric.ts";
import type { Needs } from "./reasons.ts";
import { countedPairs, roundCount } from "./series.ts";
import type { ExpectedCell, MeasuredCell } from "./suite.ts";
import type { DecisionWarning } from "./warning.ts";

export type JudgedCell = {
  id: string;
  verdict: CellVerdict;
  /** Another round could still decide it. */
  open: boolean;
  reasons: string[];
  warnings: DecisionWarning[];
  /** Of QPS. */
  estimate?: Estimate;
  metrics?: Partial<Record<OtherMetric, ToleratedMetric>>;
  /** What an undecided cell would take. */
  needs?: Needs;
};

export function judgedCell(
  expected: ExpectedCell,
  measured: MeasuredCell | undefined,
  findings: readonly Finding[],
  circumstances: Circumstances & { ended: boolean },
): JudgedCell {
  const failure = failureOf(measured, circumstances.ended);
  if (failure !== undefined) {
    return { id: expected.id, verdict: "error", open: false, reasons: [failure], warnings: [] };
  }
  const cell = measured ?? { id: expected.id, pairs: [] };
  const judged = findings.map((finding) => judgedMetric(finding, cell, circumstances));
  const verdict = worst(judged);
  const deciding = judged.filter((one) => rank[one.verdict] === rank[verdict]);
  const qps = judged.find(({ metric }) => metric === "qps");
  const others = judged.filter(({ metric }) => metric !== "qps");
  const needs = deciding.map((one) => one.needs).filter((one) => one !== undefined);
  return {
    id: expected.id,
    verdict,
    open:
      verdict !== "regression" &&
      judged.some(({ open }) => open) &&
      roundCount(cell) < circumstances.design.maxRounds,
    reasons: deciding.map(({ reason }) => reason),
    warnings: warningsOf(cell, findings.find(({ metric }) => metric === "qps")?.outcome.evidence),
    ...(qps?.estimate !== undefined && { estimate: qps.estimate }),
    ...(others.length > 0 && { metrics: Object.fromEntries(others.map(toleratedMetric)) }),
    ...(needs.length > 0 && { needs: mostOf(needs) }),
  };
}

/** A planned cell without a usable pair was not measured, whoever is to blame; while the run goes on it may be. */
function failureOf(measured: MeasuredCell | undefined, ended: boolean): string | undefined {
  if (measured?.failure !== undefined) return measured.failure;
  if (!ended) return undefined;
  if (measured === undefined) return "missing: the plan names this cell, but nothing was recorded for it";
  if (measured.pairs.length === 0) return "missing: no pair was measured";
  return countedPairs(measured).length === 0 ? "every pair had to be dropped" : undefined;
}

const rank = { improvement: 0, pass: 0, inconclusive: 1, suspect: 2, regression: 3 } as const;

/** A cell is what its worst metric is; an improvement is QPS's alone to claim. */
function worst(judged: readonly JudgedMetric[]): keyof typeof rank {
  const [first, ...others] = judged.map(({ verdict }) => verdict);
  return others.reduce(
    (worse, verdict) => (rank[verdict] > rank[worse] ? verdict : worse),
    first ?? "inconclusive",
  );
}

/** The most that any of the undecided metrics needs. */
function mostOf(all: readonly Needs[]): Needs {
  const rounds = Math.max(...all.map((needs) => needs.rounds ?? Infinity));
  const minutes = Math.max(...all.map((needs) => needs.minutes ?? Infinity));
  return rounds === Infinity ? {} : { rounds, minutes };
}

function toleratedMetric({
  metric,
  tolerance,
  verdict,
  reason,
  estimate,
}: JudgedMetric): [Metric, ToleratedMetric] {
  return [metric, { tolerance, verdict, reasons: [reason], ...(estimate !== undefined && { estimate }) }];
}
