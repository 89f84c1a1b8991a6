import { rmSync, writeFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { LoadScript } from "../../core/sysbench/facts.ts";
import type { LoadOrder, SysbenchProgram } from "../../ports.ts";
import type { Command, Owner } from "../process.ts";
import { argumentsFor, type Course } from "./arguments.ts";
import { type Control, createControl } from "./control.ts";
import type { Ending } from "./ending.ts";
import { optionFile } from "./option-file.ts";
import { readOutput } from "./output.ts";
import { collect } from "./written.ts";

/** What all loads of a run have in common. */
export type Setting = {
  program: SysbenchProgram;
  /** The path of scenarios/workloads/controlled.lua. */
  controller: string;
  /** Private: for logs, control files, and for a moment a password. */
  folder: string;
  owner: Owner;
  limits?: Limits;
};

/** How long a sysbench may take to connect all its threads, and to end when it is told to. */
type Limits = { connectMs: number; stopMs: number };

/** An order, and what the generator adds to it. */
export type Launch = Omit<LoadOrder, "arm"> & {
  /** Of this load's files. */
  name: string;
  course: Course;
  scriptOptions: readonly string[] | undefined;
};

/** A sysbench process that may not be connected yet. */
export type Launched = {
  child: ReturnType<Owner["spawn"]>;
  control: Control;
  args: string[];
  logFile: string;
  /** Resolves when all threads are connected; not at all where they never are. */
  started: Promise<"started">;
  /** Resolves when it is gone and its log is written. */
  ended: Promise<Ending>;
  limits: Limits;
};

/** sysbench itself gives up on its threads after 30 s; an event may take its time. */
const usualLimits: Limits = { connectMs: 45_000, stopMs: 20_000 };

export function launch(setting: Setting, { name, load, cpus, course, scriptOptions }: Launch): Launched {
  const path = (ending: string) => join(setting.folder, `${name}.${ending}`);
  const control = createControl(path("control"));
  const args = argumentsFor(load, course, scriptOptions);
  const secret = secretArguments(load.endpoint.password, path("cnf"));
  const base = controlled(setting, load.workload, [...secret, ...args, "run"]);
  const env = { ...base.env, MYSQL_PERF_GATE_CONTROL: path("control") };
  const written = collect();
  const child = setting.owner.spawn(pinned({ ...base, env }, cpus), written.listener);
  const forget = () => rmSync(path("cnf"), { force: true });
  void written.started.then(forget);
  const ended = child.exited.then((exit): Ending => {
    forget();
    control.close();
    rmSync(path("control"), { force: true });
    keep(path("log"), written.stdout() + written.stderr());
    return { exit, output: readOutput(written.stdout()), stderr: written.stderr() };
  });
  return {
    child,
    control,
    args,
    logFile: path("log"),
    started: written.started,
    ended,
    limits: setting.limits ?? usualLimits,
  };
}

/** sysbench with the controller in the place of the workload's script. */
export function controlled(
  { program, controller }: Setting,
  { script }: LoadScript,
  args: readonly string[],
): Command {
  const env = { ...program.env, MYSQL_PERF_GATE_SCRIPT: isAbsolute(script) ? script : stockName(script) };
  return { program: program.program, args: [...program.args, controller, ...args], env };
}

function stockName(script: string): string {
  return script.replace(/\.lua$/, "");
}

function secretArguments(password: string, file: string): string[] {
  if (password === "") return [];
  writeFileSync(file, optionFile(password), { mode: 0o600, flag: "wx" });
  return [`--config-file=${file}`];
}

/** From its first moment: all its threads inherit the lane. taskset then becomes sysbench, with the same pid. */
function pinned(command: Command, cpus: readonly number[] | undefined): Command {
  if (cpus === undefined) return command;
  const args = ["--cpu-list", cpus.join(","), command.program, ...command.args];
  return { ...command, program: "taskset", args };
}

/** A log that finds no room on the disk is lost; what it says is in hand all the same. */
function keep(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
}
