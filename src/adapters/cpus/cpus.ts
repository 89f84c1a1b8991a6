import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Cpus } from "../../core/plan/lanes.ts";
import { cpusOf, parseCpuList } from "../affinity.ts";
import { attempt, lastLines } from "../process.ts";
import { cpuQuota } from "./quota.ts";

/** What this process may use. Its affinity already leaves out what a cpuset forbids. */
export async function readCpus(): Promise<Cpus> {
  const allowed = cpusOf("self");
  return {
    allowed,
    cores: coresOf(allowed),
    quota: cpuQuota(),
    pinningRefused: await pinningRefused(allowed),
  };
}

/** The allowed CPUs by the core that they are threads of. */
export function coresOf(allowed: readonly number[], root = "/"): number[][] {
  const cores = new Map<string, number[]>();
  for (const cpu of allowed) {
    const file = join(root, `sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings_list`);
    const siblings = existsSync(file) ? parseCpuList(readFileSync(file, "utf8").trim()) : [cpu];
    const core = siblings.join();
    cores.set(core, [...(cores.get(core) ?? []), cpu]);
  }
  return [...cores.values()];
}

/** Found out by pinning this very process to where it already is. */
async function pinningRefused(allowed: readonly number[]): Promise<string | undefined> {
  const args = ["--cpu-list", "--pid", allowed.join(","), String(process.pid)];
  try {
    const { code, stderr } = await attempt({ program: "taskset", args }, { timeoutMs: 5_000 });
    return code === 0 ? undefined : lastLines(stderr, 1);
  } catch {
    return "taskset is missing.";
  }
}
