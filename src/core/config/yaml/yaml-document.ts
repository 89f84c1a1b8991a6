import { isMap, isNode, isPair, isSeq, LineCounter, type Node, parseDocument, type YAMLError } from "yaml";
import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";

/** A key or an index on the way from a document's root to one of its values. */
export type Path = readonly PropertyKey[];

/** A YAML file as plain values that still know where they stood. */
export type YamlDocument = {
  file: string;
  value: unknown;
  /** Of the value at this path, or of the nearest one above it that is in the file. */
  placeOf(path: Path): Place;
  /** Of the key itself, for findings about a key that should not be there. */
  placeOfKey(path: Path): Place;
};

/** Aliases may stand for other nodes, but not multiply into more than this many of them. */
const maxAliases = 100;

/** Reads YAML 1.2. All syntax errors are reported; `document` is there only when there is none. */
export function readYaml(text: string, file: string): { document?: YamlDocument; findings: Finding[] } {
  const lines = new LineCounter();
  const at = (offset: number): Place => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  try {
    const parsed = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      stringKeys: true,
      merge: false,
    });
    const findings = [...parsed.errors, ...parsed.warnings].map((error) => syntaxFinding(error, at));
    if (findings.length > 0) return { findings };
    const value: unknown = parsed.toJS({ maxAliasCount: maxAliases });
    const place = (path: Path, ofKey: boolean) => at(offsetOf(parsed.contents, path, ofKey));
    const document: YamlDocument = {
      file,
      value,
      placeOf: (path) => place(path, false),
      placeOfKey: (path) => place(path, true),
    };
    return { document, findings: [] };
  } catch (error) {
    return { findings: [limitFinding(error, file)] };
  }
}

function syntaxFinding(error: YAMLError, at: (offset: number) => Place): Finding {
  const duplicate = error.code === "DUPLICATE_KEY";
  return {
    severity: "error",
    place: at(error.pos[0]),
    what: duplicate ? "This key stands here a second time" : `This is not valid YAML: ${error.message}`,
    why: duplicate ? "Only one of the two values could count." : `The parser's code is ${error.code}.`,
    remedy: duplicate ? "Keep one of the two." : "Mend the syntax at this place.",
  };
}

/** The parser throws where a document is hostile: too many aliases, or nested deeper than the stack. */
function limitFinding(error: unknown, file: string): Finding {
  const place = { file, line: 1, column: 1 };
  if (error instanceof RangeError) {
    return {
      severity: "error",
      place,
      what: "The document is nested too deeply to be read",
      remedy: "Flatten the document.",
    };
  }
  if (error instanceof ReferenceError) {
    return {
      severity: "error",
      place,
      what: "The aliases cannot be resolved within the limit",
      why: `${error.message}; small aliases can stand for enormous documents.`,
      remedy: "Write the values out instead of using aliases.",
    };
  }
  throw error;
}

function offsetOf(root: unknown, path: Path, ofKey: boolean): number {
  let node: unknown = root;
  let offset = isNode(root) ? startOf(root) : 0;
  for (const [depth, step] of path.entries()) {
    const next = childOf(node, step);
    if (next === undefined) break;
    const last = depth === path.length - 1;
    const wanted = last && ofKey ? next.key : (next.value ?? next.key);
    offset = isNode(wanted) ? startOf(wanted) : offset;
    node = next.value;
  }
  return offset;
}

function childOf(node: unknown, step: PropertyKey): { key?: unknown; value: unknown } | undefined {
  if (isSeq(node) && typeof step === "number") return { value: node.items[step] };
  if (!isMap(node)) return undefined;
  const pair = node.items.find(
    (item) => isPair(item) && isNode(item.key) && String(item.key) === String(step),
  );
  return pair && { key: pair.key, value: pair.value };
}

const startOf = (node: Node): number => node.range?.[0] ?? 0;
