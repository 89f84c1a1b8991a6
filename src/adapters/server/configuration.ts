import type { ResolvedScenario, ServerOption } from "../../core/config/resolved-scenario.ts";
import { type Options, placement, quiet } from "./flavour.ts";
import type { ArmFolder, Build } from "./launcher.ts";

/**
 * The arm's my.cnf: what lowers noise unless the scenario says otherwise, the scenario in its own order, and last,
 * so that it wins, what belongs to the tool.
 */
export function myCnf(
  build: Build,
  scenario: Pick<ResolvedScenario, "options">,
  folder: ArmFolder,
  own: Options = {},
): string {
  const asked = new Set(scenario.options.map(({ name }) => subjectOf(name)));
  const quieting = Object.entries(quiet(build)).filter(([name]) => !asked.has(subjectOf(name)));
  return [
    "[mysqld]",
    ...quieting.map(([name, value]) => line(name, value)),
    ...scenario.options.map(scenarioLine),
    ...Object.entries({ ...placement(build, folder), ...own }).map(([name, value]) => line(name, value)),
    "",
  ].join("\n");
}

/** The scenario's options that decide the data directory's form, which a snapshot must have been built with. */
export function optionsNamed(
  scenario: Pick<ResolvedScenario, "options">,
  names: readonly string[],
): ServerOption[] {
  return scenario.options.filter(({ name }) => names.includes(name));
}

function scenarioLine({ name, value, loose }: ServerOption): string {
  return line(loose ? `loose_${name}` : name, value);
}

/** What an option is about: `skip_log_bin` is `log_bin` said otherwise, and the redo log's size has two names. */
function subjectOf(name: string): string {
  // innodb_redo_log_capacity, once set, makes a server ignore the other two.
  if (/^innodb_log_(?:file_size|files_in_group)$/.test(name)) return "innodb_redo_log_capacity";
  return name.replace(/^(?:skip|disable|enable)_/, "");
}

function line(name: string, value: string | null): string {
  return value === null ? name : `${name}=${quoted(value)}`;
}

/** `#` would start a comment and quotes would vanish; within quotes, the server undoes backslash escapes. */
function quoted(value: string): string {
  if (/^[\w.,:;%/=+@*~-]*$/.test(value)) return value;
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
