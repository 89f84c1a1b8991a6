import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A counter of CPU time in some unit of the kernel's. */
export type CpuCounter = { file: string; read(text: string): number };

/**
 * Where the kernel may count the CPU time of a control group, of threads that have ended as well: the tree of the
 * second version, or of the first. `text` is a process's /proc/PID/cgroup, whose lines are `number:controllers:path`.
 */
export function cpuCounters(text: string, root = "/sys/fs/cgroup"): CpuCounter[] {
  return [...text.matchAll(/^\d+:([^:]*):(.+)$/gm)].flatMap(
    ([, controllers = "", path = ""]): CpuCounter[] => {
      if (controllers === "") {
        const microseconds = (stat: string) => Number(/^usage_usec (\d+)$/m.exec(stat)?.[1]) / 1e6;
        return [{ file: join(root, path, "cpu.stat"), read: microseconds }];
      }
      if (!controllers.split(",").includes("cpuacct")) return [];
      // The first version has its controllers mounted by name.
      const nanoseconds = (usage: string) => Number(usage) / 1e9;
      return [{ file: join(root, "cpuacct", path, "cpuacct.usage"), read: nanoseconds }];
    },
  );
}

/** Reads the CPU seconds of the process's control group, or undefined where the kernel does not show them. */
export function cpuSecondsOfGroup(cgroup: string): (() => number) | undefined {
  const now = ({ file, read }: CpuCounter) => read(readFileSync(file, "utf8"));
  const counter = cpuCounters(cgroup).find((one) => existsSync(one.file) && Number.isFinite(now(one)));
  return counter && (() => now(counter));
}
