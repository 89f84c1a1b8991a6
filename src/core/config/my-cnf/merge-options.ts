import type { ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { settingName } from "./meaning.ts";

/**
 * Options that the server collects instead of letting the last one win: those whose handling in sql/mysqld.cc
 * appends to a list.
 */
const collected = new Set([
  "binlog_do_db",
  "binlog_ignore_db",
  "performance_schema_instrument",
  "performance_schema_logger",
  "performance_schema_meter",
  "plugin_load_add",
  "replicate_do_db",
  "replicate_do_table",
  "replicate_ignore_db",
  "replicate_ignore_table",
  "replicate_rewrite_db",
  "replicate_wild_do_table",
  "replicate_wild_ignore_table",
]);

export function addsUp(name: string): boolean {
  return collected.has(name);
}

/** Of several settings of one option the last is kept, in its place; options that add up are all kept. */
export function mergeOptions(options: readonly ServerOption[], release: ServerRelease): ServerOption[] {
  const last = new Map(options.map((option) => [settingName(option, release), option]));
  return options.filter((option) => addsUp(option.name) || last.get(settingName(option, release)) === option);
}
