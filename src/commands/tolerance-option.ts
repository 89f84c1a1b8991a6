import { InvalidArgumentError } from "commander";
import { otherMetrics } from "../core/result.ts";
import { type Changes, type Comparison, comparisons } from "../core/verdict/decide-again.ts";
import { percentBetween } from "./option-values.ts";

export type Tolerances = Pick<Changes, "tolerance" | "comparisons" | "metrics">;

/** One `--tolerance`: `8%` for all cells, `reference=35%` for a comparison's, `p95=20%` for another metric. */
export function withTolerance(text: string, before: Tolerances = {}): Tolerances {
  const [first = "", second] = text.split("=", 2);
  if (second === undefined) return { ...before, tolerance: percentBetween(0.000001, 99)(first) };
  const comparison = comparisons.find((name): name is Comparison => name === first);
  if (comparison !== undefined) {
    const tolerance = percentBetween(0.000001, 99)(second);
    return { ...before, comparisons: { ...before.comparisons, [comparison]: tolerance } };
  }
  const metric = otherMetrics.find((name) => name === first);
  if (metric === undefined) {
    throw new InvalidArgumentError(
      `Before the = expected one of ${[...comparisons, ...otherMetrics].join(", ")}.`,
    );
  }
  return { ...before, metrics: { ...before.metrics, [metric]: percentBetween(0.000001, 999)(second) } };
}
