import { gitTree } from "../adapters/git-tree.ts";
import { workingTree } from "../adapters/working-tree.ts";
import { type Finding, hasError } from "../core/config/finding.ts";
import { sameScenario, scenariosAtBase } from "../core/config/gate/at-base.ts";
import { defaultGatePath, type Gate, gateOf } from "../core/config/gate/gate.ts";
import type { ResolvedScenario } from "../core/config/scenario/resolved-scenario.ts";
import { loadScenario, type Sources, scenarioOfCnf } from "../core/config/scenario/scenario.ts";
import { type Origin, readDocument } from "../core/config/yaml/document.ts";
import type { YamlDocument } from "../core/config/yaml/yaml-document.ts";
import { GateError } from "../core/error.ts";
import { builtInFiles, locate, repositoryRoot } from "./files.ts";
import { overlaid } from "./overlay.ts";

/** What the options of `run` say, as text: the gate file's schema reads them. */
export type RunOptions = {
  myCnf?: string;
  baseRef?: string;
  base?: string;
  head?: string;
  scenarios?: string;
  reference?: string;
  workloads?: string;
  threads?: string;
  tolerance?: string;
  falseAlarms?: string;
  budget?: string;
  server?: string;
  method?: string;
  failOn?: string;
  policy?: "trusted" | "untrusted";
};

/** What is to be run. Without a `gate` the findings say why. */
export type Ordered = {
  gate?: Gate;
  atBase: Map<string, ResolvedScenario>;
  /** Scenarios that are the same at the base: nothing is measured for them. */
  unchanged: string[];
  findings: Finding[];
  repository: string;
};

/** The gate file, where there is one, under the options of the command line. */
export async function orderedGate(
  cwd: string,
  file: string | undefined,
  options: RunOptions,
): Promise<Ordered> {
  const located = file === undefined ? undefined : locate(cwd, file);
  const repository = located?.root ?? rootOf(cwd, options);
  const own: Origin = { tree: workingTree(repository), prefix: "" };
  const sources: Sources = { own, builtIn: builtInFiles(), trust: options.policy ?? "trusted" };
  const gatePath = located?.path ?? ((await own.tree.read(defaultGatePath)).ok ? defaultGatePath : undefined);
  const document = gatePath === undefined ? undefined : await readDocument(own, gatePath);
  const nothing = { atBase: new Map(), unchanged: [], repository };
  if (document !== undefined && document.value === undefined)
    return { ...nothing, findings: document.findings };
  const raw = overlaid(document?.value, overrides(cwd, repository, document?.value, options));
  const { value: read, findings } = await gateOf(sources, raw);
  if (read === undefined) return { ...nothing, findings };
  const gate = options.tolerance === undefined ? read : withoutOwnTolerances(read);
  const before = await baseOf(cwd, sources, gate, options, repository, gatePath);
  const same = gate.scenarios.filter((scenario) => {
    const base = before.scenarios.get(scenario.name);
    return base !== undefined && sameScenario(base, scenario, gate.settings.server);
  });
  for (const { name } of same) before.scenarios.delete(name);
  const all = [...findings, ...before.findings];
  const ordered = {
    atBase: before.scenarios,
    unchanged: same.map(({ name }) => name),
    findings: all,
    repository,
  };
  return hasError(all) ? ordered : { ...ordered, gate };
}

/** Without a gate file, the files that are named say which repository is meant. */
function rootOf(cwd: string, { head, myCnf }: RunOptions): string {
  const named = head ?? myCnf;
  return named === undefined ? repositoryRoot(cwd) : locate(cwd, named).root;
}

/** A tolerance of the command line holds instead of every other. */
function withoutOwnTolerances(gate: Gate): Gate {
  return { ...gate, scenarios: gate.scenarios.map((scenario) => ({ ...scenario, tolerances: [] })) };
}

