import { readFileSync } from "node:fs";
import { GateError } from "../../core/error.ts";
import type { GeneratorFacts, LoadScript, ScriptFacts } from "../../core/sysbench/facts.ts";
import type { LoadGenerator, LoadOrder, SysbenchProgram } from "../../ports.ts";
import { attempt, type Finished, lastLines, run } from "../process.ts";
import type { Course } from "./arguments.ts";
import { controlled, launch, type Setting } from "./launch.ts";
import { readOutput } from "./output.ts";
import { running, toItsEnd } from "./running-load.ts";

/** A load lives as long as it is measured; should nobody stop it, it ends by itself. */
const lifeLimitSeconds = 3600;
/** Writing is also how a sysbench notices that its controller is gone: the pipe is broken. */
const reportEverySeconds = 10;

const limits = { timeoutMs: 10_000 };

export async function openSysbench(setting: Setting): Promise<LoadGenerator> {
  const facts = await factsOf(setting.program);
  const examined = new Map<string, Promise<ScriptFacts>>();
  const examine = (workload: LoadScript) => {
    const known = examined.get(workload.script);
    if (known !== undefined) return known;
    const facts = attempt(controlled(setting, workload, ["help"]), limits).then(scriptFacts);
    examined.set(workload.script, facts);
    return facts;
  };
  let loads = 0;
  const launchFor = async ({ arm, ...order }: LoadOrder, course: Course) => {
    const script = await examine(order.load.workload);
    if ("refused" in script) throw unloadable(order.load.workload, script.refused);
    loads += 1;
    const name = `${arm}-sysbench-${loads}`;
    return launch(setting, { ...order, name, course, scriptOptions: script.options });
  };
  return {
    facts,
    examine,
    async start(order) {
      const course = { seconds: lifeLimitSeconds, reportEvery: reportEverySeconds };
      return running(await launchFor(order, course));
    },
    async run(order, seconds) {
      return toItsEnd(await launchFor(order, { seconds, reportEvery: 1 }), seconds);
    },
  };
}

async function factsOf(program: SysbenchProgram): Promise<GeneratorFacts> {
  const ask = (argument: string) => run({ ...program, args: [...program.args, argument] }, limits);
  const [version, help] = await Promise.all([ask("--version"), ask("--help")]);
  return {
    version: parseVersion(version.stdout),
    drivers: parseDrivers(help.stdout),
    options: parseOptions(help.stdout),
    openFiles: openFilesLimit(readFileSync("/proc/self/limits", "utf8")),
  };
}

/** `sysbench 1.0.20`, `sysbench 1.1.0-3ceba0b`. */
export function parseVersion(text: string): string {
  const version = /^sysbench (\d+\.\d+\S*)/m.exec(text)?.[1];
  if (version !== undefined) return version;
  throw new GateError("environment", {
    what: "What was found as sysbench does not say its version as sysbench does",
    why: `It said: ${lastLines(text, 1)}`,
    remedy:
      "Give the path of a sysbench of version 1.0 or later, or let `mysql-perf-gate provision` get one.",
  });
}

export function parseDrivers(help: string): string[] {
  const [, list = ""] = help.split("Compiled-in database drivers:\n");
  const [drivers = ""] = list.split("\n\n");
  return [...drivers.matchAll(/^ +(\w+) - /gm)].map(([, name = ""]) => name);
}

export function parseOptions(help: string): string[] {
  return [...help.matchAll(/^ +--([a-z][\w-]*)/gm)].map(([, name = ""]) => name.replaceAll("_", "-"));
}

/** Node raises its own soft limit to the hard one, and its children inherit that. */
export function openFilesLimit(limitsFile: string): number {
  return Number(/^Max open files +(\d+)/m.exec(limitsFile)?.[1] ?? Number.POSITIVE_INFINITY);
}

export function scriptFacts({ code, stdout, stderr }: Finished): ScriptFacts {
  if (code === 0) return { options: parseOptions(stdout) };
  if (stderr.includes("does not implement the 'help' command")) return { options: undefined };
  const [fatal] = readOutput(stdout).fatal;
  return { refused: fatal?.text ?? lastLines(stderr + stdout, 1) };
}

function unloadable({ name, script }: LoadScript, why: string): GateError {
  return new GateError("input", {
    what: `sysbench cannot load ${script}, the script of ${name}`,
    why,
    remedy: "Correct its path or the script; stock scripts come with the sysbench package.",
  });
}
