import type { ServerRelease } from "../server-release.ts";
import { type Definition, define } from "./known-options.ts";

/** What the server makes of an option's name, by the rules of mysys/my_getopt.cc. */
export type OptionName = {
  /** With underscores and without prefixes that were understood. */
  name: string;
  loose: boolean;
  /** The prefix that decides how the value counts. */
  prefix?: "skip" | "disable" | "enable" | "maximum";
  /** Absent when no list knows the name. */
  definition?: Definition;
};

const prefixes = ["skip", "disable", "enable", "maximum", "loose"] as const;

export function readOptionName(written: string, release: ServerRelease): OptionName {
  const underscored = written.replaceAll("-", "_");
  const spelled = release.flavour === "mariadb" ? underscored.toLowerCase() : underscored;
  let rest = spelled;
  let loose = false;
  let prefix: (typeof prefixes)[number] | undefined;
  for (;;) {
    // A whole name comes first: skip_name_resolve is an option of its own.
    const definition = define(rest, release);
    if (definition !== undefined) {
      // Of several prefixes the last counts, but `loose` holds wherever it stands.
      return { name: rest, loose, definition, ...(prefix && prefix !== "loose" && { prefix }) };
    }
    prefix = prefixes.find((word) => rest.startsWith(`${word}_`));
    if (prefix === undefined) return { name: withoutLoose(spelled), loose };
    if (prefix === "loose") loose = true;
    rest = rest.slice(prefix.length + 1);
  }
}

function withoutLoose(name: string): string {
  return name.replace(/^loose_(?=.)/, "");
}
