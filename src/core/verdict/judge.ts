import { type CellVerdict, cellVerdicts, type SuiteVerdict } from "../result.ts";
import { type JudgedCell, judgedCell } from "./cell.ts";
import type { Finding } from "./judged-metric.ts";
import { direction, type Metric, marginOf } from "./metric.ts";
import { detectableLossPct, deviationOf } from "./precision.ts";
import { assumedPrior, ENOUGH_CELLS } from "./prior.ts";
import { type Design, type Outcome, runTests, type Test } from "./sequential.ts";
import { seriesOf } from "./series.ts";
import type { ExpectedCell, MeasuredCell, Suite } from "./suite.ts";
import type { DecisionWarning } from "./warning.ts";

export type Judgement = {
  suite: {
    verdict: SuiteVerdict;
    counts: Record<CellVerdict, number>;
    /** The loss of QPS that this run would have proven in four of five cases, for its middle cell. */
    minimumDetectablePct?: number;
  };
  /** In the order of the suite's cells. */
  cells: JudgedCell[];
  /** The cells that another round is worth; none: the run can stop with this verdict. */
  undecided: string[];
  warnings: DecisionWarning[];
};

/**
 * The decision. The measuring loop asks it after each round and stops when nothing is `undecided`, or when its
 * time is up, which it says by `ended`; a finished result is judged by the same call, with `ended` set. The
 * same pairs always give the same answer, since every call replays the run from its first round.
 */
export function judge(suite: Suite, measured: readonly MeasuredCell[], ended: boolean): Judgement {
  const byId = new Map(measured.map((cell) => [cell.id, cell]));
  const entries = suite.cells.flatMap((cell) => testsOf(suite, cell, byId.get(cell.id)));
  const design: Design = {
    falseAlarms: suite.falseAlarms,
    maxRounds: suite.maxRounds,
    tests: entries.length,
  };
  const outcomes = runTests(
    entries.map(({ test }) => test),
    design,
    ended,
  );
  const findings = new Map<string, Finding[]>(suite.cells.map(({ id }) => [id, []]));
  for (const [i, { cell, metric, tolerance, test }] of entries.entries()) {
    const outcome = outcomes[i] ?? { decision: "open", evidence: undefined };
    findings.get(cell.id)?.push({ metric, tolerance, margin: test.margin, outcome });
  }
  const cells = suite.cells.map((cell) =>
    judgedCell(cell, byId.get(cell.id), findings.get(cell.id) ?? [], {
      design,
      secondsPerRound: suite.secondsPerRound,
      ended,
    }),
  );
  const minimumDetectablePct = detectableBy(entries, outcomes, design);
  return {
    suite: {
      ...suiteOf(cells),
      ...(minimumDetectablePct !== undefined && { minimumDetectablePct }),
    },
    cells,
    undecided: ended ? [] : cells.filter(({ open }) => open).map(({ id }) => id),
    warnings: assumptions(entries),
  };
}

/** Of the cell in the middle by noise, so that neither the quietest nor the loudest speaks for the run. */
function detectableBy(
  entries: readonly Entry[],
  outcomes: readonly Outcome[],
  design: Design,
): number | undefined {
  const byNoise = entries
    .flatMap(({ metric, test }, i) => {
      const evidence = outcomes[i]?.evidence;
      return metric === "qps" && evidence !== undefined ? [{ evidence, margin: test.margin }] : [];
    })
    .sort((a, b) => deviationOf(a.evidence) - deviationOf(b.evidence));
  const middle = byNoise[Math.floor(byNoise.length / 2)];
  return middle && detectableLossPct(middle.evidence, middle.margin, design);
}

type Entry = { cell: ExpectedCell; metric: Metric; tolerance: number; test: Test; assumed: boolean };

/**
 * A cell has a test for each of its tolerances. One that failed or is missing has them too: the number of tests
 * is fixed by the plan, and what a failed cell told about the noise was used by looks that are past.
 */
function testsOf(suite: Suite, cell: ExpectedCell, measured: MeasuredCell | undefined): Entry[] {
  const tolerances: [Metric, number][] = [["qps", cell.tolerance]];
  for (const metric of ["p95", "cpu-per-query", "memory"] as const) {
    const tolerance = cell.metrics?.[metric];
    if (tolerance !== undefined) tolerances.push([metric, tolerance]);
  }
  return tolerances.map(([metric, tolerance]) => {
    const known = metric === "qps" ? suite.noise?.get(cell.workload) : undefined;
    const sign = direction(metric);
    const test: Test = {
      stratum: `${metric} of ${cell.workload}`,
      prior: known ?? assumedPrior(metric, cell.workload),
      margin: marginOf(metric, tolerance),
      rounds: seriesOf(measured ?? { pairs: [] }, metric).map(({ round, value }) => ({
        round,
        value: sign * value,
      })),
      ...(metric === "qps" &&
        measured?.against !== undefined && {
          against: { mean: measured.against.lnRatio, standardError: measured.against.standardError },
        }),
    };
    return { cell, metric, tolerance, test, assumed: known === undefined };
  });
}

function suiteOf(cells: readonly JudgedCell[]): Pick<Judgement["suite"], "verdict" | "counts"> {
  const counts = Object.fromEntries(cellVerdicts.map((verdict) => [verdict, 0])) as Record<
    CellVerdict,
    number
  >;
  for (const { verdict } of cells) counts[verdict]++;
  return { verdict: suiteVerdict(counts), counts };
}

function suiteVerdict(counts: Record<CellVerdict, number>): SuiteVerdict {
  if (counts.regression > 0) return "regression";
  if (counts.error > 0) return "error";
  if (counts.suspect + counts.inconclusive > 0) return "inconclusive";
  // A suite of no cells has shown nothing.
  return counts.pass + counts.improvement > 0 ? "pass" : "error";
}

function assumptions(entries: readonly Entry[]): DecisionWarning[] {
  const small = new Map<string, number>();
  for (const { test, assumed } of entries)
    if (assumed) small.set(test.stratum, (small.get(test.stratum) ?? 0) + 1);
  const strata = [...small].filter(([, tests]) => tests < ENOUGH_CELLS).map(([stratum]) => stratum);
  if (strata.length === 0) return [];
  const text = `How noisy a round is was partly assumed, for ${strata.join(", ")}: fewer than ${ENOUGH_CELLS} cells share it, and there is no history of it.`;
  return [{ kind: "assumed-noise", text }];
}
