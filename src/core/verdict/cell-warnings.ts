import type { Evidence } from "./evidence.ts";
import { countedPairs, roundCount } from "./series.ts";
import { stallWarning } from "./stalls.ts";
import type { MeasuredCell } from "./suite.ts";
import type { DecisionWarning } from "./warning.ts";

/** What the reader should know before trusting a cell's figures; `evidence` is that of its QPS. */
export function warningsOf(cell: MeasuredCell, evidence: Evidence | undefined): DecisionWarning[] {
  return [droppedPairs(cell), oneRound(cell), unusedRounds(cell, evidence), stalls(cell, evidence)].filter(
    (warning) => warning !== undefined,
  );
}

function droppedPairs({ pairs }: MeasuredCell): DecisionWarning | undefined {
  const grounds = pairs.map(({ dropped }) => dropped).filter((ground) => ground !== undefined);
  if (grounds.length === 0) return undefined;
  const text = `${grounds.length} of ${pairs.length} pairs do not count: ${[...new Set(grounds)].join(", ")}.`;
  return { kind: "dropped-pairs", text };
}

function oneRound(cell: MeasuredCell): DecisionWarning | undefined {
  const counted = countedPairs(cell);
  if (counted.length === 0 || counted.some(({ round }) => round !== undefined)) return undefined;
  const text =
    "Its pairs do not name their rounds and count as one; only fresh starts tell change from noise.";
  return { kind: "one-round", text };
}

function unusedRounds(cell: MeasuredCell, evidence: Evidence | undefined): DecisionWarning | undefined {
  const rounds = roundCount(cell);
  if (evidence === undefined || evidence.rounds === rounds) return undefined;
  const text = `Decided after ${evidence.rounds} of its ${rounds} rounds, as a run with these tolerances would have been.`;
  return { kind: "unused-rounds", text };
}

function stalls(cell: MeasuredCell, evidence: Evidence | undefined): DecisionWarning | undefined {
  if (evidence === undefined || evidence.rounds !== roundCount(cell)) return undefined;
  const mean = evidence.mean + (cell.against?.lnRatio ?? 0);
  const pairs = countedPairs(cell).map(({ d }) => d);
  return stallWarning(pairs, mean);
}
