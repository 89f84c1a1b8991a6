import { readCpus } from "../../src/adapters/cpus/cpus.ts";
import { beginRun, type Run } from "../../src/adapters/server/run.ts";
import { builtInFiles, builtInFolder } from "../../src/commands/files.ts";
import { openOutside } from "../../src/commands/outside.ts";
import { parseServerSpec } from "../../src/core/config/notation/server-spec.ts";
import type { ResolvedScenario } from "../../src/core/config/scenario/resolved-scenario.ts";
import { loadScenario } from "../../src/core/config/scenario/scenario.ts";
import { loadWorkload, type Workload } from "../../src/core/config/workload/workload.ts";
import { planLanes } from "../../src/core/plan/lanes.ts";
import type { Match } from "../../src/core/plan/plan.ts";
import type { Outside } from "../../src/measure/outside.ts";

const place = { file: "bench", line: 1, column: 1 };
const sources = () => ({
  own: builtInFiles(),
  builtIn: builtInFiles(),
  trust: "trusted" as const,
});

/** Real servers and loads of this machine for a benchmark; `run.end()` leaves nothing behind. */
export type LiveStage = {
  outside: Outside;
  run: Run;
  lanes: readonly [readonly number[], readonly number[]];
  cpus: number;
};

export async function liveStage(server = "auto"): Promise<LiveStage> {
  const spec = parseServerSpec(server);
  if (spec === undefined) throw new Error(`${server} names no server`);
  const machine = await readCpus();
  const planned = planLanes(machine);
  if ("refused" in planned) throw new Error(planned.refused.what);
  const [first, second] = planned.lanes;
  if (first === undefined || second === undefined) throw new Error("a duet needs two lanes");
  const stop = new AbortController();
  process.once("SIGINT", () => stop.abort());
  const run = await beginRun({ signal: stop.signal });
  const wishes = {
    server: spec,
    provision: true,
    builtInFolder: builtInFolder(),
    repository: process.cwd(),
    cpus: machine.allowed,
  };
  const log = { info: (text: string) => console.error(text), warn: (text: string) => console.error(text) };
  const outside = await openOutside(wishes, run, log, stop.signal);
  return { outside, run, lanes: [first, second], cpus: machine.allowed.length };
}

async function scenario(name: string): Promise<ResolvedScenario> {
  const { value } = await loadScenario(sources(), name, place);
  if (value === undefined) throw new Error(`there is no scenario ${name}`);
  return value;
}

export async function workload(name: string): Promise<Workload> {
  const { value } = await loadWorkload(builtInFiles(), name, place);
  if (value === undefined) throw new Error(`there is no workload ${name}`);
  return value;
}

/** The same scenario on both arms: whatever differs is the method's. */
export async function matchOf(base: string, head = base): Promise<Match> {
  return {
    id: `${head} against ${base}`,
    base: { id: "base", role: "base", scenario: await scenario(base), folder: "base" },
    head: { id: "head", role: "head", scenario: await scenario(head), folder: "head" },
    measurements: [],
  };
}
