import { checkInForce, inForceError } from "../core/in-force/check.ts";
import type { Match } from "../core/plan/plan.ts";
import type { Random } from "../core/stats/random.ts";
import type { DataSet, Server, StartOrder } from "../ports.ts";
import type { Method } from "./measurement.ts";
import type { Outside } from "./outside.ts";

/** The two servers of a match, both ready. */
export type Arms = { base: Server; head: Server };

/** Starts both arms of a match, the one after the other: which first is the coin's. Configuration asked is in force. */
export async function startArms(
  match: Match,
  from: StartOrder["from"],
  data: DataSet,
  method: Method,
  random: Random,
  outside: Outside,
): Promise<Arms> {
  const headFirst = random.uniform() < 0.5;
  const start = async (arm: "base" | "head"): Promise<Server> => {
    const { scenario, folder } = match[arm];
    const cpus = method.cpus?.(arm);
    const provider = await outside.provider(scenario);
    const server = await provider.start({
      arm: folder,
      scenario,
      data,
      from,
      namedByOther: match[arm === "base" ? "head" : "base"].scenario.options.map(({ name }) => name),
      ...(cpus && { cpus }),
    });
    const problem = inForceError(scenario.name, checkInForce(scenario, server.inForce));
    if (problem === undefined) return server;
    await server.stop("discard");
    throw problem;
  };
  const first = await start(headFirst ? "head" : "base");
  try {
    const second = await start(headFirst ? "base" : "head");
    return headFirst ? { base: second, head: first } : { base: first, head: second };
  } catch (error) {
    await first.stop("discard");
    throw error;
  }
}

export async function stopArms({ base, head }: Arms, data: "keep" | "discard"): Promise<void> {
  await Promise.all([base.stop(data), head.stop(data)]);
}
