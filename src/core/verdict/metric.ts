import type { OtherMetric } from "../result.ts";

/** What a tolerance may be on. QPS always decides; the others do where they are given a tolerance. */
export type Metric = "qps" | OtherMetric;

/** 1 where more is better, −1 where more is worse. */
export function direction(metric: Metric): 1 | -1 {
  return metric === "qps" ? 1 : -1;
}

/**
 * The tolerance as the lowest acceptable gain, on the scale of logarithms: a tolerance of 5 % is a loss of 5 %
 * of the QPS, and a rise of 5 % in the others.
 */
export function marginOf(metric: Metric, tolerance: number): number {
  return metric === "qps" ? Math.log1p(-tolerance) : -Math.log1p(tolerance);
}

const label: Record<Metric, string> = {
  qps: "QPS",
  p95: "p95",
  "cpu-per-query": "CPU per query",
  memory: "memory",
};

export function labelOf(metric: Metric): string {
  return label[metric];
}
