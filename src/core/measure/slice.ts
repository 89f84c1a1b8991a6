import type { Slice } from "../result.ts";

/** What is read of one arm at either end of a slice. */
export type ArmReading = {
  /** Milliseconds on the monotonic clock. */
  at: number;
  questions: number;
  /** Undefined where the server's CPU time cannot be seen. */
  cpuSeconds: number | undefined;
  /** Of its sysbench; undefined where it cannot be seen. */
  clientCpuSeconds: number | undefined;
};

/** What is read of both arms and of the machine at either end of a slice. */
export type Reading = { base: ArmReading; head: ArmReading; stealSeconds: number };

/** Both arms' rates between two readings; `lane` is the one that the head arm was on. */
export function sliceBetween(before: Reading, after: Reading, lane: number, cpus: number): Slice {
  return sliceOf(
    armBetween(before.base, after.base),
    armBetween(before.head, after.head),
    lane,
    (after.stealSeconds - before.stealSeconds) / cpus,
  );
}

type Block = { before: Reading; after: Reading };

/** The base arm's rate from the one block and the head arm's from the other, when they ran in turn. */
export function interleavedSlice(ofBase: Block, ofHead: Block, cpus: number): Slice {
  const steal = [ofBase, ofHead].map(({ before, after }) => after.stealSeconds - before.stealSeconds);
  return sliceOf(
    armBetween(ofBase.before.base, ofBase.after.base),
    armBetween(ofHead.before.head, ofHead.after.head),
    0,
    Math.max(...steal) / cpus,
  );
}

function sliceOf(base: Rates, head: Rates, lane: number, stolenSeconds: number): Slice {
  const seconds = (base.seconds + head.seconds) / 2;
  return {
    lane,
    baseQps: base.qps,
    headQps: head.qps,
    ...(base.cpuUsPerQuery !== undefined && { baseCpuUsPerQuery: base.cpuUsPerQuery }),
    ...(head.cpuUsPerQuery !== undefined && { headCpuUsPerQuery: head.cpuUsPerQuery }),
    ...(base.clientCpus !== undefined && { baseClientCpus: base.clientCpus }),
    ...(head.clientCpus !== undefined && { headClientCpus: head.clientCpus }),
    stealShare: Math.max(0, stolenSeconds) / seconds,
    seconds,
  };
}

type Rates = ReturnType<typeof armBetween>;

/** Each arm on its own clock: the two counters are not read at the same instant. */
function armBetween(before: ArmReading, after: ArmReading) {
  const seconds = (after.at - before.at) / 1000;
  const queries = after.questions - before.questions;
  const cpuSeconds = difference(after.cpuSeconds, before.cpuSeconds);
  const clientSeconds = difference(after.clientCpuSeconds, before.clientCpuSeconds);
  return {
    seconds,
    qps: queries / seconds,
    cpuUsPerQuery: cpuSeconds === undefined || queries <= 0 ? undefined : (cpuSeconds * 1e6) / queries,
    clientCpus: clientSeconds === undefined ? undefined : clientSeconds / seconds,
  };
}

function difference(after: number | undefined, before: number | undefined): number | undefined {
  return after === undefined || before === undefined ? undefined : after - before;
}