async function baseOf(
  cwd: string,
  sources: Sources,
  gate: Gate,
  { base, baseRef, head, server }: RunOptions,
  repository: string,
  gatePath: string | undefined,
) {
  if (base !== undefined && baseRef !== undefined) {
    throw new GateError("input", {
      what: "Both --base and --base-ref are given",
      remedy: "Give one of them.",
    });
  }
  if (baseRef !== undefined) {
    const tree = { tree: await gitTree(repository, baseRef), prefix: `${baseRef}:` };
    // A server that the command line names is both arms'.
    return scenariosAtBase(sources, tree, gate.settings, server === undefined ? gatePath : undefined);
  }
  if (base === undefined) return { scenarios: new Map<string, ResolvedScenario>(), findings: [] };
  if (head === undefined) {
    throw new GateError("input", { what: "--base is given without --head", remedy: "Name both files." });
  }
  const { root, path } = locate(cwd, base);
  const from: Sources = {
    ...sources,
    own: { tree: workingTree(root), prefix: "" },
    server: gate.settings.server,
  };
  const place = { file: path, line: 1, column: 1 };
  const { value, findings } = isYaml(path)
    ? await loadScenario(from, path, place)
    : await scenarioOfCnf(from, path, place);
  const [scenario] = gate.scenarios;
  // The two files are one scenario before and after, whatever they call themselves.
  const scenarios = new Map(value && scenario ? [[scenario.name, { ...value, name: scenario.name }]] : []);
  return { scenarios, findings };
}

function overrides(
  cwd: string,
  repository: string,
  document: YamlDocument | undefined,
  options: RunOptions,
): Record<string, unknown> {
  const { myCnf, head, scenarios, reference, workloads } = options;
  const list = (text: string | undefined) => text?.split(",").map((item) => item.trim());
  const path = (named: string | undefined) =>
    named === undefined ? undefined : pathIn(repository, cwd, named);
  return {
    "my-cnf": path(myCnf),
    scenarios: list(scenarios),
    ...(head !== undefined && ofHead(path(head) ?? head)),
    reference,
    workloads: list(workloads),
    threads: options.threads,
    "false-alarms": options.falseAlarms,
    budget: options.budget,
    server: options.server,
    method: options.method,
    "fail-on": options.failOn,
    ...comparisons(document, options),
  };
}

/** `--head` is the one scenario of the run, whatever a gate file lists. */
function ofHead(path: string): Record<string, unknown> {
  return isYaml(path) ? { scenarios: [path], "my-cnf": null } : { scenarios: null, "my-cnf": path };
}

function pathIn(repository: string, cwd: string, named: string): string {
  const { root, path } = locate(cwd, named);
  if (root === repository) return path;
  throw new GateError("input", {
    what: `${named} is not in the repository of the gate, ${repository}`,
    why: "A gate's paths are all in one repository.",
    remedy: "Copy the file there, or compare it with `--base` and `--head` outside of any gate.",
  });
}

/**
 * Naming a reference or scenarios asks for that comparison. A tolerance of the command line holds for all comparisons.
 */
function comparisons(document: YamlDocument | undefined, options: RunOptions): Record<string, unknown> {
  const { reference, scenarios, tolerance } = options;
  const file = keyOf(document?.value, "gate");
  const asked = reference !== undefined || scenarios !== undefined;
  // What is no mapping is the file's mistake, and is found there.
  const isMapping = file === undefined || (typeof file === "object" && file !== null && !Array.isArray(file));
  if (!isMapping || (!asked && tolerance === undefined)) return {};
  const base = keyOf(file, "base");
  const ofFile = keyOf(file, "reference") ?? "off";
  const gate = {
    ...(typeof file === "object" && file),
    ...(tolerance !== undefined && base !== "off" && { base: tolerance }),
    reference: asked || ofFile !== "off" ? (tolerance ?? onOr5(ofFile)) : "off",
  };
  return { gate, ...(tolerance !== undefined && { tolerances: [] }) };
}

const onOr5 = (value: unknown) => (value === "off" ? "5%" : value);

function keyOf(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}

const isYaml = (path: string): boolean => /\.ya?ml$/.test(path);
