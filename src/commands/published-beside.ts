import { publishedCosts } from "../core/reference/studies.ts";
import type { Result } from "../core/result.ts";

/** Each cell's change beside what the published study gives for the same scenario, workload and threads. */
export function publishedBeside(result: Pick<Result, "cells">, csv: string): string[] {
  const costs = publishedCosts(csv);
  const rows = result.cells.flatMap(({ estimate, scenario, workload, threads }) => {
    if (estimate === undefined) return [];
    const others = costs.filter(
      (cost) => cost.scenario === scenario && cost.workload === workload && cost.threads === threads,
    );
    const published = others.flatMap(({ product, change }) =>
      change === undefined ? [] : [`${product} ${percent(100 * change)}`],
    );
    const { changePct, lowPct, highPct } = estimate;
    const own = `${percent(changePct)} [${percent(lowPct)}, ${percent(highPct)}]`;
    return [
      `  ${`${workload} × ${threads}`.padEnd(22)} here ${own}   published: ${published.join(", ") || "none"}`,
    ];
  });
  return rows.length === 0 ? [] : ["", "Beside the published study:", ...rows, ""];
}

function percent(value: number): string {
  return `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(1)} %`;
}
