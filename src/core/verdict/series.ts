import type { EvidenceCell, Pair, RoundRecord } from "../result.ts";
import type { RoundValue } from "./evidence.ts";
import type { Metric } from "./metric.ts";

type Recorded = Pick<EvidenceCell, "pairs" | "rounds">;

/** The ln-ratios head / base of a metric, one for each round that has it, in order. */
export function seriesOf(cell: Recorded, metric: Metric): RoundValue[] {
  switch (metric) {
    case "qps":
      return roundMeans(countedPairs(cell), ({ d }) => d);
    case "cpu-per-query":
      return roundMeans(countedPairs(cell), cpuPerQuery);
    case "p95":
      return roundValues(cell.rounds, ({ latency }) => lnRatio(latency?.base.p95, latency?.head.p95));
    case "memory":
      return roundValues(cell.rounds, ({ rssBytes }) => lnRatio(rssBytes?.base, rssBytes?.head));
  }
}

/** The pairs that count, which is all but those that were dropped on exogenous grounds. */
export function countedPairs(cell: Pick<EvidenceCell, "pairs">): Pair[] {
  return cell.pairs.filter(({ dropped }) => dropped === undefined);
}

/** How many rounds a cell has, which is what it is counted in. */
export function roundCount(cell: Pick<EvidenceCell, "pairs">): number {
  return new Set(countedPairs(cell).map(({ round }) => round ?? ONLY_ROUND)).size;
}

/** How many pairs the first `rounds` rounds hold. */
export function pairsOfRounds(cell: Pick<EvidenceCell, "pairs">, rounds: number): number {
  const last = seriesOf(cell, "qps")[rounds - 1]?.round ?? Infinity;
  return countedPairs(cell).filter(({ round }) => (round ?? ONLY_ROUND) <= last).length;
}

/** Pairs that do not name their round are of one. */
const ONLY_ROUND = 0;

function roundMeans(pairs: readonly Pair[], read: (pair: Pair) => number | undefined): RoundValue[] {
  const rounds = new Map<number, number[]>();
  for (const pair of pairs) {
    const value = read(pair);
    if (value === undefined) continue;
    const values = rounds.get(pair.round ?? ONLY_ROUND);
    if (values === undefined) rounds.set(pair.round ?? ONLY_ROUND, [value]);
    else values.push(value);
  }
  return inOrder([...rounds].map(([round, values]) => ({ round, value: mean(values) })));
}

function roundValues(
  rounds: readonly RoundRecord[] | undefined,
  read: (round: RoundRecord) => number | undefined,
): RoundValue[] {
  return inOrder(
    (rounds ?? []).flatMap((record) => {
      const value = read(record);
      return value === undefined ? [] : [{ round: record.round, value }];
    }),
  );
}

/** Like a pair's `d`: the mean of its slices' ln-ratios, so that what a lane is worth cancels. */
function cpuPerQuery({ slices }: Pair): number | undefined {
  const ratios = (slices ?? []).map((slice) => lnRatio(slice.baseCpuUsPerQuery, slice.headCpuUsPerQuery));
  const known = ratios.filter((ratio) => ratio !== undefined);
  return known.length > 0 && known.length === ratios.length ? mean(known) : undefined;
}

function lnRatio(base: number | undefined, head: number | undefined): number | undefined {
  return base === undefined || head === undefined ? undefined : Math.log(head / base);
}

function inOrder(rounds: RoundValue[]): RoundValue[] {
  return rounds.sort((a, b) => a.round - b.round);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
