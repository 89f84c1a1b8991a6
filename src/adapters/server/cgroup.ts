import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A counter of CPU time in some unit of the kernel's. */
export type CpuCounter = { file: string; read(text: string): number };

/**
 * Where the kernel may count the CPU time of a control group, threads that have ended included: the second version's
 * tree, then the first's. `text` is a process's /proc/PID/cgroup, whose lines are `number:controllers:path`.
 */
export function cpuCounters(text: string, root = "/sys/fs/cgroup"): CpuCounter[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.split(":"))
    .flatMap(([, controllers = "", ...rest]): CpuCounter[] => {
      const path = rest.join(":");
      if (controllers === "") {
        const microseconds = (stat: string) => Number(/^usage_usec (\d+)$/m.exec(stat)?.[1]) / 1e6;
        return [{ file: join(root, path, "cpu.stat"), read: microseconds }];
      }
      if (!controllers.split(",").includes("cpuacct")) return [];
      // The first version has its controllers mounted by name.
      const nanoseconds = (usage: string) => Number(usage) / 1e9;
      return [{ file: join(root, "cpuacct", path, "cpuacct.usage"), read: nanoseconds }];
    });
}

/** Reads the CPU seconds of the process's control group, or undefined where the kernel does not show them. */
export function cpuSecondsOfGroup(cgroup: string): (() => number) | undefined {
  const counter = cpuCounters(cgroup).find(
    ({ file, read }) => existsSync(file) && Number.isFinite(read(readFileSync(file, "utf8"))),
  );
  return counter && (() => counter.read(readFileSync(counter.file, "utf8")));
}
