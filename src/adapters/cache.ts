import { createHash, randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { createServer } from "node:net";
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

type Held = { release(): Promise<void> };

/**
 * Takes a name in the kernel's abstract socket space, or returns undefined where another process has it. The name
 * goes with the process that holds it, however that ends, so there is no stale lock. Processes in different network
 * namespaces do not see each other's; then two may build, and the rename decides.
 */
export function hold(path: string): Promise<Held | undefined> {
  const name = `\0mysql-perf-gate-${createHash("sha256").update(path).digest("hex").slice(0, 32)}`;
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    const release = () => new Promise<void>((done) => server.close(() => done()));
    server.listen(name, () => {
      server.unref();
      resolve({ release });
    });
  });
}

async function locked(folder: string, limits: { waitMs: number; signal?: AbortSignal }): Promise<Held> {
  const deadline = performance.now() + limits.waitMs;
  for (;;) {
    const held = await hold(folder);
    if (held !== undefined) return held;
    if (performance.now() > deadline) throw stillBuilding(folder, limits.waitMs);
    await delay(100, undefined, limits.signal && { signal: limits.signal });
  }
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
