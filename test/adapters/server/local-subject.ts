import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, expect } from "vitest";
import { cpusOf } from "../../../src/adapters/affinity.ts";
import { cacheFolder } from "../../../src/adapters/cache.ts";
import { markedProcesses } from "../../../src/adapters/marks.ts";
import { provisionSysbench } from "../../../src/adapters/provision/provision.ts";
import { localLauncher } from "../../../src/adapters/server/local-mysqld.ts";
import { ownServers } from "../../../src/adapters/server/provider.ts";
import { beginRun, type RunOptions } from "../../../src/adapters/server/run.ts";
import type { ServerProgram, StartOrder } from "../../../src/ports.ts";
import { mountsUnder, silentLog } from "./machine.ts";
import { scenario } from "./scenario.ts";

/** Local servers of one program, and what a test may do to them. `runs` may put the run elsewhere than the cache. */
export async function localServers(
  program: ServerProgram,
  options: { readyLimitMs?: number; cache?: string; runs?: RunOptions } = {},
) {
  const { cache = cacheFolder(), readyLimitMs } = options;
  const run = await beginRun({ cache, ...options.runs });
  const launcher = await localLauncher(program, run);
  const { program: sysbench } = await provisionSysbench();
  const log = silentLog();
  const limit = readyLimitMs === undefined ? {} : { readyLimitMs };
  const provider = ownServers({ launcher, sysbench, run, cache, log, ...limit });
  const pidOf = (arm: string) => Number(readFileSync(join(run.folder, arm, "s.sock.pid"), "utf8"));
  return {
    provider,
    launcher,
    sysbench,
    run,
    log,
    pidOf,
    cpusOf: async (arm: string) =>
      readdirSync(`/proc/${pidOf(arm)}/task`).map((thread) => cpusOf(Number(thread))),
    kill: async (arm: string) => void process.kill(pidOf(arm), "SIGKILL"),
    leftovers: async () => [
      ...markedProcesses(run.id).map(String),
      ...mountsUnder(run.folder),
      ...(existsSync(run.folder) ? [run.folder] : []),
    ],
    async end() {
      await provider.close();
      await run.end();
    },
  };
}

/** A port that something listens on until `close`. */
export async function takenPort(): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** An arm of a scenario without options, on a small data set. */
export function order(arm: string, from: StartOrder["from"] = "fresh"): StartOrder {
  return { arm, scenario: scenario("plain"), data: { tables: 2, rows: 1_000, seed: 7 }, from };
}

/** Servers that each test of a file may open; what they leave behind fails the test. */
export function serversOfEachTest(provision: () => Promise<{ program: ServerProgram }>) {
  let servers: Awaited<ReturnType<typeof localServers>> | undefined;
  const end = async () => {
    await servers?.end();
    expect((await servers?.leftovers()) ?? []).toEqual([]);
    servers = undefined;
  };
  afterEach(end);
  return {
    end,
    async open(options?: Parameters<typeof localServers>[1]) {
      const { program } = await provision();
      servers = await localServers(program, options);
      return servers;
    },
  };
}
