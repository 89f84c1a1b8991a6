import type { Terminal } from "../adapters/terminal.ts";
import type { Finding } from "../core/config/finding.ts";

/** The findings in the order of the files' lines, as text that editors and people can follow. */
export function printFindings(terminal: Terminal, findings: Finding[]): void {
  for (const { severity, place, what, why, remedy } of inOrder(findings)) {
    const where = terminal.paint("bold", `${place.file}:${place.line}:${place.column}:`);
    terminal.out(`${where} ${terminal.paint(severity === "error" ? "red" : "yellow", severity)}: ${what}`);
    if (why !== undefined) terminal.out(`  why: ${why}`);
    terminal.out(`  remedy: ${remedy}`);
  }
}

export function inOrder(findings: Finding[]): Finding[] {
  return findings.toSorted(
    ({ place: a }, { place: b }) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column,
  );
}

export function countOf(findings: Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const warnings = findings.length - errors;
  return `${plural(errors, "error")}, ${plural(warnings, "warning")}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;
