/**
 * How precise a minute of measuring is, by design: the same configuration on both arms, and the standard error of
 * the change that is seen. `npm run bench -- precision [workload] [minutes]`
 *
 * duet: rounds of fresh servers and sysbenches, both arms at once on swapped lanes; the unit is a round's mean.
 * restarted blocks: what peers do; both servers up, sysbench started anew for each block of 3 s on all CPUs, ABBA;
 * the unit is one A B B A.
 */
import { randomFrom } from "../src/core/stats/random.ts";
import { startArms, stopArms } from "../src/measure/arms.ts";
import { measureRound } from "../src/measure/measurement.ts";
import { duet, timing } from "../src/measure/methods.ts";
import { mean, percent, standardError } from "./live/spread.ts";
import { type LiveStage, liveStage, matchOf, workload } from "./live/stage.ts";

const THREADS = 4;
const BLOCK_SECONDS = 3;
const data = { tables: 4, rows: 50_000, seed: 1 };

export async function main([name = "oltp_read_only", minutes = "1"]: string[]): Promise<void> {
  const stage = await liveStage();
  const seconds = Number(minutes) * 60;
  try {
    const designs = {
      duet: await duetRounds(stage, name, seconds),
      blocks: await restartedBlocks(stage, name, seconds),
    };
    console.log(
      `${name}, ${THREADS} threads, ${seconds} s of measuring for each design, the same configuration on both arms`,
    );
    for (const [design, values] of Object.entries(designs)) {
      const error = 100 * standardError(values);
      console.log(
        `${design.padEnd(8)} change ${percent(mean(values)).padStart(8)}  standard error ${error.toFixed(2)} %  (${values.length} units)`,
      );
    }
    const ratio = standardError(designs.blocks) / standardError(designs.duet);
    console.log(`the duet's standard error is ${ratio.toFixed(1)} times smaller`);
  } finally {
    await stage.run.end();
  }
}

async function duetRounds({ outside, lanes }: LiveStage, name: string, seconds: number): Promise<number[]> {
  const random = randomFrom(1);
  const method = duet(lanes, random, outside);
  const match = await matchOf("default");
  const perRound = timing.pairsPerRound * (2 * timing.sliceSeconds + timing.settleSeconds);
  const rounds: number[] = [];
  for (let round = 1; round <= Math.round(seconds / perRound); round++) {
    method.begin();
    const arms = await startArms(match, "fresh", data, method, random, outside);
    try {
      const load = { workload: await workload(name), threads: THREADS };
      const settings = { data, warmUpSeconds: timing.warmUpSeconds };
      const { pairs } = await measureRound(
        arms,
        { load, round, seed: 100 + round, method, settings },
        outside,
      );
      rounds.push(mean(pairs.map(({ d }) => d)));
    } finally {
      await stopArms(arms, "discard");
    }
  }
  return rounds;
}

async function restartedBlocks({ outside }: LiveStage, name: string, seconds: number): Promise<number[]> {
  const random = randomFrom(2);
  const match = await matchOf("default");
  const onAllCpus = { name: "interleaved" as const, begin: () => undefined, pairs: async () => [] };
  const arms = await startArms(match, "fresh", data, onAllCpus, random, outside);
  const load = outside.script(await workload(name));
  const rate = async (arm: "base" | "head", seed: number) => {
    const order = {
      arm,
      load: { workload: load, threads: THREADS, data, seed, endpoint: arms[arm].endpoint },
    };
    const { report } = await outside.generator.run(order, BLOCK_SECONDS);
    const { read, write, other } = report.statements;
    return (read + write + other) / report.seconds;
  };
  const quads: number[] = [];
  try {
    for (let n = 0; n < Math.round(seconds / (4 * BLOCK_SECONDS)); n++) {
      const [a, b] = random.uniform() < 0.5 ? (["base", "head"] as const) : (["head", "base"] as const);
      const logs = { base: 0, head: 0 };
      for (const [i, arm] of [a, b, b, a].entries())
        logs[arm] += Math.log(await rate(arm, 10 * n + i + 1)) / 2;
      quads.push(logs.head - logs.base);
    }
  } finally {
    await stopArms(arms, "discard");
  }
  return quads;
}
