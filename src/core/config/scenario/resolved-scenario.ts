import type { ServerSpec } from "../notation/server-spec.ts";
import type { ScenarioTolerance } from "../notation/tolerance.ts";

/** A place in a user's file, for messages; `line` and `column` count from 1. */
export type Place = { file: string; line: number; column: number };

/** One option as the server is to get it. The name is spelled with underscores and without `loose_`. */
export type ServerOption = {
  name: string;
  /** `null`: given without a value (`skip_name_resolve`), which is not the same as an empty one. */
  value: string | null;
  /** Written as `loose_name`: a server that does not know it goes on without it. */
  loose: boolean;
  place: Place;
};

/** A scenario after `extends`, `my-cnf` and `options` have been put together: all that a server needs to know. */
export type ResolvedScenario = {
  name: string;
  description?: string;
  server?: ServerSpec;
  /** In order. An option appears once, except the few that add up (`performance_schema_instrument`). */
  options: ServerOption[];
  /** One statement each, run after the start. */
  setupSql: { sql: string; place: Place }[];
  /** In order; the last that fits a cell counts, and a gate's own count before them. */
  tolerances: ScenarioTolerance[];
};
