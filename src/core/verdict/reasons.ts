import type { CellVerdict, Estimate } from "../result.ts";
import { labelOf, type Metric } from "./metric.ts";

/** What would decide an open cell: rounds in all, and minutes from here. Empty: no affordable number of them. */
export type Needs = { rounds?: number; minutes?: number };

/** Why a test has its verdict, in one sentence. */
export function reasonOf(
  metric: Metric,
  verdict: CellVerdict,
  estimate: Estimate | undefined,
  tolerance: number,
  needs: Needs | undefined,
): string {
  const limit = `tolerance ${plain(100 * tolerance)} %`;
  if (estimate === undefined) return `${labelOf(metric)}: no round with a value; ${limit}`;
  const change = `${changeOf(metric, estimate)}, ${limit}`;
  if (verdict === "suspect") return `${change}: beyond it, but not proven so; ${demand(needs)}`;
  if (verdict === "inconclusive") return `${change}: undecided; ${demand(needs)}`;
  return change;
}

/** "lost 11.8 % [10.9, 12.7]": in the direction that it went, so that the reader needs no signs. */
function changeOf(metric: Metric, { changePct, lowPct, highPct }: Estimate): string {
  const [fell, rose] =
    metric === "qps" ? ["lost", "gained"] : [`${labelOf(metric)} fell`, `${labelOf(metric)} rose`];
  return changePct < 0
    ? `${fell} ${one(-changePct)} % [${one(-highPct)}, ${one(-lowPct)}]`
    : `${rose} ${one(changePct)} % [${one(lowPct)}, ${one(highPct)}]`;
}

function demand(needs: Needs | undefined): string {
  if (needs?.rounds === undefined) return "it lies so close to the tolerance that more time would not tell";
  const minutes = Math.max(1, Math.round(needs.minutes ?? 0));
  return `about ${needs.rounds} rounds in all would decide, ${minutes} ${minutes === 1 ? "minute" : "minutes"} more`;
}

function one(value: number): string {
  const text = value.toFixed(1);
  return (text === "-0.0" ? "0.0" : text).replace("-", "−");
}

function plain(value: number): string {
  return String(Number(value.toFixed(4)));
}
