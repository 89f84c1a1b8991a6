import type { Place } from "../core/config/scenario/resolved-scenario.ts";
import type { YamlDocument } from "../core/config/yaml/yaml-document.ts";

/** A gate file's top-level keys as options of the command line give them; `null` takes a key away. */
export type Overrides = Record<string, unknown>;

/** The gate file with some of its keys replaced; what is wrong with a replaced one is found at its option. */
export function overlaid(document: YamlDocument | undefined, overrides: Overrides): YamlDocument {
  const below = document?.value;
  const given = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  // A file that is no mapping is found to be none; an empty one is a mapping without keys.
  const isMapping = typeof below === "object" && !Array.isArray(below);
  // Only an option takes a key away: one that is empty in the file is the file's mistake.
  const merged = Object.entries({ ...(isMapping && below), ...given }).filter(([key]) => given[key] !== null);
  const at = (place: (path: readonly PropertyKey[]) => Place) => (path: readonly PropertyKey[]) => {
    const [key = ""] = path;
    return Object.hasOwn(given, key) ? { file: `--${String(key)}`, line: 1, column: 1 } : place(path);
  };
  const nowhere = () => ({ file: "the command line", line: 1, column: 1 });
  return {
    file: document?.file ?? "the command line",
    value: below === undefined || isMapping ? Object.fromEntries(merged) : below,
    placeOf: at(document?.placeOf ?? nowhere),
    placeOfKey: at(document?.placeOfKey ?? nowhere),
  };
}
