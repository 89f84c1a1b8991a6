import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../ports.ts";
import { attemptDocker } from "./docker-command.ts";
import { cancelled, explainDocker, isPassing, pullOverran } from "./docker-errors.ts";
import type { Run } from "./run.ts";

/** An image that the engine has. */
export type Image = {
  name: string;
  /** The engine's own id of it: what runs, whatever becomes of the tag. */
  id: string;
  /** The registry's digest; an image that came from no registry has none. */
  digest: string | undefined;
  /** Its server: `mysqld`, or `mariadbd` where MariaDB's image has dropped the old names. */
  server: string;
};

/** Looks the image up and pulls it where the engine does not have it. */
export async function obtainImage(name: string, run: Run, log: Log, limitMs = 300_000): Promise<Image> {
  const found = await inspectImage(name);
  if (found !== undefined) return found;
  log.info(`Pulling ${name} …`);
  const first = await pull(name, run, log, limitMs);
  if (first !== undefined) {
    if (!first.passing) throw first.error;
    log.warn(`${first.error.what}; trying once more.`);
    const second = await pull(name, run, log, limitMs);
    if (second !== undefined) throw second.error;
  }
  const pulled = await inspectImage(name);
  if (pulled === undefined) throw explainDocker(name, "No such image");
  return pulled;
}

type Inspected = { Id: string; RepoDigests?: string[] | null; Config?: { Cmd?: string[] | null } | null };

async function inspectImage(name: string): Promise<Image | undefined> {
  const inspected = await attemptDocker(["image", "inspect", "--format", "{{json .}}", name]);
  if (inspected.code !== 0) return undefined;
  const { Id, RepoDigests, Config } = JSON.parse(inspected.stdout) as Inspected;
  const server = Config?.Cmd?.find((word) => /^(?:\S*\/)?(?:mysqld|mariadbd)$/.test(word)) ?? "mysqld";
  return { name, id: Id, digest: RepoDigests?.[0]?.split("@")[1], server };
}

/** Undefined when it went well. `passing`: the same again may go better. */
async function pull(name: string, run: Run, log: Log, limitMs: number) {
  let said = "";
  let before = 0;
  const tell = (text: string) => {
    said += text;
    const { done, layers } = layerProgress(said);
    if (done > before) log.info(`Pulling ${name}: ${done} of ${layers} layers`);
    before = done;
  };
  const child = run.owner.spawn({ program: "docker", args: ["pull", name] }, { onStdout: tell });
  const limit = new AbortController();
  const overdue = delay(limitMs, "overdue" as const, { signal: limit.signal }).catch(() => undefined);
  const exit = await Promise.race([child.exited, overdue]);
  limit.abort();
  if (exit === "overdue") {
    await child.stop();
    return { passing: true, error: pullOverran(name, limitMs) };
  }
  if (run.signal?.aborted === true) throw cancelled(name);
  if ((await child.exited).code === 0) return undefined;
  return { passing: isPassing(child.tail()), error: explainDocker(name, child.tail()) };
}

/** `docker pull` without a terminal says a line for each step of each layer. */
export function layerProgress(said: string): { done: number; layers: number } {
  const steps = [...said.matchAll(/^([0-9a-f]{12}): (.+?)\s*$/gm)];
  const finished = steps.filter(([, , step = ""]) => /^(?:Pull complete|Already exists)$/.test(step));
  const count = (found: RegExpMatchArray[]) => new Set(found.map(([, layer]) => layer)).size;
  return { done: count(finished), layers: count(steps) };
}
