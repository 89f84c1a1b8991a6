import { readFileSync } from "node:fs";
import { GateError } from "../../core/error.ts";
import type { GeneratorFacts, ScriptFacts } from "../../core/sysbench/facts.ts";
import type { SysbenchProgram } from "../../ports.ts";
import { type Finished, lastLines, run } from "../process.ts";
import { readOutput } from "./output.ts";

/** For questions that sysbench answers without a server. */
export const limits = { timeoutMs: 10_000 };

export async function factsOf(program: SysbenchProgram): Promise<GeneratorFacts> {
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
