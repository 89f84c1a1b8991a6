import type { Workload } from "../../src/core/config/workload/workload.ts";
import { GateError } from "../../src/core/error.ts";
import type { InForce } from "../../src/core/in-force/facts.ts";
import { randomFrom } from "../../src/core/stats/random.ts";
import type { Outside } from "../../src/measure/outside.ts";
import type { LoadOrder, RunningLoad, Server, StartOrder } from "../../src/ports.ts";

type Arm = "base" | "head";

export type WorldPlan = {
  /** The head arm's rate as a share of the base arm's. */
  ratio(workload: string): number;
  /** Spread of a slice's rate, as a standard deviation of its logarithm. */
  noise?: number;
  /** Called at each start of a server or a load; throws to make it fail. */
  onStart?(what: string): void;
  /** Called as time goes by, with the seconds since the beginning. */
  onTime?(seconds: number): void;
};

/**
 * Two servers and their loads on a clock of their own: time passes only when somebody sleeps, and rates are what the
 * plan says. `diary` tells what was done, in order.
 */
export function fakeWorld(plan: WorldPlan): { outside: Outside; diary: string[]; abort: AbortController } {
  const random = randomFrom(7);
  const diary: string[] = [];
  const abort = new AbortController();
  const running = new Map<Arm, string>();
  const questions: Record<Arm, number> = { base: 0, head: 0 };
  const sent: Record<Arm, number> = { base: 0, head: 0 };
  const serverLane: Record<Arm, string | undefined> = { base: undefined, head: undefined };
  const clientLane: Record<Arm, string | undefined> = { base: undefined, head: undefined };
  let now = 0;

  const armOf = (folder: string): Arm => (folder.endsWith("base") ? "base" : "head");
  const sleep = async (milliseconds: number): Promise<void> => {
    now += milliseconds;
    // A server and its sysbench that are not on one lane eat the other arm's CPU.
    for (const arm of running.keys()) {
      if (serverLane[arm] !== clientLane[arm]) diary.push(`crossed ${arm}`);
    }
    for (const [arm, workload] of running) {
      const share = arm === "head" ? plan.ratio(workload) : 1;
      const count = Math.round(
        share * 1000 * (milliseconds / 1000) * Math.exp((plan.noise ?? 0) * random.normal()),
      );
      questions[arm] += count;
      sent[arm] += count;
    }
    plan.onTime?.(now / 1000);
  };

  const start = async ({ arm: folder, from, cpus: lane }: StartOrder): Promise<Server> => {
    const arm = armOf(folder);
    diary.push(`start ${arm} ${from}`);
    serverLane[arm] = lane?.join();
    plan.onStart?.(`server ${arm}`);
    await sleep(1000);
    return {
      endpoint: { kind: "socket", path: `/${arm}`, user: "u", password: "", database: "sbtest" },
      readEndpoint: { kind: "socket", path: `/${arm}`, user: "u", password: "", database: "sbtest" },
      inForce: inForce(),
      logFile: undefined,
      counters: async () => ({ at: now, questions: questions[arm], cpuSeconds: now / 2000 }),
      memory: async () => ({ rssBytes: 1e8, performanceSchemaBytes: 0 }),
      query: async () => [{ n: "1000" }],
      pin: async (cpus) => {
        serverLane[arm] = cpus.join();
        diary.push(`pin ${arm} ${cpus.join()}`);
      },
      crashed: new Promise(() => undefined),
      stop: async (data) => void diary.push(`stop ${arm} ${data}`),
    };
  };

  const startLoad = async ({ arm: name, load, cpus: lane }: LoadOrder): Promise<RunningLoad> => {
    const arm = armOf(name);
    diary.push(`load ${arm} ${load.workload.name} ${load.threads}`);
    plan.onStart?.(`load ${arm} ${load.workload.name}`);
    running.set(arm, load.workload.name);
    clientLane[arm] = lane?.join();
    sent[arm] = 0;
    return {
      args: [],
      clientLibrary: undefined,
      logFile: "",
      pin: async (cpus) => {
        clientLane[arm] = cpus.join();
      },
      cpuSeconds: () => now / 8000,
      halt: () => void running.delete(arm),
      resume: () => void running.set(arm, load.workload.name),
      failed: new Promise(() => undefined),
      stop: async () => {
        running.delete(arm);
        return {
          seconds: 10,
          events: sent[arm],
          statements: { read: sent[arm], write: 0, other: 0 },
          ignoredErrors: 0,
          reconnects: 0,
          latency: { min: 1, avg: 2, max: 9, p95: 3, p99: 4 },
        };
      },
      kill: async () => void running.delete(arm),
    };
  };

  const outside: Outside = {
    provider: async () => ({
      kind: "local",
      load: async () => ({ digest: "d", rows: "r", cached: true, seconds: 0 }),
      start,
      close: async () => undefined,
    }),
    generator: {
      facts: { version: "1.0.20", drivers: ["mysql"], options: [], openFiles: 10_000 },
      examine: async () => ({ options: undefined }),
      start: startLoad,
      run: async () => {
        throw new GateError("environment", { what: "no timed runs here", remedy: "none" });
      },
    },
    script: ({ name, script, options }: Workload) => ({ name, script, options }),
    stealSeconds: () => 0,
    clock: { now: () => now, sleep, date: () => new Date(now) },
    log: { info: () => undefined, warn: () => undefined },
    signal: abort.signal,
  };
  return { outside, diary, abort };
}

function inForce(): InForce {
  return {
    flavour: "mysql",
    version: "9.7.4",
    build: "9.7.4",
    variables: { max_connections: "500", max_prepared_stmt_count: "100000" },
    changed: {},
    performanceSchema: { enabled: false, consumers: {}, instruments: [], memoryBytes: 0 },
    logged: [],
    rssBytes: 1e8,
  };
}
