import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, hold } from "../cache.ts";
import { createOwner, type Owner, stopMarked } from "../process.ts";
import { removeContainers } from "./docker-command.ts";

/** One run of this program: all that it starts and writes on the way is found again by its id. */
export type Run = {
  readonly id: string;
  /** Beside the snapshots, so that a file system that can share blocks between copies does. */
  readonly folder: string;
  readonly owner: Owner;
  readonly signal: AbortSignal | undefined;
  /** Stops every process and removes the folder. */
  end(): Promise<void>;
};

export type RunOptions = { id?: string; cache?: string; signal?: AbortSignal };

export async function beginRun(options: RunOptions = {}): Promise<Run> {
  const { signal } = options;
  const id = options.id ?? randomBytes(4).toString("hex");
  const folder = join(options.cache ?? cacheFolder(), "runs", id);
  // Held before there is a folder, so that nobody takes it for a dead run's.
  const held = await hold(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const owner = createOwner({ mark: id, ...(signal && { signal }) });
  return {
    id,
    folder,
    owner,
    signal,
    async end() {
      await owner.stopAll();
      await rm(folder, { recursive: true, force: true });
      await held?.release();
    },
  };
}

/**
 * Ends and removes all that a run has left, after its controller was killed. Resolves with the number of processes
 * and containers.
 */
export async function sweepRun(id: string, cache = cacheFolder()): Promise<number> {
  // An empty id would mean the folder of all runs.
  if (!/^[\w-]+$/.test(id)) throw new Error(`"${id}" is no run's id`);
  const stopped = (await stopMarked(id)) + (await removeContainers(id));
  await rm(join(cache, "runs", id), { recursive: true, force: true });
  return stopped;
}

/** Sweeps the runs whose controller is gone; those that live hold their name in the kernel. */
export async function sweepDeadRuns(cache = cacheFolder()): Promise<string[]> {
  const runs = join(cache, "runs");
  const dead: string[] = [];
  for (const id of existsSync(runs) ? await readdir(runs) : []) {
    const free = await hold(join(runs, id));
    if (free === undefined) continue;
    await sweepRun(id, cache);
    await free.release();
    dead.push(id);
  }
  return dead;
}
