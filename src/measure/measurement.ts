import { GateError } from "../core/error.ts";
import { clientBound } from "../core/measure/client-bound.ts";
import { checkTotals } from "../core/measure/totals.ts";
import type { Measurement } from "../core/plan/plan.ts";
import type { Pair, RoundRecord, Warning } from "../core/result.ts";
import type { LoadReport } from "../core/sysbench/load-report.ts";
import { reportProblems } from "../core/sysbench/report-problems.ts";
import type { DataSet, Endpoint, LoadOrder, RunningLoad } from "../ports.ts";
import type { Arms } from "./arms.ts";
import type { Outside } from "./outside.ts";
import { preflight } from "./preflight.ts";
import { type Side, type Sides, whileLoaded, whileServersLive } from "./side.ts";
import { warmUp } from "./warm-up.ts";

/** How the pairs of a round are taken: by a duet, or interleaved. */
export type Method = {
  readonly name: "duet" | "interleaved";
  /** Called before the arms of a match are started. */
  begin(): void;
  /** Where the arms' programs begin; left out, they may use every CPU. */
  cpus?(arm: "base" | "head"): readonly number[];
  pairs(sides: Sides, round: number): Promise<Pair[]>;
};

export type MeasureSettings = { data: DataSet; warmUpSeconds: number };

/** What one round says of one measurement. */
export type RoundOutcome = { pairs: Pair[]; record: RoundRecord; warnings: Warning[] };

/** What one round of one measurement is made of. */
export type RoundOrder = {
  load: Pick<Measurement, "workload" | "threads">;
  round: number;
  seed: number;
  method: Method;
  settings: MeasureSettings;
};

/** One round of one measurement; a server that ends in it is the cause that is told. */
export function measureRound(arms: Arms, order: RoundOrder, outside: Outside): Promise<RoundOutcome> {
  return whileServersLive(arms, outside.clock, measured(arms, order, outside));
}

/** Fresh sysbenches on both arms, warm-up, the pairs, and the final reports held against the servers' own counters. */
async function measured(arms: Arms, order: RoundOrder, outside: Outside): Promise<RoundOutcome> {
  const { round, seed, method, settings } = order;
  const { workload, threads } = order.load;
  await preflight(arms, workload, threads, settings, outside);
  const before = await questionsOf(arms);
  const loadOrder = (arm: "base" | "head"): LoadOrder => {
    const cpus = method.cpus?.(arm);
    const endpoint: Endpoint = workload.writes ? arms[arm].endpoint : arms[arm].readEndpoint;
    const load = { workload: outside.script(workload), threads, data: settings.data, seed, endpoint };
    return { arm, load, ...(cpus && { cpus }) };
  };
  const loads = await startBoth(
    () => outside.generator.start(loadOrder("base")),
    () => outside.generator.start(loadOrder("head")),
  );
  try {
    const sides: Sides = {
      base: { name: "base", server: arms.base, load: loads.base },
      head: { name: "head", server: arms.head, load: loads.head },
    };
    const warm = await whileLoaded(sides, warmUp(sides, outside.clock, settings.warmUpSeconds));
    const pairs = await whileLoaded(sides, method.pairs(sides, round));
    refuseSilence(pairs);
    const [base, head] = await whileLoaded(sides, Promise.all([loads.base.stop(), loads.head.stop()]));
    const doubts = [base, head].flatMap((report) => reportProblems(outside.script(workload), report));
    const after = await questionsOf(arms);
    const checks = [
      checkTotals("base", after.base - before.base, statementsOf(base)),
      checkTotals("head", after.head - before.head, statementsOf(head)),
    ];
    const failure = checks.find((check) => check.failure !== undefined)?.failure;
    if (failure !== undefined) throw uncountable(failure);
    return {
      pairs,
      record: await recordOf(sides, round, warm.seconds, base, head),
      warnings: [
        ...checks.flatMap(({ warning }) => warning ?? []),
        ...doubts.map(({ what, why }) => ({
          kind: "load",
          text: why === undefined ? what : `${what}: ${why}`,
        })),
        ...(warm.steady ? [] : [unsteady(warm.seconds)]),
        ...clientBound(pairs),
      ],
    };
  } finally {
    await Promise.all([loads.base.kill(), loads.head.kill()]);
  }
}

/** Both or none: what the one has started does not outlive the other's failure. */
async function startBoth(base: () => Promise<RunningLoad>, head: () => Promise<RunningLoad>) {
  const [ofBase, ofHead] = await Promise.allSettled([base(), head()]);
  if (ofBase.status === "fulfilled" && ofHead.status === "fulfilled")
    return { base: ofBase.value, head: ofHead.value };
  for (const started of [ofBase, ofHead]) if (started.status === "fulfilled") await started.value.kill();
  throw ofBase.status === "rejected" ? ofBase.reason : (ofHead as PromiseRejectedResult).reason;
}

async function questionsOf({ base, head }: Arms): Promise<{ base: number; head: number }> {
  const [ofBase, ofHead] = await Promise.all([base.counters(), head.counters()]);
  return { base: ofBase.questions, head: ofHead.questions };
}

function statementsOf({ statements: { read, write, other } }: LoadReport): number {
  return read + write + other;
}

async function recordOf(
  sides: Sides,
  round: number,
  warmUpSeconds: number,
  base: LoadReport,
  head: LoadReport,
): Promise<RoundRecord> {
  const [baseMemory, headMemory] = await Promise.all([memoryOf(sides.base), memoryOf(sides.head)]);
  return {
    round,
    warmUpSeconds,
    ...(base.latency &&
      head.latency && { latency: { base: latencyOf(base.latency), head: latencyOf(head.latency) } }),
    ...(baseMemory.rssBytes !== undefined &&
      headMemory.rssBytes !== undefined && {
        rssBytes: { base: baseMemory.rssBytes, head: headMemory.rssBytes },
      }),
    ignoredErrors: { base: base.ignoredErrors, head: head.ignoredErrors },
  };
}

const memoryOf = ({ server }: Side) => server.memory();

function latencyOf({ avg, p95, p99, max }: NonNullable<LoadReport["latency"]>) {
  return { avg, max, ...(p95 !== undefined && { p95 }), ...(p99 !== undefined && { p99 }) };
}

/** A slice in which an arm answered nothing has no ratio. */
function refuseSilence(pairs: Pair[]): void {
  if (pairs.every(({ d }) => Number.isFinite(d))) return;
  throw new GateError("environment", {
    what: "A server answered nothing for a whole slice",
    why: "It hangs, or every statement of the load waits for a lock.",
    remedy: "Look into the arms' logs in the result folder.",
  });
}

function uncountable(difference: string): GateError {
  return new GateError("environment", {
    what: `The counts do not agree: ${difference}`,
    why: "Somebody else used the server, or the load lost statements.",
    remedy: "Let nothing else connect to the servers while they are measured.",
  });
}

function unsteady(seconds: number): Warning {
  return { kind: "not-steady", text: `the rate was still drifting after ${seconds.toFixed(0)} s of warm-up` };
}
