import type * as z from "zod";
import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import type { Path, YamlDocument } from "./yaml-document.ts";

/** The findings of a schema on a document: all of them, each at its place. */
export function schemaFindings(
  document: YamlDocument,
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[],
): Finding[] {
  return issues.flatMap((issue) => {
    switch (issue.code) {
      case "invalid_union": {
        const branch = branchMeant(issue);
        return branch === undefined
          ? [wrongValue(document, issue.path, expectedBy(issue))]
          : schemaFindings(document, schema, branch);
      }
      case "unrecognized_keys":
        return issue.keys.map((key) =>
          unknownKey(document, keysAt(schema, issue.path), [...issue.path, key]),
        );
      case "invalid_value":
        return [unknownWord(document, issue.path, issue.values.map(String))];
      case "custom":
        return [ownComplaint(document, issue) ?? wrongValue(document, issue.path, issue.message)];
      default:
        return [wrongValue(document, issue.path, expectedBy(issue))];
    }
  });
}

/** A rule that has more to say than what was expected says it all. */
export type SchemaComplaint = Pick<Finding, "what" | "why" | "remedy">;

function ownComplaint(document: YamlDocument, issue: z.core.$ZodIssueCustom): Finding | undefined {
  const complaint: SchemaComplaint | undefined = issue.params?.complaint;
  return complaint && { severity: "error", place: document.placeOfKey(issue.path), ...complaint };
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The one branch of a union that the value has the type of, with its issues' paths made whole. */
function branchMeant(issue: z.core.$ZodIssueInvalidUnion): z.core.$ZodIssue[] | undefined {
  const sameType = issue.errors.filter(
    (issues) => !issues.some((one) => one.path.length === 0 && one.code === "invalid_type"),
  );
  const [only] = sameType;
  if (only === undefined || sameType.length > 1) return undefined;
  return only.map((one) => ({ ...one, path: [...issue.path, ...one.path] }));
}

function unknownKey(document: YamlDocument, known: string[], path: Path): Finding {
  const key = String(path.at(-1));
  const suggestion = didYouMean(key, known);
  return {
    severity: "error",
    place: document.placeOfKey(path),
    what: `Unknown key \`${key}\``,
    why: known.length > 0 ? `Known here: ${known.join(", ")}.` : "No key is known here.",
    remedy: suggestion === undefined ? "Remove it." : `Did you mean \`${suggestion}\`?`,
  };
}

function unknownWord(document: YamlDocument, path: Path, known: string[]): Finding {
  const found = valueAt(document.value, path);
  if (found === undefined) return missing(document, path, oneOf(known));
  const suggestion = typeof found === "string" ? didYouMean(found, known) : undefined;
  return {
    severity: "error",
    place: document.placeOf(path),
    what: `${nameOf(path)} is ${shown(found)}`,
    ...(suggestion !== undefined && { why: `Known are ${oneOf(known)}.` }),
    remedy: suggestion === undefined ? `Write ${oneOf(known)}.` : `Did you mean \`${suggestion}\`?`,
  };
}

function wrongValue(document: YamlDocument, path: Path, expected: string): Finding {
  const found = valueAt(document.value, path);
  if (found === undefined) return missing(document, path, expected);
  return {
    severity: "error",
    place: document.placeOf(path),
    what: capital(`${nameOf(path)} is ${shown(found)}`),
    remedy: `Write ${expected}.`,
  };
}

function missing(document: YamlDocument, path: Path, expected: string): Finding {
  return {
    severity: "error",
    place: document.placeOf(path),
    what: `${nameOf(path)} is missing`,
    remedy: `Add ${nameOf(path)}: ${expected}.`,
  };
}

const oneOf = (words: string[]): string => words.map((word) => `\`${word}\``).join(" or ");

/** zod's own message for the standard types, in our words; ours (a union's, a notation's) as it stands. */
function expectedBy(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return (
        { object: "a mapping of keys to values", array: "a list", int: "a whole number", string: "text" }[
          issue.expected as string
        ] ?? `a ${issue.expected}`
      );
    case "too_small":
      return issue.origin === "number" || issue.origin === "int"
        ? `a number of at least ${issue.minimum}`
        : `at least ${issue.minimum} of it`;
    case "too_big":
      return issue.origin === "number" || issue.origin === "int"
        ? `a number of at most ${issue.maximum}`
        : `at most ${issue.maximum} of it`;
    default:
      return issue.message;
  }
}

function nameOf(path: Path): string {
  if (path.length === 0) return "the document";
  const text = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${String(step)}`)).join("");
  return `\`${text.replace(/^\./, "")}\``;
}

function shown(value: unknown): string {
  if (value === null) return "empty";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "a mapping";
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 77)}…` : text;
}

function valueAt(value: unknown, path: Path): unknown {
  let here = value;
  for (const step of path) {
    if (typeof here !== "object" || here === null || !Object.hasOwn(here, step)) return undefined;
    here = (here as Record<PropertyKey, unknown>)[step];
  }
  return here;
}

/** The keys that the schema knows at this path, for suggestions; steps into lists, maps, wrappers and unions. */
function keysAt(schema: z.ZodType, path: Path): string[] {
  let candidates: Definition[] = [schema._zod.def as Definition];
  for (const step of path) candidates = candidates.flatMap(unwrapped).flatMap((def) => below(def, step));
  return [...new Set(candidates.flatMap(unwrapped).flatMap((def) => Object.keys(def.shape ?? {})))];
}

type Wrapped = { _zod: { def: Definition } };
type Definition = {
  shape?: Record<string, Wrapped>;
  element?: Wrapped;
  valueType?: Wrapped;
  innerType?: Wrapped;
  in?: Wrapped;
  options?: Wrapped[];
};

function unwrapped(def: Definition): Definition[] {
  if (def.options !== undefined) return def.options.flatMap((option) => unwrapped(option._zod.def));
  const inner = def.innerType ?? def.in;
  return inner === undefined ? [def] : unwrapped(inner._zod.def);
}

function below(def: Definition, step: PropertyKey): Definition[] {
  const child = typeof step === "number" ? def.element : (def.shape?.[String(step)] ?? def.valueType);
  return child === undefined ? [] : [child._zod.def];
}
