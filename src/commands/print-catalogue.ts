import type { Terminal } from "../adapters/terminal.ts";
import { type Entry, nameOf } from "../core/config/catalogue.ts";

/** A line each, scenarios before workloads. */
export function printCatalogue(terminal: Terminal, entries: Entry[]): void {
  const width = Math.max(...entries.map((entry) => nameOf(entry).length));
  for (const kind of ["scenario", "workload"] as const) {
    terminal.out(terminal.paint("bold", `${kind}s`));
    for (const entry of entries.filter((one) => one.kind === kind)) {
      const own = entry.source.startsWith("built-in:") ? "" : terminal.paint("dim", `  (${entry.source})`);
      terminal.out(`  ${nameOf(entry).padEnd(width)}  ${descriptionOf(entry)}${own}`.trimEnd());
    }
  }
}

export function printEntry(terminal: Terminal, entry: Entry): void {
  terminal.out(`${terminal.paint("bold", `${entry.kind} ${nameOf(entry)}`)}  (${entry.source})`);
  if (descriptionOf(entry) !== "") terminal.out(descriptionOf(entry));
  for (const line of entry.kind === "scenario" ? scenarioLines(entry) : workloadLines(entry))
    terminal.out(`  ${line}`);
}

function scenarioLines({ scenario }: Extract<Entry, { kind: "scenario" }>): string[] {
  const options = scenario.options.map(({ name, value, loose }) => {
    const given = value === null ? "" : ` = ${value}`;
    return `${loose ? "loose_" : ""}${name}${given}`;
  });
  return [...options, ...scenario.setupSql.map(({ sql }) => `${sql};`)];
}

function workloadLines({ workload }: Extract<Entry, { kind: "workload" }>): string[] {
  const options = Object.entries(workload.options).map(([name, value]) => `--${name}=${value}`);
  return [`script ${workload.script}`, ...options, workload.writes ? "changes data" : "reads only"];
}

function descriptionOf(entry: Entry): string {
  return (entry.kind === "scenario" ? entry.scenario.description : entry.workload.description) ?? "";
}
