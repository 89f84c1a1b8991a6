import { jsonSchema } from "../src/core/config/json-schema.ts";

type Schema = {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

const introductions: Record<string, string> = {
  gate: "`.github/mysql-perf-gate.yml`, or any file named to `run` or in the action's `config`. Paths in it are relative to the root of the repository.",
  scenario:
    "A named server configuration. A gate file names it by its path. What it extends counts first, then its my.cnf, then its own options. Paths are relative to the root of the repository.",
  workload:
    "A named load: a sysbench script and its options. A gate file writes it out in its list of workloads.",
};

/** The pages of docs/ that say what the schemas say, by file name. */
export function referencePages(): [file: string, text: string][] {
  return Object.entries(introductions).map(([name, introduction]) => {
    const schema: Schema = jsonSchema(name);
    const rows = rowsOf(schema, "");
    const table = [
      "| key | what may stand there | default | meaning |",
      "| --- | --- | --- | --- |",
      ...rows,
    ];
    const source = "<!-- Written by `npm run docs` from the schema; a test holds it to that. -->";
    return [
      `docs/${name}-file.md`,
      `# The ${name} file\n\n${source}\n\n${introduction}\n\n${table.join("\n")}\n`,
    ];
  });
}

function rowsOf(schema: Schema, prefix: string): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, property]) => {
    const path = `${prefix}${key}`;
    const required = schema.required?.includes(key) ? "required" : code(property.default);
    const row = `| \`${path}\` | ${kindOf(property)} | ${required} | ${property.description ?? ""} |`;
    const inner = property.items?.properties === undefined ? property : property.items;
    return [row, ...rowsOf(inner, inner === property ? `${path}.` : `${path}[].`)];
  });
}

function kindOf({ type, enum: words, examples, anyOf, items }: Schema): string {
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(", ");
  if (examples !== undefined) return `${examples.map(code).join(", ")}`;
  if (anyOf !== undefined) return [...new Set(anyOf.map(kindOf))].join(" or ");
  if (type === "array") return items === undefined ? "list" : `list of ${kindOf(items)}`;
  return (
    { object: "mapping", integer: "whole number", string: "text", null: "nothing" }[type ?? ""] ?? type ?? ""
  );
}

function code(value: unknown): string {
  if (value === undefined) return "";
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}
