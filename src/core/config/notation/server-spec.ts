import { type Notation, written } from "./notation.ts";

/** Where a scenario's server comes from. */
export type ServerSpec =
  | { kind: "auto" }
  | { kind: "local"; path?: string }
  | { kind: "external" }
  | { kind: "image"; image: string };

// An image reference as registries define it, host[:port]/path/name, with a tag or a digest. Without the tag
// a slip such as "Local" would be an image, and "latest" changes under the reader's feet.
const host = "(?:[a-zA-Z0-9][a-zA-Z0-9.-]*(?::\\d{1,5})?/)?";
const segment = "[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*";
const reference = "(?::[\\w][\\w.-]{0,127}(?:@sha256:[a-f0-9]{64})?|@sha256:[a-f0-9]{64})";
const image = `${host}${segment}(?:/${segment})*${reference}`;
const pattern = new RegExp(`^(?:auto|local|external|local:/.+|${image})$`);

const notation: Notation<ServerSpec> = {
  expected:
    "`auto`, `local`, `local:/path/to/mysqld`, `external`, or an image with its tag such as `mysql:8.4`",
  pattern,
  examples: ["mysql:8.4", "auto", "local", "local:/usr/sbin/mysqld", "external"],
  parse(text) {
    // The longest image reference that registries accept; it also bounds the regular expression's work.
    if (text.length > 512 || !pattern.test(text)) return undefined;
    if (text === "auto" || text === "local" || text === "external") return { kind: text };
    if (text.startsWith("local:/")) return { kind: "local", path: text.slice("local:".length) };
    return { kind: "image", image: text };
  },
  print(spec) {
    if (spec.kind === "image") return spec.image;
    if (spec.kind === "local" && spec.path !== undefined) return `local:${spec.path}`;
    return spec.kind;
  },
};

export const parseServerSpec = notation.parse;
export const printServerSpec = notation.print;
export const serverSpec = written(notation);
