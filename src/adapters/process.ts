import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { GateError } from "../core/error.ts";
import { kill, markVariable } from "./marks.ts";

/** A program and its arguments; never a shell line. `env` is added to this process's own. */
export type Command = {
  program: string;
  args: readonly string[];
  env?: Readonly<Record<string, string>>;
  cwd?: string;
  /** What it reads from its standard input; without it, nothing. */
  input?: string;
};

export type Exit = { code: number | null; signal: NodeJS.Signals | null };

export type Finished = Exit & { stdout: string; stderr: string };

export type Child = {
  readonly pid: number;
  /** Resolves when the process has ended and its output is read; never rejects. */
  readonly exited: Promise<Exit>;
  /** How it ended; undefined while it runs. */
  ended(): Exit | undefined;
  /** The last of what it wrote to stdout and stderr. */
  tail(): string;
  /** To the whole process group: what the process has started goes with it. */
  signal(name: NodeJS.Signals): void;
  /** TERM, then KILL after `graceMs`; resolves when the process is gone. */
  stop(graceMs?: number): Promise<Exit>;
};

type Listener = { onStdout?: (text: string) => void; onStderr?: (text: string) => void };

/** Has processes: what it started ends at the latest by `stopAll`, the abort signal, or the end of this process. */
export type Owner = {
  spawn(command: Command, listener?: Listener): Child;
  stopAll(): Promise<void>;
};

/** `mark` lets `stopMarked` find what a killed controller left behind. */
export function createOwner(options: { signal?: AbortSignal; mark?: string } = {}): Owner {
  const { signal, mark } = options;
  const children = new Set<Child>();
  const stopAll = async () => {
    await Promise.all([...children].map((child) => child.stop()));
    signal?.removeEventListener("abort", stopAll);
  };
  signal?.addEventListener("abort", stopAll);
  return {
    stopAll,
    spawn(command, listener = {}) {
      if (signal?.aborted === true) throw cancelled(command);
      const env = mark === undefined ? command.env : { ...command.env, [markVariable]: mark };
      const child = start({ ...command, ...(env && { env }) }, listener);
      children.add(child);
      killOnExit(child);
      void child.exited.then(() => children.delete(child));
      return child;
    },
  };
}

const alive = new Set<Child>();

/** If this process ends without having stopped its children, they are killed on its way out. */
function killOnExit(child: Child): void {
  if (alive.size === 0) process.on("exit", killAlive);
  alive.add(child);
  void child.exited.then(() => {
    alive.delete(child);
    if (alive.size === 0) process.removeListener("exit", killAlive);
  });
}

function killAlive(): void {
  for (const child of alive) child.signal("SIGKILL");
}

type Limits = { timeoutMs: number; signal?: AbortSignal; mark?: string };

/** Runs a short command and returns how it ended. Throws when it cannot start or outlives its limit. */
export async function attempt(command: Command, limits: Limits): Promise<Finished> {
  const owner = createOwner(limits);
  const output = { stdout: "", stderr: "" };
  const limit = new AbortController();
  try {
    const child = owner.spawn(command, {
      onStdout: (text) => {
        output.stdout += text;
      },
      onStderr: (text) => {
        output.stderr += text;
      },
    });
    // Where the machine stood still, the command had no more time than this program: it gets a last moment.
    const overdue = delay(limits.timeoutMs, undefined, { signal: limit.signal })
      .then(() => delay(Math.min(1_000, limits.timeoutMs), "overdue" as const, { signal: limit.signal }))
      .catch(() => undefined);
    const exit = await Promise.race([child.exited, overdue]);
    if (exit === "overdue") throw overran(command, limits.timeoutMs, child.tail());
    if (limits.signal?.aborted === true) throw cancelled(command);
    return { ...(await child.exited), ...output };
  } finally {
    limit.abort();
    await owner.stopAll();
  }
}

/** As `attempt`, and throws as well when the command fails. */
export async function run(command: Command, limits: Limits): Promise<Finished> {
  const finished = await attempt(command, limits);
  if (finished.code === 0) return finished;
  throw new GateError("environment", {
    what: `${command.program} ended with ${describeExit(finished)}`,
    why: lastLines(finished.stderr.trim() === "" ? finished.stdout : finished.stderr, 10),
    remedy: `Run it by hand to see more: ${[command.program, ...command.args].join(" ")}`,
  });
}

export function describeExit({ code, signal }: Exit): string {
  return signal === null ? `exit code ${code}` : `signal ${signal}`;
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split("\n").slice(-count).join("\n");
}

const tailLimit = 16 * 1024;

function start(command: Command, { onStdout, onStderr }: Listener): Child {
  // Detached: a process group of its own, so that a Ctrl-C at the terminal reaches this program alone, which then
  // ends its children in order.
  const child = spawn(command.program, command.args, {
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
    env: { ...process.env, ...command.env },
    ...(command.cwd !== undefined && { cwd: command.cwd }),
  });
  let exit: Exit | undefined;
  let tail = "";
  const exited = new Promise<Exit>((resolve) => {
    child.once("error", () => resolve({ code: null, signal: null }));
    child.once("close", (code, signal) => resolve({ code, signal }));
  });
  child.once("exit", (code, signal) => {
    exit = { code, signal };
  });
  const { pid } = child;
  if (pid === undefined) throw unstartable(command);
  // A process may end before it has read all of it; its exit tells more than the broken pipe.
  child.stdin.on("error", () => {});
  child.stdin.end(command.input);
  const listen = (stream: NodeJS.ReadableStream, listener?: (text: string) => void) => {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      tail = (tail + text).slice(-tailLimit);
      listener?.(text);
    });
  };
  listen(child.stdout, onStdout);
  listen(child.stderr, onStderr);
  const signal = (name: NodeJS.Signals) => {
    if (exit === undefined) kill(-pid, name);
  };
  return {
    pid,
    exited,
    signal,
    ended: () => exit,
    tail: () => tail,
    async stop(graceMs = 5_000) {
      signal("SIGTERM");
      const timer = setTimeout(() => signal("SIGKILL"), graceMs);
      return exited.finally(() => clearTimeout(timer));
    },
  };
}

function unstartable({ program, cwd }: Command): GateError {
  return new GateError("environment", {
    what: `${program} cannot be started`,
    why:
      cwd === undefined
        ? "It is missing or not executable."
        : `It is missing or not executable, or ${cwd} is no folder.`,
    remedy: "Install it, or run `mysql-perf-gate doctor` to see what this machine lacks.",
  });
}

function overran({ program }: Command, timeoutMs: number, tail: string): GateError {
  return new GateError("environment", {
    what: `${program} did not end within ${timeoutMs / 1000} s and was stopped`,
    ...(tail.trim() !== "" && { why: lastLines(tail, 10) }),
    remedy: "Try again; if it hangs each time, the lines above say where.",
  });
}

function cancelled({ program }: Command): GateError {
  return new GateError("cancelled", {
    what: `Cancelled while ${program} was wanted`,
    remedy: "Run it again.",
  });
}
