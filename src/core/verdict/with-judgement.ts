import type { EvidenceCell, EvidenceFile, Warning } from "../result.ts";
import type { JudgedCell } from "./cell.ts";
import type { Judgement } from "./judge.ts";
import type { ExpectedCell, Suite } from "./suite.ts";
import { isOfDecision } from "./warning.ts";

/** The result with these verdicts in it, in place of those that it had. */
export function withJudgement<T extends EvidenceFile>(file: T, suite: Suite, judgement: Judgement): T {
  const expected = new Map(suite.cells.map((cell) => [cell.id, cell]));
  const judged = new Map(judgement.cells.map((cell) => [cell.id, cell]));
  return {
    ...file,
    cells: file.cells.map((cell) => decidedCell(cell, expected.get(cell.id), judged.get(cell.id))),
    suite: {
      ...file.suite,
      ...judgement.suite,
      falseAlarmRate: suite.falseAlarms,
      maxRounds: suite.maxRounds,
      expected: suite.cells.map(({ id }) => id),
    },
    warnings: [...ofMeasuring(file), ...judgement.warnings],
  };
}

function decidedCell(
  cell: EvidenceCell,
  expected: ExpectedCell | undefined,
  judged: JudgedCell | undefined,
): EvidenceCell {
  if (expected === undefined || judged === undefined) return cell;
  const { estimate: _estimate, needs: _needs, ...kept } = cell;
  const { estimate, needs, metrics } = judged;
  return {
    ...kept,
    tolerance: expected.tolerance,
    verdict: judged.verdict,
    reasons: judged.reasons,
    warnings: [...ofMeasuring(cell), ...judged.warnings],
    ...(estimate !== undefined && { estimate }),
    ...(needs !== undefined && { needs }),
    ...(metrics !== undefined && { metrics }),
  };
}

function ofMeasuring({ warnings }: { warnings?: Warning[] | undefined }): Warning[] {
  return (warnings ?? []).filter((warning) => !isOfDecision(warning));
}
