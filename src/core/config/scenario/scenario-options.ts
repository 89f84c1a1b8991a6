import { type Finding, hasError } from "../finding.ts";
import { settingName } from "../my-cnf/meaning.ts";
import { addsUp, mergeOptions } from "../my-cnf/merge-options.ts";
import { readMyCnf } from "../my-cnf/read-my-cnf.ts";
import { readOption } from "../my-cnf/read-option.ts";
import { applyPolicy, type Trust } from "../policy/options-policy.ts";
import { checkSetupSql } from "../policy/setup-sql-policy.ts";
import type { ServerRelease } from "../server-release.ts";
import type { Loaded, Origin } from "../yaml/document.ts";
import { unreadable } from "../yaml/document.ts";
import type { YamlDocument } from "../yaml/yaml-document.ts";
import type { Place, ResolvedScenario, ServerOption } from "./resolved-scenario.ts";
import type { ScenarioFile } from "./scenario-schema.ts";

/** Who wrote the options, and for which server. */
export type Reading = { trust: Trust; release: ServerRelease };

type Options = { options: ServerOption[]; findings: Finding[] };

/** The options of a my.cnf that the gate's server is to get. */
export async function cnfOptions(
  origin: Origin,
  path: string,
  reading: Reading,
  asked: Place,
): Promise<Options> {
  const read = await origin.tree.read(path);
  if (!read.ok)
    return { options: [], findings: [unreadable(`${origin.prefix}${path}`, read.problem, asked)] };
  const { options, findings } = await readMyCnf(origin.tree, path, reading.release);
  const outcome = applyPolicy(options, { ...reading, origin: "my-cnf" });
  const named = <T extends { place: Place }>(item: T): T => ({
    ...item,
    place: { ...item.place, file: `${origin.prefix}${item.place.file}` },
  });
  return { options: outcome.options.map(named), findings: [...findings, ...outcome.findings].map(named) };
}

/** The options that a scenario file writes out itself. */
export function scenarioOptions(document: YamlDocument, file: ScenarioFile, reading: Reading): Options {
  const written = Object.entries(file.options).flatMap(([name, given]) => {
    const values = Array.isArray(given) ? given : [given];
    return values.map((value, index) => {
      const path = ["options", name, ...(Array.isArray(given) ? [index] : [])];
      const place = value === null ? document.placeOfKey(path) : document.placeOf(path);
      return { name, value: textOf(value), place, ofList: Array.isArray(given) };
    });
  });
  const readings = written.map((option) => ({
    ...readOption(option, reading.release),
    ofList: option.ofList,
  }));
  const options = readings.flatMap(({ option }) => option ?? []);
  const outcome = applyPolicy(options, { ...reading, origin: "scenario" });
  return {
    options: outcome.options,
    findings: [
      ...readings.flatMap(({ findings }) => findings),
      ...twice(options, reading.release),
      ...outcome.findings,
    ],
  };
}

/** In a mapping no order is promised, so of two spellings of one option neither counts last. */
function twice(options: ServerOption[], release: ServerRelease): Finding[] {
  const first = new Map<string, ServerOption>();
  return options.flatMap((option) => {
    const name = settingName(option, release);
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, option);
    if (earlier === undefined || addsUp(name)) return [];
    return {
      severity: "error" as const,
      place: option.place,
      what: `\`${name}\` is set a second time`,
      why: `Line ${earlier.place.line} sets it too, and only one of the two could count.`,
      remedy: "Keep one of the two.",
    };
  });
}

/** `true` and `false` are what YAML's readers make of some spellings of ON and OFF. */
function textOf(value: string | number | boolean | null): string | null {
  if (typeof value === "boolean") return value ? "ON" : "OFF";
  return value === null ? null : String(value);
}

export function setupSql(
  document: YamlDocument,
  file: ScenarioFile,
  trust: Trust,
): Loaded<ResolvedScenario["setupSql"]> {
  const statements = file["setup-sql"].map((sql, index) => ({
    sql,
    place: document.placeOf(["setup-sql", index]),
  }));
  const findings = statements.flatMap(({ sql, place }) => checkSetupSql(sql, place, trust));
  return hasError(findings) ? { findings } : { value: statements, findings };
}

/** What comes later counts, except that options which add up do so. */
export function layered(release: ServerRelease, ...layers: ServerOption[][]): ServerOption[] {
  return mergeOptions(layers.flat(), release);
}
