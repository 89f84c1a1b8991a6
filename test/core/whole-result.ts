import { RESULT_SCHEMA, type Result } from "../../src/core/result.ts";
import { decideAgain } from "../../src/core/verdict/decide-again.ts";
import { rounds } from "./verdict/recorded.ts";

type Cell = Result["cells"][number];

/** A result as a run writes it: one cell without a change, and one that lost a sixth. */
export function wholeResult(): Result {
  const undecided: Result = {
    schema: RESULT_SCHEMA,
    tool: { version: "0.1.0" },
    startedAt: "2026-11-20T09:00:00Z",
    finishedAt: "2026-11-20T09:04:00Z",
    seed: 42,
    fingerprint: { arch: "x64", cpus: 2, method: "duet", sliceSeconds: 1 },
    arms: [armOf("pfsoff", "base"), armOf("my-cnf", "head")],
    cells: [cellOf("oltp_read_only", rounds(0, 2)), cellOf("oltp_write_only", rounds(-0.16, 4))],
    suite: {
      verdict: "inconclusive",
      counts: {},
      falseAlarmRate: 0.01,
      maxRounds: 12,
      expected: ["reference/my-cnf/oltp_read_only/8", "reference/my-cnf/oltp_write_only/8"],
      wallSeconds: 240,
      measuredSeconds: 72,
    },
    warnings: [],
  };
  return decideAgain(undecided, {}).result;
}

function armOf(id: string, role: "base" | "head"): Result["arms"][number] {
  return {
    id,
    scenario: id,
    role,
    server: { flavour: "mysql", version: "8.4.3", provider: "docker", image: "mysql:8.4" },
    effectiveOptions: { performance_schema: role === "base" ? "OFF" : "ON" },
    performanceSchema: { enabled: role === "head", consumers: {}, instruments: {} },
    rssBytes: 500_000_000,
  };
}

function cellOf(workload: string, values: readonly number[]): Cell {
  const pairs = values.map((d, i) => ({
    round: i + 1,
    at: i * 12,
    d,
    slices: [0, 1].map((lane) => ({ lane, baseQps: 10_000, headQps: 10_000 * Math.exp(d), seconds: 1 })),
  }));
  return {
    id: `reference/my-cnf/${workload}/8`,
    comparison: "reference",
    scenario: "my-cnf",
    base: "pfsoff",
    head: "my-cnf",
    workload,
    threads: 8,
    tolerance: 0.05,
    pairs,
    verdict: "inconclusive",
    reasons: [],
    warnings: [],
  };
}
