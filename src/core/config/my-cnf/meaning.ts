import type { ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { define } from "./known-options.ts";
import { readOptionValue } from "./option-value.ts";

/** The name under which settings of one option replace each other: `skip_log_bin` undoes `log_bin`. */
export function settingName({ name }: ServerOption, release: ServerRelease): string {
  const positive = name.startsWith("skip_") ? name.slice("skip_".length) : name;
  return positive !== name && define(name, release) === undefined && define(positive, release)
    ? positive
    : name;
}

/** The value in the one spelling that all spellings of its meaning share. `null`: switched off by `skip_`. */
export function canonicalValue(option: ServerOption, release: ServerRelease): string | null {
  if (settingName(option, release) !== option.name) return null;
  const definition = define(option.name, release);
  if (definition === undefined) return option.value ?? "";
  return readOptionValue(option.name, option.value, definition).canonical;
}
