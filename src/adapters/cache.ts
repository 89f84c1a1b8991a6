import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { GateError } from "../core/error.ts";

/** The private folder for all that is costly to get twice: programs and snapshots. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.MYSQL_PERF_GATE_CACHE) return env.MYSQL_PERF_GATE_CACHE;
  return join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "mysql-perf-gate");
}

/**
 * Builds `folder` unless it exists. The work happens in a draft beside it that takes the name when it is whole, so a
 * half-written one is never seen; of several processes one builds and the others wait for it.
 */
export async function builtOnce(
  folder: string,
  limits: { waitMs: number; signal?: AbortSignal },
  build: (draft: string) => Promise<void>,
): Promise<void> {
  if (existsSync(folder)) return;
  const lock = await locked(folder, limits);
  try {
    if (existsSync(folder)) return;
    await mkdir(dirname(folder), { recursive: true });
    await removeDrafts(folder);
    const draft = `${folder}.draft-${randomBytes(4).toString("hex")}`;
    await mkdir(draft);
    try {
      await build(draft);
      await rename(draft, folder);
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
  } finally {
    await lock.release();
  }
}

type Lock = { release(): Promise<void> };

/**
 * The lock is a name in the kernel's abstract socket space: it goes with the process that holds it, however that
 * ends, so there is no stale lock. Where two processes cannot see each other's (another network namespace), both
 * build and the rename decides.
 */
async function locked(folder: string, limits: { waitMs: number; signal?: AbortSignal }): Promise<Lock> {
  const name = `\0mysql-perf-gate-${createHash("sha256").update(folder).digest("hex").slice(0, 32)}`;
  const deadline = performance.now() + limits.waitMs;
  for (;;) {
    const server = await listen(name);
    if (server !== undefined) {
      return { release: () => new Promise((resolve) => server.close(() => resolve())) };
    }
    if (performance.now() > deadline) throw stillBuilding(folder, limits.waitMs);
    await delay(100, undefined, limits.signal && { signal: limits.signal });
  }
}

function listen(name: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(name, () => resolve(server.unref()));
  });
}

/** Under the lock, any draft there is was left by a builder that was killed. */
async function removeDrafts(folder: string): Promise<void> {
  const prefix = `${basename(folder)}.draft-`;
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(prefix)) await rm(join(dirname(folder), name), { recursive: true, force: true });
  }
}

function stillBuilding(folder: string, waitMs: number): GateError {
  return new GateError("environment", {
    what: `Another process has been building ${folder} for ${Math.round(waitMs / 1000)} s`,
    remedy: "Wait for it or end it, then run this again.",
  });
}
