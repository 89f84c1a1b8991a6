import { readFileSync } from "node:fs";
import { pinProcess } from "../affinity.ts";
import { cpuSecondsOf } from "../cpu-time.ts";
import type { Child } from "../process.ts";
import type { Ending, Launched } from "./launcher.ts";

/** A server that runs as a process of this machine, seen through /proc. */
export function localProcess(child: Child): Launched {
  const killsBefore = outOfMemoryKills();
  const ended = child.exited.then(
    (exit): Ending => ({
      ...exit,
      outOfMemory: exit.signal === "SIGKILL" && outOfMemoryKills() > killsBefore,
    }),
  );
  return {
    ended,
    output: () => child.tail(),
    pin: (cpus) => pinProcess(child.pid, cpus),
    cpuSeconds: async () => cpuSecondsOf(child.pid),
    rssBytes: async () => residentBytes(child.pid),
    stop: async (limitMs) => void (await child.stop(limitMs)),
    kill: async () => void (await child.stop(0)),
  };
}

/** The kernel's count of processes it has killed for memory, in any cgroup. */
function outOfMemoryKills(): number {
  return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
}

export function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}
