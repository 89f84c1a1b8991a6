import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { GateError } from "../../core/error.ts";
import type { Interval, LoadReport } from "../../core/sysbench/load-report.ts";
import type { RunningLoad } from "../../ports.ts";
import { pinProcess } from "../affinity.ts";
import { cpuSecondsOf } from "../cpu-time.ts";
import { type Ending, failureOf } from "./ending.ts";
import type { Launched } from "./launch.ts";

/** Waits until all its threads are connected. */
export async function running(launched: Launched): Promise<RunningLoad> {
  await connected(launched);
  const { child, control, args, logFile, ended } = launched;
  let asked = false;
  const failed = new Promise<GateError>((resolve) => {
    void ended.then((ending) => {
      if (!asked) resolve(failureOf(ending));
    });
  });
  return {
    args,
    logFile,
    clientLibrary: child.ended() === undefined ? clientLibraryOf(child.pid) : undefined,
    failed,
    pin: (cpus) => pinProcess(child.pid, cpus),
    cpuSeconds: () => (child.ended() === undefined ? cpuSecondsOf(child.pid) : undefined),
    halt: () => control.say("halt"),
    resume: () => control.say("run"),
    async stop() {
      asked = true;
      control.say("stop");
      return reportOf(await endWithin(launched, launched.limits.stopMs));
    },
    async kill() {
      asked = true;
      await child.stop(0);
      await ended;
    },
  };
}

/** From start to end by its own clock. */
export async function toItsEnd(
  launched: Launched,
  seconds: number,
): Promise<{ report: LoadReport; intervals: Interval[] }> {
  await connected(launched);
  const ending = await endWithin(launched, seconds * 1000 + launched.limits.stopMs);
  return { report: reportOf(ending), intervals: ending.output.intervals };
}

async function connected({ child, started, ended, limits }: Launched): Promise<void> {
  const first = await within(limits.connectMs, Promise.race([started, ended]));
  if (first === "started") return;
  if (first !== "overdue") throw failureOf(first);
  await child.stop(0);
  throw overdue("had not connected all its threads", limits.connectMs);
}

async function endWithin({ child, ended }: Launched, limitMs: number): Promise<Ending> {
  const ending = await within(limitMs, ended);
  if (ending !== "overdue") return ending;
  await child.stop(0);
  throw overdue("had not ended", limitMs);
}

function reportOf(ending: Ending): LoadReport {
  const { report } = ending.output;
  if (ending.exit.code !== 0 || report === undefined) throw failureOf(ending);
  return report;
}

async function within<T>(limitMs: number, promise: Promise<T>): Promise<T | "overdue"> {
  const timer = new AbortController();
  const limit = delay(limitMs, "overdue" as const, { signal: timer.signal }).catch(() => "overdue" as const);
  try {
    return await Promise.race([promise, limit]);
  } finally {
    timer.abort();
  }
}

/** As far as the process has one mapped. */
function clientLibraryOf(pid: number): string | undefined {
  const maps = readFileSync(`/proc/${pid}/maps`, "utf8");
  return /\/(lib(?:mariadb|mysqlclient|perconaserverclient)[^/\s]*)$/m.exec(maps)?.[1];
}

function overdue(what: string, limitMs: number): GateError {
  return new GateError("environment", {
    what: `sysbench ${what} after ${limitMs / 1000} s and was killed`,
    why: "A statement hangs, or the machine is far too slow for so many threads.",
    remedy: "See the server's error log, and try fewer threads.",
  });
}
