import { GateError } from "../error.ts";
import { type EvidenceCell, type EvidenceFile, type OtherMetric, otherMetrics } from "../result.ts";
import { type Judgement, judge } from "./judge.ts";
import { roundCount } from "./series.ts";
import type { ExpectedCell, MeasuredCell, Suite } from "./suite.ts";
import type { DecisionWarning } from "./warning.ts";
import { withJudgement } from "./with-judgement.ts";

export const comparisons = ["base", "reference", "baseline"] as const;
export type Comparison = (typeof comparisons)[number];

/** What is asked for instead of what the result says: tolerances as fractions, of which the special one counts. */
export type Changes = {
  tolerance?: number;
  comparisons?: Partial<Record<Comparison, number>>;
  metrics?: Partial<Record<OtherMetric, number>>;
  falseAlarms?: number;
};

/** What is assumed of a result that does not say it. */
const UNSAID = { falseAlarms: 0.01, secondsPerRound: 12 };

/** Judges recorded pairs again; the result is the same file with the new verdicts. */
export function decideAgain<T extends EvidenceFile>(
  file: T,
  changes: Changes,
): { result: T; judgement: Judgement } {
  const suite = suiteFrom(file, changes);
  const judged = judge(suite, measuredFrom(file), true);
  const judgement = { ...judged, warnings: [...judged.warnings, ...assumptions(file, suite)] };
  return { result: withJudgement(file, suite, judgement), judgement };
}

function suiteFrom(file: EvidenceFile, changes: Changes): Suite {
  const present = new Set(file.cells.map(({ id }) => id));
  const missing = (file.suite?.expected ?? []).filter((id) => !present.has(id));
  const rounds = file.cells.map(roundCount);
  const perRound = (file.suite?.measuredSeconds ?? 0) / rounds.reduce((sum, count) => sum + count, 0);
  return {
    cells: [
      ...file.cells.map((cell) => expectedFrom(cell, changes)),
      // Of a cell that is gone only its name is known. It will be an error, whatever its tolerance was.
      ...missing.map((id) => ({ id, workload: "", tolerance: 0.05 })),
    ],
    falseAlarms: changes.falseAlarms ?? file.suite?.falseAlarmRate ?? UNSAID.falseAlarms,
    maxRounds: file.suite?.maxRounds ?? Math.max(2, ...rounds),
    secondsPerRound: perRound > 0 ? perRound : UNSAID.secondsPerRound,
  };
}

function expectedFrom(cell: EvidenceCell, changes: Changes): ExpectedCell {
  const tolerance = changes.comparisons?.[cell.comparison ?? "base"] ?? changes.tolerance ?? cell.tolerance;
  if (tolerance === undefined) {
    throw new GateError("input", {
      what: `The cell ${cell.id} has no tolerance`,
      why: "Without one there is nothing to decide.",
      remedy: "Give one with --tolerance, for example --tolerance 5%.",
    });
  }
  const metrics: ExpectedCell["metrics"] = {};
  for (const metric of otherMetrics) {
    const limit = changes.metrics?.[metric] ?? cell.metrics?.[metric]?.tolerance;
    if (limit !== undefined) metrics[metric] = limit;
  }
  return { id: cell.id, workload: cell.workload ?? "", tolerance, metrics };
}

/** The cells with what kept them from being measured as planned, which other tolerances do not mend. */
function measuredFrom(file: EvidenceFile): MeasuredCell[] {
  const failed = (cell: EvidenceCell) => cell.failure ?? recordedError(cell);
  const crashed = (file.arms ?? []).filter((arm) => arm.crashed).map(({ id }) => id);
  // A crash fails the cells that it hit. One that no cell owns up to may have hit any of its arm's.
  const unowned = crashed.filter(
    (arm) => !file.cells.some((cell) => usesArm(cell, arm) && failed(cell) !== undefined),
  );
  return file.cells.map((cell) => {
    const arm = unowned.find((id) => usesArm(cell, id));
    const failure = failed(cell) ?? (arm === undefined ? undefined : `the arm ${arm} crashed`);
    return failure === undefined ? cell : { ...cell, failure };
  });
}

function usesArm({ base, head }: EvidenceCell, arm: string): boolean {
  return base === arm || head === arm;
}

function recordedError({ verdict, reasons, comparison, against }: EvidenceCell): string | undefined {
  if (verdict === "error") return reasons?.join("; ") ?? "recorded as an error";
  if (comparison === "baseline" && against === undefined)
    return "the stored ratio that it is held against is not recorded";
  return undefined;
}

function assumptions(file: EvidenceFile, suite: Suite): DecisionWarning[] {
  if (file.suite?.maxRounds !== undefined) return [];
  const text = `The result does not say how many rounds were planned; ${suite.maxRounds}, the most that a cell has, are assumed.`;
  return [{ kind: "assumed-plan", text }];
}
