import type { InForce, Instrument } from "../../../src/core/in-force/facts.ts";

/** What a server reports; tests state what matters to them. */
export function facts(some: Partial<InForce> = {}): InForce {
  return {
    flavour: "mysql",
    version: "9.7.4",
    build: "9.7.4 (test)",
    variables: {},
    changed: {},
    performanceSchema: { enabled: false, consumers: {}, instruments: [], memoryBytes: 0 },
    logged: [],
    rssBytes: undefined,
    ...some,
  };
}

export function instruments(states: Record<string, "on" | "counted" | "off">): Instrument[] {
  return Object.entries(states).map(([name, state]) => ({
    name,
    enabled: state !== "off",
    timed: name.startsWith("memory/") ? null : state === "on",
  }));
}
