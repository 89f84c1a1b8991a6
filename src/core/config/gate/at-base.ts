import type { Finding } from "../finding.ts";
import { compareConfigurations } from "../my-cnf/compare-configurations.ts";
import { isPath } from "../notation/name.ts";
import { printServerSpec, type ServerSpec } from "../notation/server-spec.ts";
import type { ResolvedScenario } from "../scenario/resolved-scenario.ts";
import { loadScenario, type Sources, scenarioOfCnf } from "../scenario/scenario.ts";
import { releaseOf } from "../server-release.ts";
import { conform, type Loaded, type Origin, readDocument } from "../yaml/document.ts";
import { type GateFile, gateSchema } from "./gate-schema.ts";

/** A gate's own scenarios as they stand in another tree, by name. */
export type AtBase = { scenarios: Map<string, ResolvedScenario>; findings: Finding[] };

/**
 * The scenarios that the gate names by path, and its my.cnf, as they were. One that is not there is new, and has
 * nothing to be compared with; built-in ones do not change. The gate file itself may have named another server.
 */
export async function scenariosAtBase(
  head: Sources,
  base: Origin,
  settings: GateFile,
  gatePath: string | undefined,
): Promise<AtBase> {
  const server = (await serverAtBase(base, gatePath)) ?? settings.server;
  const sources: Sources = { ...head, own: base, server };
  // Absent is new; anything else that cannot be read is reported by whoever loads it.
  const there = async (path: string) => {
    const read = await base.tree.read(path);
    return read.ok || read.problem !== "absent";
  };
  const loads: Loaded<ResolvedScenario>[] = [];
  const place = (path: string) => ({ file: `${base.prefix}${path}`, line: 1, column: 1 });
  for (const path of (settings.scenarios ?? []).filter(isPath)) {
    if (await there(path)) loads.push(await loadScenario(sources, path, place(path)));
  }
  const cnf = settings["my-cnf"];
  if (cnf !== undefined && (await there(cnf))) loads.push(await scenarioOfCnf(sources, cnf, place(cnf)));
  const scenarios = loads.flatMap(({ value }) => value ?? []);
  return {
    scenarios: new Map(scenarios.map((scenario) => [scenario.name, { server, ...scenario }])),
    findings: loads.flatMap(({ findings }) => findings).filter(({ severity }) => severity === "error"),
  };
}

async function serverAtBase(base: Origin, gatePath: string | undefined): Promise<ServerSpec | undefined> {
  if (gatePath === undefined) return undefined;
  const { value: document } = await readDocument(base, gatePath);
  return document && conform(document, gateSchema).value?.server;
}

/** Whether two scenarios mean the same to a server; then there is nothing to measure between them. */
export function sameScenario(a: ResolvedScenario, b: ResolvedScenario, fallback: ServerSpec): boolean {
  const [serverA, serverB] = [a.server ?? fallback, b.server ?? fallback];
  const sql = ({ setupSql }: ResolvedScenario) => setupSql.map((statement) => statement.sql).join("\n");
  return (
    printServerSpec(serverA) === printServerSpec(serverB) &&
    sql(a) === sql(b) &&
    compareConfigurations(a.options, b.options, releaseOf(serverA)).length === 0
  );
}
