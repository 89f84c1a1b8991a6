import type * as z from "zod";
import { GateError } from "./error.ts";
import { type EvidenceFile, evidenceSchema, RESULT_SCHEMA, type Result, resultSchema } from "./result.ts";
import { contradictions } from "./result-consistency.ts";

/** A whole result, as `run` writes it. `file` is its name for messages. */
export function parseResult(text: string, file: string): Result {
  return parsed(text, file, resultSchema);
}

/** As much of a result as deciding needs, so that other tools' pairs can be judged too. */
export function parseEvidence(text: string, file: string): EvidenceFile {
  return parsed(text, file, evidenceSchema);
}

function parsed<T extends EvidenceFile>(text: string, file: string, schema: z.ZodType<T>): T {
  const content = json(text, file);
  refuseOtherFormats(content, file);
  const read = schema.safeParse(content);
  if (!read.success)
    throw unreadable(file, "does not hold a result", listed(read.error.issues.map(sentence)));
  const found = contradictions(read.data);
  if (found.length > 0)
    throw unreadable(file, "contradicts itself; it was altered or damaged", listed(found));
  return read.data;
}

function json(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    if (text.trim() === "") throw unreadable(file, "is empty", undefined, cause);
    const cutOff = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
    throw unreadable(file, cutOff ? "ends in the middle" : "is not JSON", reason, cause);
  }
}

function refuseOtherFormats(content: unknown, file: string): void {
  const declared =
    typeof content === "object" && content !== null && "schema" in content ? content.schema : undefined;
  if (declared === RESULT_SCHEMA) return;
  const named = /^mysql-perf-gate\/([\w-]+)@(\d+)$/.exec(String(declared));
  if (named === null) {
    throw unreadable(
      file,
      "is no result of mysql-perf-gate",
      `Its first-level key \`schema\` is not \`${RESULT_SCHEMA}\`.`,
    );
  }
  const [, kind, version] = named;
  if (kind !== "result")
    throw unreadable(file, `is a ${kind}, not a result`, `Its \`schema\` is \`${declared}\`.`);
  throw new GateError("input", {
    what: `${file} is written in version ${version} of the result format, which this program does not know`,
    why: `It knows \`${RESULT_SCHEMA}\`.`,
    remedy: "Use the version of mysql-perf-gate that wrote the file, or a newer one.",
  });
}

function unreadable(file: string, problem: string, why: string | undefined, cause?: unknown): GateError {
  const remedy = `Give a result.json that \`mysql-perf-gate run\` wrote; \`mysql-perf-gate schema result\` describes the format.`;
  return new GateError(
    "input",
    { what: `${file} ${problem}`, ...(why !== undefined && { why }), remedy },
    { cause },
  );
}

function sentence(issue: z.core.$ZodIssue): string {
  const place = issue.path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return `${place.replace(/^\./, "")}: ${issue.message}`;
}

/** The first few say what is wrong; a foreign file would list a thousand. */
function listed(findings: readonly string[], shown = 3): string {
  const more = findings.length - shown;
  return [...findings.slice(0, shown), ...(more > 0 ? [`and ${more} more`] : [])].join("; ");
}
