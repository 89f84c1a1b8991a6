import { fitPrior, type Variance } from "../stats/moderation.ts";
import type { Metric } from "./metric.ts";

/**
 * The standard deviation of a round's value that is assumed where neither enough cells nor the class's own
 * history tell it. It stands at the upper end of what was seen: an assumption too low makes false alarms, one
 * too high costs a tenth of a round (docs/operating-characteristics.md, "assumed noise"). Seen were for QPS
 * pairs of 1.5 % and instances of up to 1.1 % for reads, 2.4 % and 1.9 % for writes. CPU per query is taken to
 * be as noisy as QPS; p95 comes in sysbench's histogram steps of 1.8 % and is noisier.
 */
const assumed: Record<Metric, { reads: number; writes: number }> = {
  qps: { reads: 0.02, writes: 0.024 },
  "cpu-per-query": { reads: 0.02, writes: 0.024 },
  p95: { reads: 0.05, writes: 0.06 },
  memory: { reads: 0.02, writes: 0.024 },
};

/** Cells' variances differ by a log-normal factor of about 0.4 in the deviation, which is worth this much. */
const PRIOR_DF = 4;

/** sysbench's workloads that write nothing; of others the noise of writes is assumed. */
const reads = /read_only|point_select|^select_/;

export function assumedPrior(metric: Metric, workload: string): Variance {
  const deviation = assumed[metric][reads.test(workload) ? "reads" : "writes"];
  return { value: deviation ** 2, df: PRIOR_DF };
}

/** So many cells of one kind know their noise; fewer need an assumption. */
export const ENOUGH_CELLS = 12;

/** What is learned never counts for more degrees of freedom than these. */
const MOST_DF = 8;

/** What the variances of cells of one kind, of this run or of earlier ones, tell about another one's. */
export function learnedPrior(seen: readonly Variance[]): Variance | undefined {
  if (seen.length < ENOUGH_CELLS) return undefined;
  const { value, df } = fitPrior(seen);
  // Figures that come in steps may not differ at all; that is no proof that nothing can.
  return value > 0 ? { value, df: Math.min(df, MOST_DF) } : undefined;
}
