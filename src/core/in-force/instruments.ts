import type { ResolvedScenario } from "../config/scenario/resolved-scenario.ts";
import type { Instrument } from "./facts.ts";

export type InstrumentCount = { enabled: number; timed: number; total: number };

/** Counted by class: `statement`, `stage`, `memory`, …, and of the waits the kind, `wait/io`. */
export function countByClass(instruments: readonly Instrument[]): Record<string, InstrumentCount> {
  const counts: Record<string, InstrumentCount> = {};
  for (const { name, enabled, timed } of instruments) {
    const [first = "", second = ""] = name.split("/");
    const of = first === "wait" ? `${first}/${second}` : first;
    const count = counts[of] ?? { enabled: 0, timed: 0, total: 0 };
    counts[of] = {
      enabled: count.enabled + Number(enabled),
      timed: count.timed + Number(timed === true),
      total: count.total + 1,
    };
  }
  return counts;
}

export type InstrumentPattern = { pattern: string; enabled: boolean; timed: boolean };

/** `performance_schema_instrument='statement/%=COUNTED'`; undefined for what the server would refuse. */
export function parsePattern(value: string): InstrumentPattern | undefined {
  const [, pattern = "", state = ""] = /^\s*(.+?)\s*=\s*(\S+)\s*$/.exec(value) ?? [];
  if (/^(?:on|true|1|yes)$/i.test(state)) return { pattern, enabled: true, timed: true };
  if (/^counted$/i.test(state)) return { pattern, enabled: true, timed: false };
  if (/^(?:off|false|0|no)$/i.test(state)) return { pattern, enabled: false, timed: false };
  return undefined;
}

export function patternsOf({ options }: Pick<ResolvedScenario, "options">): InstrumentPattern[] {
  return options
    .filter(({ name }) => name === "performance_schema_instrument")
    .flatMap(({ value }) => parsePattern(value ?? "") ?? []);
}

export function matches({ pattern }: InstrumentPattern, { name }: Pick<Instrument, "name">): boolean {
  const expression = pattern.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replaceAll("%", ".*");
  return new RegExp(`^${expression}$`).test(name);
}

/**
 * The instruments that are not as the patterns ask. Of several patterns that match, the longest counts, and of equally
 * long ones the last (configure_instr_class in storage/perfschema/pfs_instr_class.cc).
 */
export function unlikePatterns(
  instruments: readonly Instrument[],
  patterns: readonly InstrumentPattern[],
): Instrument[] {
  return instruments.filter((instrument) => {
    const wanted = patterns
      .filter((pattern) => matches(pattern, instrument))
      .reduce<InstrumentPattern | undefined>(
        (best, next) => (best === undefined || next.pattern.length >= best.pattern.length ? next : best),
        undefined,
      );
    // The Performance Schema's own memory is always counted.
    if (wanted === undefined || instrument.name.startsWith("memory/performance_schema/")) return false;
    return instrument.enabled !== wanted.enabled || (instrument.timed ?? wanted.timed) !== wanted.timed;
  });
}
