import { readdirSync, readFileSync } from "node:fs";
import { GateError } from "../core/error.ts";
import { attempt, lastLines } from "./process.ts";

/**
 * Moves all threads of a process to these CPUs; threads it starts later inherit them. A thread that is born while
 * the others are being moved may have inherited the old ones, so those that are new are looked at afterwards.
 */
export async function pinProcess(pid: number, cpus: readonly number[]): Promise<void> {
  const wanted = [...cpus].sort((a, b) => a - b).join();
  const args = ["--all-tasks", "--cpu-list", "--pid", wanted, String(pid)];
  for (let left = 20; left > 0; left -= 1) {
    const before = new Set(threadsOf(pid));
    const { code, stderr } = await attempt({ program: "taskset", args }, { timeoutMs: 5_000 });
    const after = threadsOf(pid);
    // taskset has nothing to say of a process without threads.
    if (after.length === 0) throw unpinnable(pid, wanted, "It has ended.");
    // Of a thread that ended before its turn it complains, and leaves out those after it.
    if (code !== 0 && !/No such process/.test(stderr)) throw unpinnable(pid, wanted, lastLines(stderr, 1));
    const fresh = after.filter((thread) => !before.has(thread));
    const stray = fresh.filter((thread) => !["", wanted].includes(cpusOf(thread).join()));
    if (code === 0 && stray.length === 0) return;
  }
  throw unpinnable(pid, wanted, "Its threads come and go faster than they can be moved.");
}

/** The CPUs that a process, or one of its threads, may use; none once it has ended. */
export function cpusOf(pid: number | "self"): number[] {
  const status = orNone(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "";
  return parseCpuList(/^Cpus_allowed_list:\s*(\S+)$/m.exec(status)?.[1] ?? "");
}

function threadsOf(pid: number): number[] {
  return (orNone(() => readdirSync(`/proc/${pid}/task`)) ?? []).map(Number);
}

/** What is read of a process that may end at any moment. */
function orNone<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The kernel's notation: `0-3,8`. */
export function parseCpuList(text: string): number[] {
  if (text === "") return [];
  return text.split(",").flatMap((range) => {
    const [first = Number.NaN, last = first] = range.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
}

function unpinnable(pid: number, cpus: string, why: string): GateError {
  return new GateError("environment", {
    what: `The threads of process ${pid} cannot be pinned to CPU ${cpus}`,
    why,
    remedy: "If the process still runs, allow sched_setaffinity, or use `--method interleaved`.",
  });
}
