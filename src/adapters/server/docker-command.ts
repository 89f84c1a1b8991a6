import { attempt, type Finished } from "../process.ts";
import { runLabel } from "./docker-arguments.ts";
import { explainDocker } from "./docker-errors.ts";

export type DockerLimits = { timeoutMs?: number; signal?: AbortSignal; mark?: string };

/** The docker command, which goes by DOCKER_HOST and the user's contexts, and speaks to Podman's socket as well. */
export async function attemptDocker(args: readonly string[], limits: DockerLimits = {}): Promise<Finished> {
  return attempt({ program: "docker", args }, { timeoutMs: 60_000, ...limits });
}

/** As `attemptDocker`, and throws the meaning of Docker's words when it fails; `subject` is the image at hand. */
export async function docker(
  subject: string,
  args: readonly string[],
  limits: DockerLimits = {},
): Promise<string> {
  const finished = await attemptDocker(args, limits);
  if (finished.code !== 0) throw explainDocker(subject, `${finished.stdout}\n${finished.stderr}`);
  return finished.stdout.trim();
}

/** Removes every container of a run, with its volumes, however it was left. Resolves with how many there were. */
export async function removeContainers(run: string): Promise<number> {
  const list = ["ps", "--all", "--quiet", "--filter", `label=${runLabel}=${run}`];
  // Where there is no docker command, or no engine, there are no containers of ours.
  const found = await attemptDocker(list, { timeoutMs: 20_000 }).catch(() => undefined);
  const ids = found?.code === 0 ? found.stdout.split("\n").filter((id) => id !== "") : [];
  if (ids.length > 0) await docker("what was left", ["rm", "--force", "--volumes", ...ids]);
  return ids.length;
}
