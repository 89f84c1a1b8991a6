import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, hold } from "../cache.ts";
import { stopMarked } from "../marks.ts";
import { createOwner, type Owner } from "../process.ts";
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
  await writeFile(join(folder, namespaceFile), networkNamespace());
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

/**
 * Sweeps the runs whose controller is gone; those that live hold their name in the kernel. What cannot be swept is told
 * and left: it is no reason not to run.
 */
export async function sweepDeadRuns(
  cache = cacheFolder(),
  warn: (text: string) => void = () => {},
): Promise<string[]> {
  const runs = join(cache, "runs");
  const dead: string[] = [];
  for (const id of existsSync(runs) ? await readdir(runs) : []) {
    if (!isOurs(join(runs, id))) continue;
    const free = await hold(join(runs, id));
    if (free === undefined) continue;
    try {
      await sweepRun(id, cache);
      dead.push(id);
    } catch (error) {
      warn(
        `What the interrupted run ${id} left cannot be removed: ${error instanceof Error ? error.message : error}`,
      );
    } finally {
      await free.release();
    }
  }
  return dead;
}

/** Names in the kernel are seen within one network namespace: of a run in another nobody here knows whether it lives. */
function isOurs(folder: string): boolean {
  const file = join(folder, namespaceFile);
  return !existsSync(file) || readFileSync(file, "utf8") === networkNamespace();
}

const namespaceFile = "namespace";

function networkNamespace(): string {
  return existsSync("/proc/self/ns/net") ? readlinkSync("/proc/self/ns/net") : "";
}
