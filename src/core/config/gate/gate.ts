import { type Finding, hasError } from "../finding.ts";
import { untrustedGateFindings } from "../policy/gate-policy.ts";
import type { Place, ResolvedScenario } from "../scenario/resolved-scenario.ts";
import { loadScenario, type Sources, scenarioOfCnf } from "../scenario/scenario.ts";
import { loadWorkload, ownWorkload, type Workload } from "../workload/workload.ts";
import type { WorkloadEntry } from "../workload/workload-schema.ts";
import { conform, type Loaded, readDocument } from "../yaml/document.ts";
import type { YamlDocument } from "../yaml/yaml-document.ts";
import { gateFindings } from "./gate-rules.ts";
import { type GateFile, gateSchema } from "./gate-schema.ts";

/** Where a gate file is looked for when none is named. */
export const defaultGatePath = ".github/mysql-perf-gate.yml";

/** A gate file with all that it names. */
export type Gate = {
  settings: GateFile;
  /** What is measured against the reference; the reference itself need not be among them. */
  scenarios: ResolvedScenario[];
  reference: ResolvedScenario;
  workloads: Workload[];
};

/** Reads a gate file and everything that it names, and reports all that is wrong with any of it. */
export async function loadGate(sources: Sources, path: string): Promise<Loaded<Gate>> {
  const document = await readDocument(sources.own, path);
  return document.value === undefined ? { findings: document.findings } : gateOf(sources, document.value);
}

export async function gateOf(from: Sources, document: YamlDocument): Promise<Loaded<Gate>> {
  const { value: settings, findings } = conform(document, gateSchema);
  if (settings === undefined) return { findings };
  const sources = { ...from, server: settings.server };
  const scenarios = await Promise.all(scenarioLoads(sources, document, settings));
  const reference = await referenceOf(sources, document, settings, scenarios);
  const workloads = await Promise.all(
    settings.workloads.map((entry, index) =>
      oneWorkload(sources, entry, document.placeOf(["workloads", index])),
    ),
  );
  const all = [...scenarios, reference, ...workloads].flatMap((loaded) => loaded.findings);
  const gate = {
    settings,
    scenarios: scenarios.flatMap(({ value }) => value ?? []),
    reference: reference.value,
    workloads: workloads.flatMap(({ value }) => value ?? []),
  };
  if (!complete(gate) || hasError(all)) return { findings: once(all) };
  const { trust } = sources;
  const rules = [
    ...gateFindings(gate, document),
    ...(trust === "untrusted" ? untrustedGateFindings(document, settings, gate.scenarios) : []),
  ];
  return hasError(rules)
    ? { findings: once([...all, ...rules]) }
    : { value: gate, findings: once([...all, ...rules]) };
}

function scenarioLoads(
  sources: Sources,
  document: YamlDocument,
  settings: GateFile,
): Promise<Loaded<ResolvedScenario>>[] {
  const cnf = settings["my-cnf"];
  const named = settings.scenarios ?? (cnf === undefined ? ["default"] : []);
  const loads = named.map((reference, index) =>
    loadScenario(sources, reference, document.placeOf(["scenarios", index])),
  );
  if (cnf !== undefined) loads.push(scenarioOfCnf(sources, cnf, document.placeOf(["my-cnf"])));
  return loads;
}

/** The reference may be one of the gate's own scenarios by its name, or anything that could stand in the list. */
async function referenceOf(
  sources: Sources,
  document: YamlDocument,
  settings: GateFile,
  scenarios: Loaded<ResolvedScenario>[],
): Promise<Loaded<ResolvedScenario>> {
  const listed = scenarios.find(({ value }) => value?.name === settings.reference);
  return listed ?? loadScenario(sources, settings.reference, document.placeOf(["reference"]));
}

function oneWorkload(
  sources: Sources,
  entry: string | WorkloadEntry,
  asked: Place,
): Promise<Loaded<Workload>> {
  return typeof entry === "string"
    ? loadWorkload(sources.builtIn, entry, asked)
    : ownWorkload(sources.own, entry, asked);
}

function complete(gate: Omit<Gate, "reference"> & { reference: ResolvedScenario | undefined }): gate is Gate {
  return gate.reference !== undefined;
}

/** Two scenarios that extend a third would report its findings twice. */
function once(findings: Finding[]): Finding[] {
  const seen = new Map(findings.map((finding) => [JSON.stringify(finding), finding]));
  return [...seen.values()];
}
