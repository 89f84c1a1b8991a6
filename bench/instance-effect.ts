/**
 * What a fresh start is worth: the same configuration on both arms, and how far the means of sessions lie apart
 * beside what their pairs alone explain. `npm run bench -- instance-effect [sessions] [server]`
 *
 * restarted: servers (and with them the sysbenches), sysbenches alone, or nothing between two sessions.
 */
import { randomFrom } from "../src/core/stats/random.ts";
import { type Arms, startArms, stopArms } from "../src/measure/arms.ts";
import { measureRound } from "../src/measure/measurement.ts";
import { duet, timing } from "../src/measure/methods.ts";
import { deviation, mean } from "./live/spread.ts";
import { type LiveStage, liveStage, matchOf, workload } from "./live/stage.ts";

const data = { tables: 4, rows: 50_000, seed: 1 };
const THREADS = 4;
const PAIRS = 6;
const restarts = ["servers", "sysbench", "nothing"] as const;
type Restart = (typeof restarts)[number];

type Session = { mean: number; pairs: number[] };

export async function main([sessions = "8", server = "auto"]: string[]): Promise<void> {
  const stage = await liveStage(server);
  try {
    console.log(
      `${server}, ${THREADS} threads, sessions of ${PAIRS} pairs, the same configuration on both arms`,
    );
    console.log(
      "workload          restarted   between sessions   explained by pairs   instance effect   mean",
    );
    for (const name of ["oltp_read_only", "oltp_write_only"]) {
      for (const restart of restarts)
        console.log(row(name, restart, await measured(stage, name, restart, Number(sessions))));
    }
  } finally {
    await stage.run.end();
  }
}

async function measured(
  { outside, lanes }: LiveStage,
  name: string,
  restart: Restart,
  count: number,
): Promise<Session[]> {
  const random = randomFrom(3);
  const method = duet(lanes, random, outside, PAIRS * (restart === "nothing" ? count : 1));
  const match = await matchOf("default");
  const settings = { data, warmUpSeconds: timing.warmUpSeconds };
  const load = { workload: await workload(name), threads: THREADS };
  const sessions: Session[] = [];
  let arms: Arms | undefined;
  try {
    for (let n = 1; n <= (restart === "nothing" ? 1 : count); n++) {
      if (arms !== undefined && restart === "servers") {
        await stopArms(arms, "discard");
        arms = undefined;
      }
      method.begin();
      arms ??= await startArms(match, "fresh", data, method, random, outside);
      const { pairs } = await measureRound(arms, { load, round: n, seed: 50 + n, method, settings }, outside);
      for (let from = 0; from < pairs.length; from += PAIRS) {
        const values = pairs.slice(from, from + PAIRS).map(({ d }) => d);
        sessions.push({ mean: mean(values), pairs: values });
      }
    }
  } finally {
    if (arms !== undefined) await stopArms(arms, "discard");
  }
  return sessions;
}

function row(name: string, restart: Restart, sessions: Session[]): string {
  const between = deviation(sessions.map((session) => session.mean));
  const within = Math.sqrt(mean(sessions.map(({ pairs }) => deviation(pairs) ** 2)) / PAIRS);
  const effect = Math.sqrt(Math.max(0, between ** 2 - within ** 2));
  const percent = (value: number) => `${(100 * value).toFixed(2)} %`;
  const middle = percent(mean(sessions.map((session) => session.mean)));
  return `${name.padEnd(18)}${restart.padEnd(12)}${percent(between).padEnd(19)}${percent(within).padEnd(21)}${percent(effect).padEnd(18)}${middle}`;
}
