import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { markedProcesses } from "../../../src/adapters/marks.ts";
import { createOwner } from "../../../src/adapters/process.ts";
import { provisionSysbench } from "../../../src/adapters/provision/provision.ts";
import type { Setting } from "../../../src/adapters/sysbench/launch.ts";
import { openSysbench } from "../../../src/adapters/sysbench/sysbench.ts";
import type { LoadScript } from "../../../src/core/sysbench/facts.ts";
import type { Endpoint, LoadOrder, RunningLoad } from "../../../src/ports.ts";
import { prepareTables, startScratchMysqld } from "./scratch-mysqld.ts";

export type Subject = Awaited<ReturnType<typeof openSubject>>;

/** A real sysbench and a server for it, and what tests ask of them. */
export async function openSubject() {
  const data = { tables: 2, rows: 2000 };
  const mark = `sysbench-itg-${process.pid}`;
  const folder = mkdtempSync(join(tmpdir(), "sysbench-itg-"));
  const { program } = await provisionSysbench();
  const owner = createOwner({ mark });
  const server = await startScratchMysqld();
  await prepareTables(server, program, data);
  const setting: Setting = {
    program,
    controller: resolve("scenarios/workloads/controlled.lua"),
    folder,
    owner,
  };
  let seed = 0;
  return {
    data,
    folder,
    program,
    server,
    sysbench: await openSysbench(setting),
    /** One with less patience. */
    impatient: (limits: NonNullable<Setting["limits"]>) => openSysbench({ ...setting, limits }),
    /** With a seed of its own. */
    order(
      workload: LoadScript,
      differing: { threads?: number; endpoint?: Endpoint; cpus?: number[] } = {},
    ): LoadOrder {
      const { threads = 4, endpoint = server.endpoint, cpus } = differing;
      seed += 1;
      return { arm: "base", load: { workload, threads, data, seed, endpoint }, ...(cpus && { cpus }) };
    },
    /** A user's Lua file, written for one test. */
    ownScript(name: string, text: string): LoadScript {
      const script = join(folder, `${name}.lua`);
      writeFileSync(script, text);
      return { name, script, options: {} };
    },
    /** Resolves when the server has executed this many more statements than before the load. */
    async busy(running: Promise<RunningLoad>, statements = 1000): Promise<RunningLoad> {
      const before = await server.status("Questions");
      const load = await running;
      await until(async () => (await server.status("Questions")) > before + statements);
      return load;
    },
    processes: () => markedProcesses(mark),
    threads: () => markedProcesses(mark).flatMap((pid) => readdirSync(`/proc/${pid}/task`).map(Number)),
    async close() {
      await owner.stopAll();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

export async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let left = 500; !(await holds()); left -= 1) {
    if (left === 0) throw new Error("waited in vain");
    await delay(20);
  }
}

export function stock(script: string): LoadScript {
  return { name: script, script, options: {} };
}
