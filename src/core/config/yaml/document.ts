import type * as z from "zod";
import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import type { SourceProblem, SourceTree } from "../source-tree.ts";
import { schemaFindings } from "./schema-findings.ts";
import { readYaml, type YamlDocument } from "./yaml-document.ts";

/** What became of reading something: its value unless an error stands among the findings. */
export type Loaded<T> = { value?: T; findings: Finding[] };

/** Files that may be read, and how messages name them. */
export type Origin = { tree: SourceTree; prefix: string };

/** Reads a YAML file; `asked` is where it was asked for, so that an absent file is found there. */
export async function readDocument(
  origin: Origin,
  path: string,
  asked?: Place,
): Promise<Loaded<YamlDocument>> {
  const file = `${origin.prefix}${path}`;
  const read = await origin.tree.read(path);
  if (!read.ok) return { findings: [unreadable(file, read.problem, asked ?? { file, line: 1, column: 1 })] };
  const { document, findings } = readYaml(read.text, file);
  return document === undefined ? { findings } : { value: document, findings };
}

/** The document as the schema's type, defaults filled in; an empty document is an empty mapping. */
export function conform<S extends z.ZodType>(document: YamlDocument, schema: S): Loaded<z.output<S>> {
  const parsed = schema.safeParse(document.value ?? {});
  if (parsed.success) return { value: parsed.data, findings: [] };
  return { findings: schemaFindings(document, schema, parsed.error.issues) };
}

export function unreadable(file: string, problem: SourceProblem, place: Place): Finding {
  return { severity: "error", place, ...reasons[problem](file) };
}

const reasons: Record<SourceProblem, (file: string) => { what: string; why?: string; remedy: string }> = {
  absent: (file) => ({
    what: `${file} is not there`,
    remedy: "Check the path; it is relative to the root of the repository.",
  }),
  outside: (file) => ({
    what: `${file} is outside the repository`,
    why: "A gate reads only files that are reviewed with it.",
    remedy: "Move the file into the repository and name it from the repository's root.",
  }),
  "too-large": (file) => ({
    what: `${file} is larger than 1 MiB`,
    why: "No configuration is, and a hostile file could be of any size.",
    remedy: "Name the right file.",
  }),
  "not-text": (file) => ({ what: `${file} is not UTF-8 text`, remedy: "Save it as UTF-8." }),
  "not-a-file": (file) => ({ what: `${file} is not a regular file`, remedy: "Name a file." }),
};
