import { didYouMean } from "../did-you-mean.ts";
import { type Finding, hasError } from "../finding.ts";
import { isPath } from "../notation/name.ts";
import type { ServerSpec } from "../notation/server-spec.ts";
import type { Trust } from "../policy/options-policy.ts";
import { releaseOf } from "../server-release.ts";
import { conform, type Loaded, type Origin, readDocument } from "../yaml/document.ts";
import type { YamlDocument } from "../yaml/yaml-document.ts";
import type { Place, ResolvedScenario } from "./resolved-scenario.ts";
import { cnfOptions, layered, scenarioOptions, setupSql } from "./scenario-options.ts";
import { type ScenarioFile, scenarioSchema } from "./scenario-schema.ts";

/** Where scenarios come from: the user's files, and those that this tool brings along. */
export type Sources = {
  own: Origin;
  builtIn: Origin;
  trust: Trust;
  /** The server of scenarios that name none: which options there are depends on it. */
  server?: ServerSpec;
};

/** The name of the scenario that a gate's `my-cnf` makes. */
const cnfScenario = "my-cnf";

/** Names of the built-in scenarios. */
export async function scenarioNames(builtIn: Origin): Promise<string[]> {
  const listed = await builtIn.tree.list(".");
  return listed.ok ? listed.names.flatMap((file) => (file.endsWith(".yml") ? [file.slice(0, -4)] : [])) : [];
}

/** A scenario by a built-in one's name or by the path of an own file; `asked` is where it was asked for. */
export function loadScenario(
  sources: Sources,
  reference: string,
  asked: Place,
): Promise<Loaded<ResolvedScenario>> {
  return follow(sources, sources.own, reference, asked, { chain: [] });
}

/** The scenario that an own scenario file describes. */
export function scenarioOf(sources: Sources, document: YamlDocument): Promise<Loaded<ResolvedScenario>> {
  return resolve(sources, sources.own, document, { chain: [document.file] });
}

/** The scenario that a gate's `my-cnf` makes. */
export async function scenarioOfCnf(
  sources: Sources,
  path: string,
  asked: Place,
): Promise<Loaded<ResolvedScenario>> {
  const reading = { trust: sources.trust, release: releaseOf(sources.server) };
  const { options, findings } = await cnfOptions(sources.own, path, reading, asked);
  return settled({ name: cnfScenario, options, setupSql: [], tolerances: [] }, findings);
}

/** How a scenario came to be read: by which files, and for which server where one of them says. */
type Way = { chain: string[]; server?: ServerSpec };

async function follow(
  sources: Sources,
  from: Origin,
  reference: string,
  asked: Place,
  way: Way,
): Promise<Loaded<ResolvedScenario>> {
  const origin = isPath(reference) ? from : sources.builtIn;
  const path = isPath(reference) ? reference : `${reference}.yml`;
  const file = `${origin.prefix}${path}`;
  if (way.chain.includes(file)) return { findings: [cycle(asked, [...way.chain, file])] };
  if (!isPath(reference)) {
    const names = await scenarioNames(origin);
    if (!names.includes(reference)) return { findings: [unknownScenario(asked, reference, names)] };
  }
  const document = await readDocument(origin, path, asked);
  if (document.value === undefined) return { findings: document.findings };
  return resolve(sources, origin, document.value, { ...way, chain: [...way.chain, file] });
}

/** What it extends, then its my.cnf, then its options: what comes later counts. */
async function resolve(
  sources: Sources,
  origin: Origin,
  document: YamlDocument,
  way: Way,
): Promise<Loaded<ResolvedScenario>> {
  const { value: file, findings } = conform(document, scenarioSchema);
  if (file === undefined) return { findings };
  const wanted = way.server ?? file.server;
  const base = await baseOf(sources, origin, document, file, { ...way, ...(wanted && { server: wanted }) });
  const server = wanted ?? base.value?.server;
  const reading = { trust: sources.trust, release: releaseOf(server ?? sources.server) };
  const cnf =
    file["my-cnf"] === undefined
      ? { options: [], findings: [] }
      : await cnfOptions(origin, file["my-cnf"], reading, document.placeOf(["my-cnf"]));
  const own = scenarioOptions(document, file, reading);
  const sql = setupSql(document, file, sources.trust);
  const scenario: ResolvedScenario = {
    name: file.name,
    ...(file.description !== undefined && { description: file.description }),
    ...(server !== undefined && { server }),
    options: layered(reading.release, base.value?.options ?? [], cnf.options, own.options),
    setupSql: [...(base.value?.setupSql ?? []), ...(sql.value ?? [])],
    tolerances: [...(base.value?.tolerances ?? []), ...file.tolerances],
  };
  return settled(
    scenario,
    [base, cnf, own, sql].flatMap((part) => part.findings),
  );
}

async function baseOf(
  sources: Sources,
  origin: Origin,
  document: YamlDocument,
  file: ScenarioFile,
  way: Way,
): Promise<Loaded<ResolvedScenario>> {
  if (file.extends === undefined) return { findings: [] };
  return follow(sources, origin, file.extends, document.placeOf(["extends"]), way);
}

/** A scenario with an error anywhere is no scenario. */
function settled(scenario: ResolvedScenario, findings: Finding[]): Loaded<ResolvedScenario> {
  return hasError(findings) ? { findings } : { value: scenario, findings };
}

function unknownScenario(place: Place, name: string, names: string[]): Finding {
  const suggestion = didYouMean(name, names);
  const ownWay = "Name an own scenario by its path, such as perf/production.yml.";
  return {
    severity: "error",
    place,
    what: `There is no scenario \`${name}\``,
    why: `The built-in ones are ${names.join(", ")}.`,
    remedy: suggestion === undefined ? ownWay : `Did you mean \`${suggestion}\`? ${ownWay}`,
  };
}

function cycle(place: Place, chain: string[]): Finding {
  return {
    severity: "error",
    place,
    what: "`extends` comes back to where it began",
    why: `${chain.join(" extends ")}.`,
    remedy: "Let one of them extend something else, or nothing.",
  };
}
