import { GateError } from "../error.ts";
import { didYouMean } from "./did-you-mean.ts";
import { hasError } from "./finding.ts";
import { defaultGatePath, loadGate } from "./gate/gate.ts";
import type { Place, ResolvedScenario } from "./scenario/resolved-scenario.ts";
import { loadScenario, type Sources, scenarioNames } from "./scenario/scenario.ts";
import { loadWorkload, type Workload, workloadNames } from "./workload/workload.ts";
import type { Loaded, Origin } from "./yaml/document.ts";

/** A scenario or workload that a gate file can name, and where it comes from. */
export type Entry =
  | { kind: "scenario"; source: string; scenario: ResolvedScenario }
  | { kind: "workload"; source: string; workload: Workload };

/** The built-in ones, then those of the repository's own gate file. */
export async function catalogue(sources: Sources): Promise<Entry[]> {
  const builtIn = await builtInEntries(sources);
  const own = await ownEntries(sources);
  const names = new Set(builtIn.map(nameOf));
  return [...builtIn, ...own.filter((entry) => !names.has(nameOf(entry)))];
}

export function named(entries: Entry[], name: string): Entry[] {
  const found = entries.filter((entry) => nameOf(entry) === name);
  if (found.length > 0) return found;
  const suggestion = didYouMean(name, entries.map(nameOf));
  throw new GateError("input", {
    what: `There is no scenario or workload \`${name}\``,
    remedy:
      suggestion === undefined
        ? "`mysql-perf-gate scenarios` lists them."
        : `Did you mean \`${suggestion}\`?`,
  });
}

export function nameOf(entry: Entry): string {
  return entry.kind === "scenario" ? entry.scenario.name : entry.workload.name;
}

async function builtInEntries(sources: Sources): Promise<Entry[]> {
  const { builtIn } = sources;
  const scenarios = (await scenarioNames(builtIn)).map(async (name): Promise<Entry> => {
    const source = `${builtIn.prefix}${name}.yml`;
    return { kind: "scenario", source, scenario: sound(await loadScenario(sources, name, placeIn(source))) };
  });
  const workloads = (await workloadNames(builtIn)).map(async (name): Promise<Entry> => {
    const source = `${builtIn.prefix}workloads/${name}.yml`;
    return { kind: "workload", source, workload: sound(await loadWorkload(builtIn, name, placeIn(source))) };
  });
  return Promise.all([...scenarios, ...workloads]);
}

async function ownEntries(sources: Sources): Promise<Entry[]> {
  const present = await sources.own.tree.read(defaultGatePath);
  if (!present.ok && present.problem === "absent") return [];
  const { value: gate, findings } = await loadGate(sources, defaultGatePath);
  if (gate === undefined || hasError(findings)) {
    throw new GateError("input", {
      what: `${defaultGatePath} has errors`,
      remedy: `See them with: mysql-perf-gate validate ${defaultGatePath}`,
    });
  }
  const source = ownSource(sources.own);
  return [
    ...gate.scenarios.map((scenario): Entry => ({ kind: "scenario", source, scenario })),
    ...gate.workloads.map((workload): Entry => ({ kind: "workload", source, workload })),
  ];
}

const ownSource = (own: Origin): string => `${own.prefix}${defaultGatePath}`;
const placeIn = (file: string): Place => ({ file, line: 1, column: 1 });

/** Built-in files are part of this program: a finding in one is a defect, and a test finds it first. */
function sound<T>({ value, findings }: Loaded<T>): T {
  const [first] = findings;
  if (value !== undefined) return value;
  throw new Error(first === undefined ? "a built-in file is empty" : `${first.place.file}: ${first.what}`);
}
