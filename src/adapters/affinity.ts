import { readFileSync } from "node:fs";
import { run } from "./process.ts";

/** Moves all threads of a process to these CPUs; threads it starts later inherit them. */
export async function pinProcess(pid: number, cpus: readonly number[]): Promise<void> {
  const args = ["--all-tasks", "--cpu-list", "--pid", cpus.join(","), String(pid)];
  await run({ program: "taskset", args }, { timeoutMs: 5_000 });
}

/** The CPUs that a process may use, its first thread's affinity. */
export function cpusOf(pid: number | "self"): number[] {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "");
}

/** The kernel's notation: `0-3,8`. */
export function parseCpuList(text: string): number[] {
  return text.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}
