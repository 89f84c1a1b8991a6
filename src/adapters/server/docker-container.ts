import { existsSync, readFileSync } from "node:fs";
import { constants } from "node:os";
import { cpuSecondsOfGroup } from "./cgroup.ts";
import { type Container, runArguments } from "./docker-arguments.ts";
import { attemptDocker, docker } from "./docker-command.ts";
import { engineElsewhere } from "./docker-errors.ts";
import type { Ending, Launched } from "./launcher.ts";
import { residentBytes, threadsCpuSeconds } from "./local-process.ts";
import type { Run } from "./run.ts";

/** Starts a container and follows it until it is gone; then it is removed, with what Docker kept of it. */
export async function launchContainer(container: Container, subject: string, run: Run): Promise<Launched> {
  const { name } = container;
  const remove = () => attemptDocker(["rm", "--force", "--volumes", name]);
  const signal = run.signal && { signal: run.signal };
  let pid: number;
  try {
    const id = await docker(subject, runArguments(container, "detached"), { mark: run.id, ...signal });
    pid = Number(await docker(subject, ["inspect", "--format", "{{.State.Pid}}", name]));
    assertSameKernel(pid, id);
  } catch (error) {
    await remove();
    throw error;
  }
  let output = "";
  const waiting = run.owner.spawn({ program: "docker", args: ["wait", name] });
  const ended = waiting.exited.then(async () => {
    const state = await attemptDocker(["inspect", "--format", "{{json .State}}", name]);
    const logs = await attemptDocker(["logs", "--tail", "50", name]);
    output = `${logs.stdout}${logs.stderr}`;
    await remove();
    return endingOf(state.stdout);
  });
  const cpuSeconds = groupMeter(pid) ?? (() => threadsCpuSeconds(pid));
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
      await remove();
      await ended;
    },
  };
}

type State = { ExitCode: number; OOMKilled: boolean; Running: boolean };

/** Docker's exit codes above 128 are signals, as a shell's are. A container that was removed leaves no state. */
export function endingOf(json: string): Ending {
  if (json.trim() === "") return { code: null, signal: "SIGKILL", outOfMemory: false };
  const { ExitCode, OOMKilled, Running } = JSON.parse(json) as State;
  if (Running) return { code: null, signal: "SIGKILL", outOfMemory: false };
  const signal = Object.entries(constants.signals).find(([, number]) => number === ExitCode - 128)?.[0];
  return signal === undefined
    ? { code: ExitCode, signal: null, outOfMemory: OOMKilled }
    : { code: null, signal: signal as NodeJS.Signals, outOfMemory: OOMKilled };
}

function groupMeter(pid: number): (() => number) | undefined {
  return existsSync(`/proc/${pid}/cgroup`)
    ? cpuSecondsOfGroup(readFileSync(`/proc/${pid}/cgroup`, "utf8"))
    : undefined;
}

/** An engine in a virtual machine has process numbers of its own, and sockets that end at its border. */
function assertSameKernel(pid: number, id: string): void {
  // It has ended already; whoever waits for it is told why.
  if (pid === 0) return;
  const cgroup = existsSync(`/proc/${pid}/cgroup`) ? readFileSync(`/proc/${pid}/cgroup`, "utf8") : "";
  if (!cgroup.includes(id)) throw engineElsewhere();
}
