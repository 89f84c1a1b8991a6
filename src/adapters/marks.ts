import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { GateError } from "../core/error.ts";

/** The environment variable by which the kernel itself remembers whose a process is, grandchildren included. */
export const markVariable = "MYSQL_PERF_GATE_RUN";

/** Ends every process that carries the mark, at once: whoever asks has no more use for their data. */
export async function stopMarked(mark: string): Promise<number> {
  const stopped = new Set<number>();
  const deadline = performance.now() + 5_000;
  for (let found = markedProcesses(mark); found.length > 0; found = markedProcesses(mark)) {
    if (performance.now() > deadline) throw unstoppable(found);
    for (const pid of found) kill(pid, "SIGKILL");
    for (const pid of found) stopped.add(pid);
    await delay(10);
  }
  return stopped.size;
}

export function markedProcesses(mark: string): number[] {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return pids.filter((pid) => environmentOf(pid).includes(`${markVariable}=${mark}`)).map(Number);
}

/** A signal to a process, or by a negative number to its group. */
export function kill(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended by itself in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0");
  } catch {
    // It has ended, or is another user's and so not ours.
    return [];
  }
}

function unstoppable(pids: number[]): GateError {
  return new GateError("environment", {
    what: `The processes ${pids.join(", ")} of an earlier run do not end, although they were killed`,
    remedy: "They wait for a disk or a device; see what `ps -o stat,wchan,args -p PID` says of them.",
  });
}
