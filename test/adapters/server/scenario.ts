import type { ResolvedScenario } from "../../../src/core/config/scenario/resolved-scenario.ts";

type Written = {
  options?: Record<string, string | null | string[]>;
  loose?: Record<string, string>;
  setupSql?: string[];
};

/** A scenario as a file of this name would give it: every option on a line of its own. */
export function scenario(
  name: string,
  { options = {}, loose = {}, setupSql = [] }: Written = {},
): ResolvedScenario {
  const file = `${name}.yml`;
  let line = 0;
  const option = (name: string, value: string | null, loose: boolean) => ({
    name,
    value,
    loose,
    place: { file, line: ++line, column: 1 },
  });
  return {
    name,
    options: [
      ...Object.entries(options).flatMap(([name, value]) =>
        (Array.isArray(value) ? value : [value]).map((one) => option(name, one, false)),
      ),
      ...Object.entries(loose).map(([name, value]) => option(name, value, true)),
    ],
    tolerances: [],
    setupSql: setupSql.map((sql) => ({ sql, place: { file, line: ++line, column: 1 } })),
  };
}

const consumers = (state: string, where = "") =>
  `UPDATE performance_schema.setup_consumers SET ENABLED = '${state}'${where}`;
const instruments = (enabled: string, timed: string, where = "") =>
  `UPDATE performance_schema.setup_instruments SET ENABLED = '${enabled}', TIMED = '${timed}'${where}`;
const statementConsumers = [
  "global_instrumentation",
  "thread_instrumentation",
  "events_statements_current",
  "events_statements_history",
  "statements_digest",
];
const on = { performance_schema: "ON" };

/** The published study's six, and what a server that follows them must show. */
export const performanceSchemaScenarios = [
  { scenario: scenario("pfsoff", { options: { performance_schema: "OFF" } }), enabled: false },
  {
    scenario: scenario("pfson_conoff_insoff", {
      options: on,
      setupSql: [consumers("NO"), instruments("NO", "NO")],
    }),
    enabled: true,
    consumers: [],
    instruments: "none",
  },
  {
    scenario: scenario("pfson_conon_insoff", {
      options: on,
      setupSql: [consumers("YES"), instruments("NO", "NO")],
    }),
    enabled: true,
    consumers: "all",
    instruments: "none",
  },
  {
    scenario: scenario("pfson_conon_ins_sqlon", {
      options: on,
      setupSql: [
        consumers("NO"),
        consumers("YES", ` WHERE NAME IN (${statementConsumers.map((name) => `'${name}'`).join(", ")})`),
        instruments("YES", "NO"),
        instruments("YES", "YES", " WHERE NAME LIKE 'statement/%'"),
      ],
    }),
    enabled: true,
    consumers: statementConsumers,
    instruments: "statements timed",
  },
  {
    scenario: scenario("pfson_conoff_inson", {
      options: on,
      setupSql: [consumers("NO"), instruments("YES", "YES")],
    }),
    enabled: true,
    consumers: [],
    instruments: "all",
  },
  {
    scenario: scenario("pfson_conon_inson", {
      options: on,
      setupSql: [consumers("YES"), instruments("YES", "YES")],
    }),
    enabled: true,
    consumers: "all",
    instruments: "all",
  },
] as const;
