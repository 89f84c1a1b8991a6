import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import { isPath } from "../notation/name.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import { conform, type Loaded, type Origin, readDocument, unreadable } from "../yaml/document.ts";
import { type WorkloadEntry, type WorkloadFile, workloadSchema } from "./workload-schema.ts";

const folder = "workloads";

/** The scripts that sysbench 1.0 and later bring along. */
const sysbenchScripts = [
  "bulk_insert",
  "oltp_delete",
  "oltp_insert",
  "oltp_point_select",
  "oltp_read_only",
  "oltp_read_write",
  "oltp_update_index",
  "oltp_update_non_index",
  "oltp_write_only",
  "select_random_points",
  "select_random_ranges",
];

/** A workload, and whose Lua file `script` names when it is a path. */
export type Workload = WorkloadFile & { origin: "built-in" | "own" };

/** Names of the built-in workloads. */
export async function workloadNames(builtIn: Origin): Promise<string[]> {
  const listed = await builtIn.tree.list(folder);
  return listed.ok ? listed.names.flatMap((file) => (file.endsWith(".yml") ? [file.slice(0, -4)] : [])) : [];
}

export async function loadWorkload(builtIn: Origin, name: string, asked: Place): Promise<Loaded<Workload>> {
  const names = await workloadNames(builtIn);
  if (!names.includes(name)) {
    return {
      findings: [unknown(asked, `workload \`${name}\``, name, names, "{script: path/to/script.lua}")],
    };
  }
  const document = await readDocument(builtIn, `${folder}/${name}.yml`);
  if (document.value === undefined) return { findings: document.findings };
  const { value, findings } = conform(document.value, workloadSchema);
  return value === undefined ? { findings } : { value: { ...value, origin: "built-in" }, findings };
}

/** A workload written out in a gate file: its name defaults to its script's. */
export async function ownWorkload(
  own: Origin,
  entry: WorkloadEntry,
  asked: Place,
): Promise<Loaded<Workload>> {
  const { name = scriptName(entry.script), ...rest } = entry;
  const problem = await scriptFinding(own, entry.script, asked);
  return problem === undefined
    ? { value: { name, ...rest, origin: "own" }, findings: [] }
    : { findings: [problem] };
}

async function scriptFinding(own: Origin, script: string, asked: Place): Promise<Finding | undefined> {
  if (isPath(script)) {
    const read = await own.tree.read(script);
    return read.ok ? undefined : unreadable(`${own.prefix}${script}`, read.problem, asked);
  }
  if (sysbenchScripts.includes(script)) return undefined;
  return unknown(asked, `sysbench script \`${script}\``, script, sysbenchScripts, "path/to/script.lua");
}

function unknown(place: Place, thing: string, word: string, known: string[], own: string): Finding {
  const suggestion = didYouMean(word, known);
  const ownWay = `For an own script write \`${own}\`.`;
  return {
    severity: "error",
    place,
    what: `There is no ${thing}`,
    why: `Known are ${known.join(", ")}.`,
    remedy: suggestion === undefined ? ownWay : `Did you mean \`${suggestion}\`? ${ownWay}`,
  };
}

function scriptName(script: string): string {
  return isPath(script) ? (script.split("/").at(-1) ?? script).replace(/\.lua$/, "") : script;
}
