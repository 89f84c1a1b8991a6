import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { cpuSecondsOf } from "../cpu-time.ts";
import { cpuSecondsOfGroup } from "./cgroup.ts";
import { type Container, runArguments } from "./docker-arguments.ts";
import { attemptDocker, docker } from "./docker-command.ts";
import { cancelled, engineElsewhere } from "./docker-errors.ts";
import type { Ending, Launched } from "./launcher.ts";
import { residentBytes } from "./local-process.ts";
import type { Run } from "./run.ts";

/** Starts a container and follows it until it is gone; then it is removed, with what Docker kept of it. */
export async function launchContainer(container: Container, subject: string, run: Run): Promise<Launched> {
  const { name } = container;
  const inspect = (format: string) => attemptDocker(["inspect", "--format", format, name]);
  const remove = () => attemptDocker(["rm", "--force", "--volumes", name]);
  const processNumber = async () => Number((await inspect("{{.State.Pid}}")).stdout);
  let pid: number;
  try {
    // Not interrupted, for then the engine might make the container after it was looked for.
    const id = await docker(subject, runArguments(container, "detached"), { mark: run.id });
    if (run.signal?.aborted === true) throw cancelled(subject);
    pid = await processNumber();
    // An engine in a virtual machine has process numbers of its own, and sockets that end at its border.
    const isOurs = pid === 0 || cgroupOf(pid).includes(id) || (await processNumber()) !== pid;
    if (!isOurs) throw engineElsewhere();
  } catch (error) {
    await remove();
    throw error;
  }
  let output = "";
  let removed = false;
  const conclude = async (): Promise<Ending> => {
    if (removed) return gone;
    try {
      const state = await inspect("{{json .State}}");
      const logs = await attemptDocker(["logs", "--tail", "50", name]);
      output = `${logs.stdout}${logs.stderr}`;
      await remove();
      return endingOf(state.stdout);
    } catch (error) {
      output = `Docker no longer answers: ${error}`;
      return gone;
    }
  };
  const ended = run.owner.spawn({ program: "docker", args: ["wait", name] }).exited.then(conclude);
  const cpuSeconds = cpuSecondsOfGroup(cgroupOf(pid)) ?? (() => cpuSecondsOf(pid));
  return {
    ended,
    output: () => output,
    async pin(cpus) {
      await docker(subject, ["update", "--cpuset-cpus", cpus.join(","), name]);
    },
    cpuSeconds: async () => cpuSeconds(),
    rssBytes: async () => residentBytes(pid),
    async stop(limitMs) {
      await attemptDocker(["stop", "-t", String(Math.ceil(limitMs / 1000)), name], {
        timeoutMs: limitMs + 30_000,
      });
      await ended;
    },
    async kill() {
      removed = true;
      await remove();
      await ended;
    },
  };
}

type State = { ExitCode: number; OOMKilled: boolean; Running: boolean };

/** Of a container that was removed, or is because nobody waits for it any more. */
const gone: Ending = { code: null, signal: "SIGKILL", outOfMemory: false };

/** Docker's exit codes above 128 are signals, as a shell's are. */
export function endingOf(json: string): Ending {
  if (json.trim() === "") return gone;
  const { ExitCode, OOMKilled, Running } = JSON.parse(json) as State;
  if (Running) return gone;
  const signal = Object.entries(constants.signals).find(([, number]) => number === ExitCode - 128)?.[0];
  return signal === undefined
    ? { code: ExitCode, signal: null, outOfMemory: OOMKilled }
    : { code: null, signal: signal as NodeJS.Signals, outOfMemory: OOMKilled };
}

function cgroupOf(pid: number): string {
  const file = `/proc/${pid}/cgroup`;
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}
