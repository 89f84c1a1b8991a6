import type { ServerOption } from "../scenario/resolved-scenario.ts";

type Printed = Pick<ServerOption, "name" | "value" | "loose">;

/** An option file that gives a server these options and no others. */
export function printMyCnf(options: readonly Printed[]): string {
  return ["[mysqld]", ...options.map(printOption), ""].join("\n");
}

function printOption({ name, value, loose }: Printed): string {
  const fullName = loose ? `loose_${name}` : name;
  return value === null ? fullName : `${fullName}=${printValue(value)}`;
}

const escapes: Record<string, string> = {
  "\\": "\\\\",
  '"': '\\"',
  "\n": "\\n",
  "\t": "\\t",
  "\r": "\\r",
  "\b": "\\b",
};

function printValue(value: string): string {
  // Beyond ASCII too: the server trims bytes that are white space in Latin 1, and UTF-8 has such bytes in letters.
  if (/^[\w.,:;/%@+*=()[\]{}~^$&<>!?|-]*$/.test(value)) return value;
  return `"${value.replace(/[\\"\n\t\r\b]/g, (char) => escapes[char] ?? char)}"`;
}
