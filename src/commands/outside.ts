import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { cacheFolder } from "../adapters/cache.ts";
import { stealSeconds } from "../adapters/cpu-time.ts";
import { provisionMysqld, provisionSysbench } from "../adapters/provision/provision.ts";
import { dockerLauncher } from "../adapters/server/docker.ts";
import { installedServer } from "../adapters/server/find-mysqld.ts";
import { localLauncher } from "../adapters/server/local-mysqld.ts";
import { ownServers } from "../adapters/server/provider.ts";
import type { Run } from "../adapters/server/run.ts";
import { installedSysbench } from "../adapters/sysbench/find.ts";
import { openSysbench } from "../adapters/sysbench/sysbench.ts";
import { isPath } from "../core/config/notation/name.ts";
import { printServerSpec, type ServerSpec } from "../core/config/notation/server-spec.ts";
import type { Workload } from "../core/config/workload/workload.ts";
import { GateError } from "../core/error.ts";
import type { Outside } from "../measure/outside.ts";
import type { Load, Log, ServerProgram, ServerProvider, SysbenchProgram } from "../ports.ts";

export type Wishes = {
  /** The server of scenarios that name none. */
  server: ServerSpec;
  /** Missing programs may be fetched into the cache folder. */
  provision: boolean;
  /** Where the built-in and the user's own Lua files are. */
  builtInFolder: string;
  repository: string;
  /** The CPUs whose stolen time counts. */
  cpus: readonly number[];
};

/** Everything outside of this program that a run uses, on this machine. `run` ends all of it. */
export async function openOutside(wishes: Wishes, run: Run, log: Log, signal: AbortSignal): Promise<Outside> {
  const sysbench = await sysbenchFor(wishes, log);
  const cache = cacheFolder();
  const providers = new Map<string, Promise<ServerProvider>>();
  const open = async (spec: ServerSpec): Promise<ServerProvider> => {
    if (spec.kind === "external") throw notYet();
    const launcher =
      spec.kind === "image"
        ? await dockerLauncher({ image: spec.image, run, log })
        : await localLauncher(await serverFor(spec, wishes, log), run);
    return ownServers({ launcher, sysbench, run, cache, log });
  };
  return {
    provider({ server = wishes.server }) {
      const key = printServerSpec(server);
      const provider = providers.get(key) ?? open(server);
      providers.set(key, provider);
      return provider;
    },
    generator: await openSysbench({
      program: sysbench,
      controller: join(wishes.builtInFolder, "workloads/controlled.lua"),
      folder: run.folder,
      owner: run.owner,
    }),
    script: (workload) => scriptOf(workload, wishes),
    stealSeconds: () => stealSeconds(wishes.cpus),
    clock: {
      now: () => performance.now(),
      sleep: (milliseconds) => delay(milliseconds, undefined, { signal }).catch(cancelled),
      date: () => new Date(),
    },
    log,
    signal,
  };
}

async function sysbenchFor({ provision }: Wishes, log: Log): Promise<SysbenchProgram> {
  const installed = installedSysbench();
  if (installed !== undefined) return installed;
  if (!provision) throw missing("sysbench", "There is none on PATH.");
  const { program } = await provisionSysbench({ onFetch: fetching(log) });
  return program;
}

/** `auto`: what is installed, else what can be fetched. */
async function serverFor(spec: ServerSpec, { provision }: Wishes, log: Log): Promise<ServerProgram> {
  const installed = await installedServer(spec.kind === "local" ? spec.path : undefined);
  if (installed !== undefined) return installed;
  if (!provision) throw missing("a MySQL server", "There is none on PATH or in the usual folders.");
  const { program, note } = await provisionMysqld({ onFetch: fetching(log) });
  if (note !== undefined) log.warn(note);
  return program;
}

function scriptOf(
  { name, script, options, origin }: Workload,
  { builtInFolder, repository }: Wishes,
): Load["workload"] {
  const folder = origin === "built-in" ? builtInFolder : repository;
  return { name, script: isPath(script) ? join(folder, script) : script, options };
}

const fetching = (log: Log) => (what: string) => log.info(`Fetching ${what} …`);

function cancelled(): never {
  throw new GateError("cancelled", { what: "Cancelled", remedy: "Run it again." });
}

function notYet(): GateError {
  return new GateError("input", {
    what: "`run` cannot measure an external server yet",
    why: "Its two configurations would have to take turns on one server.",
    remedy: "Name an image, or a mysqld of this machine (`local`).",
  });
}

function missing(program: string, why: string): GateError {
  return new GateError("environment", {
    what: `This machine has no ${program.replace(/^a /, "")}`,
    why,
    remedy: "Install it, or let this program fetch it into its own folder: add --provision.",
  });
}
