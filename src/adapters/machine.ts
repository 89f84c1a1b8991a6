import { existsSync, readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { attempt } from "./process.ts";

/** What this machine has, as far as running two servers and two sysbenches needs it. */
export type Machine = {
  openFiles: number;
  /** Asynchronous I/O requests that the kernel has left for new servers. */
  asyncRequests: number | undefined;
  availableMemoryBytes: number;
};

export function machine(): Machine {
  return {
    openFiles: limitOf("Max open files"),
    asyncRequests: asyncRequestsLeft(),
    availableMemoryBytes:
      Number(/^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "utf8"))?.[1]) * 1024,
  };
}

export async function freeBytes(folder: string): Promise<number> {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize } = await statfs(existing);
  return bavail * bsize;
}

/** The first line of `program --version`; undefined when there is no such program. */
export async function versionOf(program: string, ...args: string[]): Promise<string | undefined> {
  try {
    const { code, stdout } = await attempt({ program, args }, { timeoutMs: 5_000 });
    return code === 0 ? stdout.split("\n")[0]?.trim() : undefined;
  } catch {
    return undefined;
  }
}

function limitOf(name: string): number {
  const soft = new RegExp(`^${name}\\s+(\\S+)`, "m").exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  return soft === "unlimited" ? Number.POSITIVE_INFINITY : Number(soft);
}

function asyncRequestsLeft(): number | undefined {
  if (!existsSync("/proc/sys/fs/aio-nr")) return undefined;
  const read = (name: string) => Number(readFileSync(`/proc/sys/fs/${name}`, "utf8"));
  return read("aio-max-nr") - read("aio-nr");
}
