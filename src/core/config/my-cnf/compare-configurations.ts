import type { ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { canonicalValue, settingName } from "./meaning.ts";
import { mergeOptions } from "./merge-options.ts";

/**
 * An option that two configurations set differently. An empty side does not set it; options that add up may have
 * several settings on a side.
 */
export type ChangedOption = { name: string; from: ServerOption[]; to: ServerOption[] };

/** Changes of meaning, in the order of names: `1G` and `1024M` are the same, and so are ON and 1. */
export function compareConfigurations(
  from: readonly ServerOption[],
  to: readonly ServerOption[],
  release: ServerRelease,
): ChangedOption[] {
  const before = byName(from, release);
  const after = byName(to, release);
  const names = [...new Set([...before.keys(), ...after.keys()])].sort();
  return names
    .map((name) => ({ name, from: before.get(name) ?? [], to: after.get(name) ?? [] }))
    .filter((change) => meaningOf(change.from, release) !== meaningOf(change.to, release));
}

function byName(options: readonly ServerOption[], release: ServerRelease): Map<string, ServerOption[]> {
  const groups = new Map<string, ServerOption[]>();
  for (const option of mergeOptions(options, release)) {
    const name = settingName(option, release);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [option]);
    else group.push(option);
  }
  return groups;
}

function meaningOf(options: ServerOption[], release: ServerRelease): string {
  return JSON.stringify(options.map((option) => canonicalValue(option, release)));
}
