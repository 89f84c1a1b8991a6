import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";

/** One line of an option file that means something, by the rules of the server's mysys/my_default.cc. */
export type Line =
  | { kind: "group"; name: string; place: Place }
  | { kind: "option"; group: string; name: string; value: string | null; place: Place }
  | { kind: "include" | "includedir"; path: string; place: Place };

type Report = (
  severity: Finding["severity"],
  column: number,
  text: Omit<Finding, "severity" | "place">,
) => void;

/** MySQL 5.6 and MariaDB 10.11 break a line there; MySQL 9.7 does not. */
const longest = 4092;

export function readLines(text: string, file: string): { lines: Line[]; findings: Finding[] } {
  const findings: Finding[] = [];
  const lines: Line[] = [];
  const reportAt =
    (line: number): Report =>
    (severity, column, complaint) =>
      findings.push({ severity, place: { file, line, column }, ...complaint });

  const hasMark = text.startsWith("\uFEFF");
  if (hasMark) reportMark(reportAt(1));
  let group: string | undefined;
  // Only \n ends a line; \r is white space like any other.
  for (const [index, raw] of text
    .slice(hasMark ? 1 : 0)
    .split("\n")
    .entries()) {
    const report = reportAt(index + 1);
    if (!isReadable(raw, report)) continue;
    const start = skipSpace(raw, 0);
    const line = readLine(raw, start, { file, line: index + 1, column: start + 1 }, group, report);
    if (line?.kind === "group") group = line.name;
    if (line !== undefined) lines.push(line);
  }
  return { lines, findings };
}

function readLine(
  raw: string,
  start: number,
  place: Place,
  group: string | undefined,
  report: Report,
): Line | undefined {
  const first = raw[start];
  if (first === undefined || first === "#" || first === ";") return undefined;
  if (first === "!") return readDirective(raw, start, place, report);
  if (first === "[") return readGroup(raw, start, place, report);
  if (group !== undefined) return readOption(raw, start, place, group, report);
  reportNoGroup(report, place.column);
  return undefined;
}

function isReadable(raw: string, report: Report): boolean {
  if (raw.includes("\0")) {
    report("error", raw.indexOf("\0") + 1, {
      what: "The line holds a NUL byte",
      why: "Servers read such a line differently, or join it to the next one.",
      remedy: "Save the file as plain text (UTF-8).",
    });
    return false;
  }
  // A character takes at most three bytes of UTF-8 for each of its UTF-16 units.
  const mayBeLong = raw.length * 3 > longest;
  if (mayBeLong && new TextEncoder().encode(raw).length > longest) {
    report("error", 1, {
      what: `The line is longer than ${longest} bytes`,
      why: "Some servers break it there and read the rest as a line of its own.",
      remedy: "Shorten the line.",
    });
    return false;
  }
  return true;
}

function readGroup(raw: string, start: number, place: Place, report: Report): Line {
  const end = raw.indexOf("]", start);
  if (end < 0) {
    report("error", place.column, {
      what: "The group's name has no closing bracket",
      why: "The server does not start with it.",
      remedy: `Write \`${trimEnd(raw.slice(start))}]\`.`,
    });
    // The group's name is plain all the same, and reading on in it finds what else there is to say.
    return { kind: "group", name: trimEnd(raw.slice(start + 1)), place };
  }
  return { kind: "group", name: trimEnd(raw.slice(start + 1, end)), place };
}

function readDirective(raw: string, start: number, place: Place, report: Report): Line | undefined {
  const content = raw.slice(skipSpace(raw, start + 1));
  const kind = (["includedir", "include"] as const).find(
    (word) => content.startsWith(word) && isSpace(content[word.length] ?? " "),
  );
  if (kind === undefined) {
    report("warning", place.column, {
      what: `\`${trimEnd(raw.slice(start))}\` is ignored`,
      why: "The server knows the directives `!include` and `!includedir` alone, in small letters.",
      remedy: "Correct the directive or remove the line.",
    });
    return undefined;
  }
  const argument = content.slice(kind.length);
  const path = trim(argument.slice(0, endOfContent(argument).end));
  if (path === "") {
    report("error", place.column, {
      what: `\`!${kind}\` names no path`,
      why: "The server does not start with it.",
      remedy: "Name the path, or remove the line.",
    });
    return undefined;
  }
  return { kind, path, place };
}

function readOption(
  raw: string,
  start: number,
  place: Place,
  group: string,
  report: Report,
): Line | undefined {
  const { end, openQuote } = endOfContent(raw, start);
  const equals = raw.indexOf("=", start);
  const hasValue = equals >= 0 && equals < end;
  const name = trimEnd(raw.slice(start, hasValue ? equals : end));
  if (name === "") {
    report("error", place.column, {
      what: "The line has a value but no option's name",
      remedy: "Write `name=value`, or remove the line.",
    });
    return undefined;
  }
  if (!hasValue) return { kind: "option", group, name, value: null, place };
  const written = trim(raw.slice(equals + 1, end));
  if (openQuote && raw.indexOf("#", equals) >= 0) {
    report("warning", skipSpace(raw, equals + 1) + 1, {
      what: `A quote in the value of \`${name}\` is not closed`,
      why: "What looks like a comment is part of the value.",
      remedy: "Put the value in quotes of the other kind, or close the quote.",
    });
  }
  return { kind: "option", group, name, value: resolveEscapes(unquote(written)), place };
}

/** Where the comment begins that a `#` outside quotes starts; a backslash protects a quote only within quotes. */
function endOfContent(raw: string, start = 0): { end: number; openQuote: boolean } {
  let quote: string | undefined;
  let escaped = false;
  for (let index = start; index < raw.length; index += 1) {
    const char = raw[index];
    if ((char === "'" || char === '"') && !escaped) {
      if (quote === undefined) quote = char;
      else if (quote === char) quote = undefined;
    }
    if (quote === undefined && char === "#") return { end: index, openQuote: false };
    escaped = quote !== undefined && char === "\\" && !escaped;
  }
  return { end: raw.length, openQuote: quote !== undefined };
}

function unquote(value: string): string {
  const first = value[0];
  const quoted = value.length > 1 && (first === "'" || first === '"') && value.endsWith(first);
  return quoted ? value.slice(1, -1) : value;
}

const escapes: Record<string, string> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  s: " ",
  '"': '"',
  "'": "'",
  "\\": "\\",
};

function resolveEscapes(value: string): string {
  return value.replace(/\\(.)/gs, (both, char: string) => escapes[char] ?? both);
}

function reportMark(report: Report): void {
  report("error", 1, {
    what: "The file begins with a byte order mark",
    why: "The server takes it for an option outside any group and does not start.",
    remedy: "Save the file as UTF-8 without a byte order mark.",
  });
}

function reportNoGroup(report: Report, column: number): void {
  report("error", column, {
    what: "The option stands before any group",
    why: "The server does not start with it.",
    remedy: "Put `[mysqld]` on a line above it.",
  });
}

function isSpace(char: string): boolean {
  return char === " " || (char >= "\t" && char <= "\r");
}

function skipSpace(text: string, start: number): number {
  let index = start;
  while (index < text.length && isSpace(text[index] ?? "")) index += 1;
  return index;
}

function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && isSpace(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}

function trim(text: string): string {
  return trimEnd(text.slice(skipSpace(text, 0)));
}
