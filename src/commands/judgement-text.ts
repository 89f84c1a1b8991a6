import type { Terminal } from "../adapters/terminal.ts";
import type { CellVerdict, Warning } from "../core/result.ts";

/** A judgement, or the result that it is written into. */
type Judged = {
  suite: {
    verdict: string;
    counts: Partial<Record<CellVerdict, number>>;
    minimumDetectablePct?: number | undefined;
  };
  cells: readonly {
    id: string;
    verdict: CellVerdict;
    reasons: readonly string[];
    warnings: readonly Warning[];
  }[];
  warnings: readonly Warning[];
};

const colour: Record<CellVerdict, "red" | "yellow" | "green"> = {
  pass: "green",
  improvement: "green",
  suspect: "yellow",
  inconclusive: "yellow",
  regression: "red",
  error: "red",
};

/** The verdicts and their reasons, a line for each cell, and the suite in the last lines. */
export function judgementText({ suite, cells, warnings }: Judged, terminal: Pick<Terminal, "paint">): string {
  const width = Math.max(...cells.map(({ id }) => id.length));
  const lines = cells.flatMap(({ id, verdict, reasons, warnings: own }) => [
    `${terminal.paint(colour[verdict], verdict.padEnd("inconclusive".length))}  ${id.padEnd(width)}  ${reasons.join("; ")}`,
    ...own.map((warning) => terminal.paint("dim", `  ${warning.text}`)),
  ]);
  const counts = Object.entries(suite.counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`);
  const reach =
    suite.minimumDetectablePct === undefined
      ? []
      : [`A loss of ${suite.minimumDetectablePct.toFixed(1)} % would be proven in 4 of 5 such runs.`];
  const doubts = warnings.map((warning) => terminal.paint("dim", warning.text));
  return [
    ...lines,
    "",
    `${terminal.paint("bold", suite.verdict)}: ${counts.join(", ")}`,
    ...reach,
    ...doubts,
  ].join("\n");
}
