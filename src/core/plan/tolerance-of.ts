import type { GateFile } from "../config/gate/gate-schema.ts";
import type { Comparison, Tolerance } from "../config/notation/tolerance.ts";
import type { ResolvedScenario } from "../config/scenario/resolved-scenario.ts";

type Cell = { comparison: Comparison; scenario: string; workload: string; threads: number };

/** The gate's last entry that fits the cell, else the scenario's own last one, else the gate's for all cells. */
export function toleranceOf(settings: GateFile, scenario: ResolvedScenario, cell: Cell): Tolerance {
  const ofGate = settings.tolerances.filter(
    (entry) => entry.scenario === undefined || entry.scenario === cell.scenario,
  );
  const entries = [...scenario.tolerances, ...ofGate];
  const fits = entries.filter(
    ({ workload, threads }) =>
      (workload === undefined || workload === cell.workload) &&
      (threads === undefined || threads === cell.threads),
  );
  return (
    fits.findLast((entry) => entry[cell.comparison] !== undefined)?.[cell.comparison] ??
    settings.gate[cell.comparison]
  );
}
