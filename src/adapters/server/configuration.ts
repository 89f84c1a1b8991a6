import { printMyCnf } from "../../core/config/my-cnf/print-my-cnf.ts";
import type { ResolvedScenario, ServerOption } from "../../core/config/scenario/resolved-scenario.ts";
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
  namedByOther: readonly string[] = [],
): string {
  // What the one arm names and the other leaves to the server's default is what is compared, and is left alone on both.
  const asked = new Set([...scenario.options.map(({ name }) => name), ...namedByOther].map(subjectOf));
  const quieting = Object.entries(quiet(build)).filter(([name]) => !asked.has(subjectOf(name)));
  const ours = Object.entries({ ...placement(build, folder), ...own });
  return printMyCnf([...quieting.map(plain), ...scenario.options, ...ours.map(plain)]);
}

/** The scenario's options that decide the data directory's form, which a snapshot must have been built with. */
export function optionsNamed(
  scenario: Pick<ResolvedScenario, "options">,
  names: readonly string[],
): ServerOption[] {
  return scenario.options.filter(({ name }) => names.includes(name));
}

/** What an option is about: `skip_log_bin` is `log_bin` said otherwise, and the redo log's size has two names. */
function subjectOf(name: string): string {
  // innodb_redo_log_capacity, once set, makes a server ignore the other two.
  if (/^innodb_log_(?:file_size|files_in_group)$/.test(name)) return "innodb_redo_log_capacity";
  return name.replace(/^(?:skip|disable|enable)_/, "");
}

const plain = ([name, value]: [string, string | null]) => ({ name, value, loose: false });
