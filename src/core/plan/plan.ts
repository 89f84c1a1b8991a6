import type { Gate } from "../config/gate/gate.ts";
import type { Comparison } from "../config/notation/tolerance.ts";
import type { ResolvedScenario } from "../config/scenario/resolved-scenario.ts";
import type { Workload } from "../config/workload/workload.ts";
import { toleranceOf } from "./tolerance-of.ts";

/** A scenario as one side of a comparison runs it. */
export type Arm = {
  id: string;
  role: "base" | "head";
  scenario: ResolvedScenario;
  /** A short name in plain letters, for folders, containers and logs. */
  folder: string;
};

/** What a verdict is about: declared before anything runs, so that a cell that vanishes is noticed. */
export type PlannedCell = {
  id: string;
  comparison: Comparison;
  scenario: string;
  base: string;
  head: string;
  workload: string;
  threads: number;
  tolerance: number;
};

/** One load on the two arms of a match; the same pairs may answer for several cells. */
export type Measurement = { workload: Workload; threads: number; cells: PlannedCell[] };

/** Two arms that run at once, and all that is measured while they do. */
export type Match = { id: string; base: Arm; head: Arm; measurements: Measurement[] };

export type Plan = { matches: Match[]; cells: PlannedCell[] };

/**
 * What a gate asks to be measured. `atBase` holds the gate's scenarios as they stand at the base ref, by name; a
 * scenario that is not there is new, and has nothing to be compared with at the base.
 */
export function planOf(gate: Gate, atBase: ReadonlyMap<string, ResolvedScenario>): Plan {
  const matches = [...baseMatches(gate, atBase), ...referenceMatches(gate)]
    .filter(({ measurements }) => measurements.length > 0)
    .map((match, index) => inFolders(match, index + 1));
  return { matches, cells: matches.flatMap((match) => match.measurements.flatMap(({ cells }) => cells)) };
}

function baseMatches(gate: Gate, atBase: ReadonlyMap<string, ResolvedScenario>): Match[] {
  return gate.scenarios.flatMap((scenario) => {
    const before = atBase.get(scenario.name);
    return before === undefined ? [] : matchOf(gate, before, scenario, `${scenario.name}@base`, "base");
  });
}

function referenceMatches(gate: Gate): Match[] {
  return gate.scenarios
    .filter(({ name }) => name !== gate.reference.name)
    .map((scenario) => matchOf(gate, gate.reference, scenario, gate.reference.name, "reference"));
}

function matchOf(
  gate: Gate,
  before: ResolvedScenario,
  scenario: ResolvedScenario,
  baseId: string,
  comparison: Comparison,
): Match {
  const base: Arm = { id: baseId, role: "base", scenario: before, folder: "base" };
  const head: Arm = { id: scenario.name, role: "head", scenario, folder: "head" };
  // What changes data comes last, so that it needs no fresh copy before the others.
  const inOrder = [...gate.workloads].sort((a, b) => Number(a.writes) - Number(b.writes));
  const measurements = inOrder.flatMap((workload) =>
    gate.settings.threads.flatMap((threads): Measurement | [] => {
      const cell = { comparison, scenario: scenario.name, workload: workload.name, threads };
      const tolerance = toleranceOf(gate.settings, scenario, cell);
      if (tolerance === "off") return [];
      return {
        workload,
        threads,
        cells: [{ id: idOf(cell), ...cell, base: base.id, head: head.id, tolerance }],
      };
    }),
  );
  return {
    id: `${head.id} against ${base.id}`,
    base,
    head,
    measurements,
  };
}

function inFolders(match: Match, number: number): Match {
  return {
    ...match,
    base: { ...match.base, folder: `match${number}-base` },
    head: { ...match.head, folder: `match${number}-head` },
  };
}

function idOf({
  comparison,
  scenario,
  workload,
  threads,
}: Pick<PlannedCell, "comparison" | "scenario" | "workload" | "threads">): string {
  return `${comparison}/${scenario}/${workload}/${threads}`;
}

/** What a gate asks for and a plan does not hold, in words: what is not measured must not look like a pass. */
export function notCompared(gate: Gate, plan: Plan, unchanged: readonly string[]): string[] {
  const has = (scenario: string, comparison: Comparison) =>
    plan.cells.some((cell) => cell.scenario === scenario && cell.comparison === comparison);
  const compared = gate.scenarios.filter(({ name }) => has(name, "base") || has(name, "reference"));
  const left = gate.scenarios.filter(
    (scenario) =>
      !compared.includes(scenario) &&
      scenario.name !== gate.reference.name &&
      !unchanged.includes(scenario.name),
  );
  const baseline =
    gate.settings.gate.baseline !== "off"
      ? ["no stored baseline was compared with: there is no store yet"]
      : [];
  return [
    ...left.map(({ name }) => `${name} was not measured: there is nothing that it is compared with`),
    ...baseline,
  ];
}
