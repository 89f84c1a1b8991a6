import type { Gate } from "./core/config/gate/gate.ts";
import type { ResolvedScenario } from "./core/config/scenario/resolved-scenario.ts";
import { GateError } from "./core/error.ts";
import type { Lanes } from "./core/plan/lanes.ts";
import { notCompared, type Plan, planOf } from "./core/plan/plan.ts";
import type { OtherMetric, Result, Warning } from "./core/result.ts";
import { resultOf } from "./core/result-of.ts";
import { randomFrom } from "./core/stats/random.ts";
import { judge } from "./core/verdict/judge.ts";
import { roundsWithin, type Suite } from "./core/verdict/suite.ts";
import type { Method } from "./measure/measurement.ts";
import { duet, interleaved, timing } from "./measure/methods.ts";
import type { Outside } from "./measure/outside.ts";
import { measureRounds, type Progress } from "./measure/rounds.ts";
import type { DataSet } from "./ports.ts";

/** What two runs must, or should, have in common to be compared. */
type Machine = {
  arch: string;
  cpus: number;
  cpuModel?: string;
  memoryMiB?: number;
  kernel?: string;
  os?: string;
  runner?: string;
  sysbench?: string;
};

/** What a run is asked to do, already read and checked. */
export type GateOrder = {
  gate: Gate;
  /** The gate's scenarios as they stand at the base ref, by name. */
  atBase: ReadonlyMap<string, ResolvedScenario>;
  /** Scenarios that mean the same at the base: nothing is measured for them. */
  unchanged: readonly string[];
  seed: number;
  lanes: Lanes | { refused: { what: string; why?: string; remedy: string } };
  version: string;
  machine: Machine;
};

/** What one measurement of one round takes: a fresh sysbench, its warm-up, the pairs, the final reports. */
const SECONDS_PER_MEASUREMENT = { duet: 12, interleaved: 40 };

/** Two servers, the one after the other. */
const SECONDS_PER_START = 3;

/** Inputs → plan → measure until each cell is decided or the budget is spent → verdict → record. */
export async function runGate(order: GateOrder, outside: Outside, progress: Progress): Promise<Result> {
  const { gate, seed } = order;
  const { clock } = outside;
  const began = { at: clock.date(), milliseconds: clock.now() };
  const random = randomFrom(seed);
  const plan = planOf(gate, order.atBase);
  refuseEmpty(plan);
  const { method, warnings } = methodFor(order, outside, random);
  for (const text of notCompared(gate, plan, order.unchanged)) warnings.push({ kind: "not-compared", text });
  const secondsPerMeasurement = SECONDS_PER_MEASUREMENT[method.name];
  const { metrics } = gate.settings;
  const measurements = plan.matches.flatMap((match) => match.measurements).length;
  const perRound = measurements * secondsPerMeasurement + plan.matches.length * SECONDS_PER_START;
  const maxRounds = roundsWithin(gate.settings.budget, perRound);
  if (maxRounds < 2) throw tooLittleTime(gate.settings.budget, measurements, 2 * perRound);
  const suite: Suite = {
    cells: plan.cells.map(({ id, workload, tolerance }) => ({
      id,
      workload,
      tolerance,
      metrics: given(metrics),
    })),
    falseAlarms: gate.settings["false-alarms"],
    maxRounds,
    secondsPerRound: secondsPerMeasurement,
  };
  const data = { ...gate.settings.data, seed: 1 };
  const providers = await load(plan, data, outside);
  const settings = {
    data,
    warmUpSeconds: timing.warmUpSeconds,
    budgetSeconds: gate.settings.budget,
    secondsPerMeasurement,
  };
  const { ledger, seconds, cutOff } = await measureRounds({
    plan,
    suite,
    method,
    settings,
    random,
    outside,
    progress,
  });
  const judgement = judge(suite, ledger.cells, true);
  progress.judged(judgement, suite.maxRounds);
  const result = resultOf(
    plan,
    suite,
    { cells: ledger.cells, inForce: ledger.inForce, seconds, ...(cutOff && { cutOff }) },
    judgement,
    {
      tool: { version: order.version },
      startedAt: began.at.toISOString(),
      finishedAt: clock.date().toISOString(),
      seed,
      fingerprint: { ...order.machine, method: method.name, sliceSeconds: timing.sliceSeconds },
      provider: ({ scenario }) => providers.get(scenario) ?? "",
      wallSeconds: (clock.now() - began.milliseconds) / 1000,
    },
  );
  return { ...result, warnings: [...warnings, ...result.warnings] };
}

/** A gate that compares nothing would always be green. */
function refuseEmpty(plan: Plan): void {
  if (plan.cells.length > 0) return;
  throw new GateError("input", {
    what: "There is nothing to compare",
    why: "No comparison that is switched on has both of its sides.",
    remedy:
      "Name a base (`--base-ref` or `--base`), or a reference to measure against (`--reference pfsoff`).",
  });
}

/** Two rounds are the least that decides anything; a gate that cannot decide could never fail. */
function tooLittleTime(budget: number, measurements: number, needed: number): GateError {
  return new GateError("input", {
    what: `The budget of ${budget} s is too short`,
    why: `Two rounds of ${measurements} measurements take about ${needed} s, and fewer decide nothing.`,
    remedy: `Give it at least ${needed}s, or measure fewer scenarios, workloads or thread levels.`,
  });
}

/** Before the clock of the budget runs: the rows are loaded once for each kind of server, and are the same on all. */
async function load(plan: Plan, data: DataSet, outside: Outside): Promise<Map<ResolvedScenario, string>> {
  const providers = new Map<ResolvedScenario, string>();
  let rows: string | undefined;
  for (const { scenario } of plan.matches.flatMap(({ base, head }) => [base, head])) {
    if (providers.has(scenario)) continue;
    const provider = await outside.provider(scenario);
    const loaded = await provider.load(scenario, data);
    if (rows !== undefined && loaded.rows !== rows) throw otherRows(scenario.name);
    rows = loaded.rows;
    providers.set(scenario, provider.kind);
  }
  return providers;
}

function otherRows(scenario: string): GateError {
  return new GateError("environment", {
    what: `The server of ${scenario} holds other rows than the others`,
    why: "Two servers can only be compared on equal data.",
    remedy: "Remove the snapshots in the cache folder, so that they are loaded anew.",
  });
}

function methodFor(
  { gate, lanes, machine }: GateOrder,
  outside: Outside,
  random: ReturnType<typeof randomFrom>,
): { method: Method; warnings: Warning[] } {
  const { method: wanted, server } = gate.settings;
  const inTurn = interleaved(machine.cpus, random, outside);
  if (wanted === "interleaved" || server.kind === "external") return { method: inTurn, warnings: [] };
  if ("refused" in lanes) {
    if (wanted === "duet") throw new GateError("environment", lanes.refused);
    const { what, why = "" } = lanes.refused;
    const text = `${what}, so the arms took turns, which is several times less precise: ${why}`;
    return { method: inTurn, warnings: [{ kind: "no-lanes", text }] };
  }
  const text =
    "The two lanes share a physical core, and slow each other down: both arms alike, but unlike production";
  const warnings = lanes.shareCores ? [{ kind: "shared-core", text }] : [];
  const [first, second] = lanes.lanes;
  if (first === undefined || second === undefined) throw new Error("a duet has two lanes");
  return { method: duet([first, second], random, outside), warnings };
}

/** The metrics that the gate file limits. */
function given(metrics: Gate["settings"]["metrics"]): Partial<Record<OtherMetric, number>> {
  return Object.fromEntries(Object.entries(metrics).filter(([, rise]) => rise !== undefined));
}
