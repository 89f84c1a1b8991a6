import { readdirSync, readFileSync } from "node:fs";

/**
 * CPU time of a process's threads, those that have ended not among them. In nanoseconds of each thread, where
 * /proc/PID/stat counts in hundredths of a second.
 */
export function cpuSecondsOf(pid: number): number {
  const folder = `/proc/${pid}/task`;
  let nanoseconds = 0;
  for (const thread of readdirSync(folder)) {
    try {
      nanoseconds += Number(readFileSync(`${folder}/${thread}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      // This thread ended after the folder was listed.
    }
  }
  return nanoseconds / 1e9;
}

/** Time that a hypervisor gave to others while these CPUs had work, since the machine started. */
export function stealSeconds(cpus: readonly number[], stat = readFileSync("/proc/stat", "utf8")): number {
  let ticks = 0;
  for (const cpu of cpus) {
    // user nice system idle iowait irq softirq steal, in hundredths of a second on every Linux.
    const times = new RegExp(`^cpu${cpu} (.*)$`, "m").exec(stat)?.[1]?.split(" ") ?? [];
    ticks += Number(times[7] ?? 0);
  }
  return ticks / 100;
}
