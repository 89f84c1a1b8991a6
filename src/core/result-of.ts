import { checkInForce, describe } from "./in-force/check.ts";
import { effectiveOptions } from "./in-force/differences.ts";
import type { InForce } from "./in-force/facts.ts";
import { countByClass } from "./in-force/instruments.ts";
import type { Arm, Plan } from "./plan/plan.ts";
import { type EvidenceCell, RESULT_SCHEMA, type Result, type RoundRecord, type Warning } from "./result.ts";
import type { Judgement } from "./verdict/judge.ts";
import type { MeasuredCell, Suite } from "./verdict/suite.ts";
import { withJudgement } from "./verdict/with-judgement.ts";

/** What was measured, as the run hands it over. */
export type Measurements = {
  cells: readonly (MeasuredCell & { warnings: Warning[] })[];
  inForce: ReadonlyMap<string, InForce>;
  cutOff?: "budget" | "cancelled";
  seconds: number;
};

export type About = Pick<Result, "tool" | "startedAt" | "finishedAt" | "seed" | "fingerprint"> & {
  provider: (arm: Arm) => string;
  wallSeconds: number;
};

/** The record of a run: everything that a report, a later decision or a baseline may ask for. */
export function resultOf(
  plan: Plan,
  suite: Suite,
  measured: Measurements,
  judgement: Judgement,
  about: About,
): Result {
  const { provider, wallSeconds, ...head } = about;
  const arms = plan.matches.flatMap(({ base, head: of }) => [base, of]);
  const cells = plan.cells.map((planned) => {
    const evidence = measured.cells.find(({ id }) => id === planned.id);
    return {
      ...planned,
      ...summary(evidence),
      verdict: "error" as const,
      reasons: [],
      warnings: evidence?.warnings ?? [],
    };
  });
  return withJudgement(
    {
      schema: RESULT_SCHEMA,
      ...head,
      arms: [...new Map(arms.map((arm) => [arm.id, arm])).values()].flatMap((arm) => {
        const facts = measured.inForce.get(arm.id);
        return facts === undefined ? [] : [armOf(arm, facts, provider(arm))];
      }),
      cells,
      suite: {
        verdict: judgement.suite.verdict,
        counts: judgement.suite.counts,
        falseAlarmRate: suite.falseAlarms,
        maxRounds: suite.maxRounds,
        expected: suite.cells.map(({ id }) => id),
        wallSeconds,
        measuredSeconds: measured.seconds,
        ...(measured.cutOff && { cutOff: measured.cutOff }),
      },
      warnings: [],
    },
    suite,
    judgement,
  );
}

function armOf({ id, role, scenario }: Arm, facts: InForce, provider: string): Result["arms"][number] {
  const { flavour, version, image, performanceSchema, rssBytes } = facts;
  return {
    id,
    scenario: scenario.name,
    role,
    server: { flavour, version, provider, ...(image && { image: image.name, imageDigest: image.digest }) },
    effectiveOptions: effectiveOptions(facts),
    performanceSchema: {
      enabled: performanceSchema.enabled,
      consumers: performanceSchema.consumers,
      instruments: countByClass(performanceSchema.instruments),
      memoryBytes: performanceSchema.memoryBytes,
    },
    ...(rssBytes !== undefined && { rssBytes }),
    // What could not be verified is a doubt that the reader is owed.
    unverified: checkInForce(scenario, facts).map(describe),
  };
}

/** What a reader wants to know of a cell at a glance; medians, so that one stalled slice does not speak for all. */
function summary(
  evidence: EvidenceCell | undefined,
): Partial<Result["cells"][number]> & { pairs: EvidenceCell["pairs"] } {
  if (evidence === undefined) return { pairs: [] };
  const { pairs, rounds = [], failure, against } = evidence;
  const slices = pairs.flatMap((pair) => (pair.dropped === undefined ? (pair.slices ?? []) : []));
  const qps = both(slices, "baseQps", "headQps");
  const cpuUsPerQuery = both(slices, "baseCpuUsPerQuery", "headCpuUsPerQuery");
  const latency = latencyOf(rounds);
  return {
    pairs,
    rounds,
    ...(failure !== undefined && { failure }),
    ...(against !== undefined && { against }),
    ...(qps && { qps }),
    ...(cpuUsPerQuery && { cpuUsPerQuery }),
    ...(latency && { latency }),
  };
}

/** The middle of each side; undefined unless both sides have all of them. */
function both<K extends string>(
  records: readonly { [P in K]?: unknown }[],
  base: K,
  head: K,
): Sides | undefined {
  const of = (key: K) =>
    median(records.flatMap((record) => (typeof record[key] === "number" ? [record[key]] : [])));
  const [ofBase, ofHead] = [of(base), of(head)];
  return ofBase === undefined || ofHead === undefined ? undefined : { base: ofBase, head: ofHead };
}

type Sides = { base: number; head: number };

function latencyOf(rounds: readonly RoundRecord[]): Result["cells"][number]["latency"] {
  const latencies = rounds.flatMap(({ latency }) => latency ?? []);
  if (latencies.length === 0) return undefined;
  const side = (of: "base" | "head") => {
    const values = (["avg", "p95", "p99", "max"] as const).flatMap((name) => {
      const value = median(latencies.flatMap((latency) => latency[of][name] ?? []));
      return value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(values);
  };
  return { base: side("base"), head: side("head") };
}

function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
