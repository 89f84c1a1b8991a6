import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ResolvedScenario } from "../../core/config/scenario/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import type { DataSet, Log, Server, ServerProvider, StartOrder, SysbenchProgram } from "../../ports.ts";
import { type ArmFolder, armFolder, type Launcher } from "./launcher.ts";
import { copySnapshot } from "./manifest.ts";
import type { Run } from "./run.ts";
import { type Snapshot, snapshotDigest, snapshotFor } from "./snapshot.ts";
import { startServer } from "./start.ts";

export type ProviderParts = {
  launcher: Launcher;
  sysbench: SysbenchProgram;
  run: Run;
  cache: string;
  log: Log;
  readyLimitMs?: number;
};

/** Servers of this tool's own: each arm in its folder, on a copy of the snapshot. */
export function ownServers(parts: ProviderParts): ServerProvider {
  const { launcher, run } = parts;
  const snapshots = new Map<string, Promise<Snapshot>>();
  const running = new Map<string, Server>();
  const folders = new Set<string>();

  const snapshot = (scenario: ResolvedScenario, data: DataSet): Promise<Snapshot> => {
    const digest = snapshotDigest({ launcher, scenario, data });
    const known = snapshots.get(digest) ?? loadSnapshot(parts, scenario, data);
    snapshots.set(digest, known);
    // A build that failed is tried anew by whoever asks next.
    known.catch(() => snapshots.delete(digest));
    return known;
  };

  return {
    kind: launcher.kind,
    async load(scenario, data) {
      const started = performance.now();
      const known = snapshots.has(snapshotDigest({ launcher, scenario, data }));
      const { digest, manifest, cached } = await snapshot(scenario, data);
      const seconds = (performance.now() - started) / 1000;
      return { digest, rows: manifest.rows, cached: cached || known, seconds };
    },
    async start(order) {
      await running.get(order.arm)?.stop(order.from === "kept" ? "keep" : "discard");
      running.delete(order.arm);
      const folder = armFolder(join(run.folder, order.arm));
      folders.add(folder.path);
      if (order.from === "fresh") await fill(folder, await snapshot(order.scenario, order.data));
      else assertKept(folder, order);
      const server = await startServer({
        launcher,
        name: order.arm,
        folder,
        scenario: order.scenario,
        ...(order.namedByOther && { namedByOther: order.namedByOther }),
        ...(order.cpus && { cpus: order.cpus }),
        ...(run.signal && { signal: run.signal }),
        ...(parts.readyLimitMs !== undefined && { readyLimitMs: parts.readyLimitMs }),
      });
      running.set(order.arm, server);
      return server;
    },
    async close() {
      await Promise.all([...running.values()].map((server) => server.stop("discard")));
      running.clear();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    },
  };
}

function loadSnapshot(parts: ProviderParts, scenario: ResolvedScenario, data: DataSet): Promise<Snapshot> {
  const { launcher, sysbench, cache, log, run } = parts;
  const signal = run.signal && { signal: run.signal };
  return snapshotFor({ launcher, sysbench, scenario, data, cache, log, mark: run.id, ...signal });
}

async function fill(folder: ArmFolder, snapshot: Snapshot): Promise<void> {
  await rm(folder.path, { recursive: true, force: true });
  await mkdir(folder.path, { recursive: true, mode: 0o700 });
  await copySnapshot(snapshot.folder, snapshot.manifest, folder.data);
}

function assertKept(folder: ArmFolder, { arm }: StartOrder): void {
  if (existsSync(folder.data)) return;
  throw new GateError("environment", {
    what: `The ${arm} arm has no data to go on with`,
    why: "Its first start needs a fresh copy of the snapshot.",
    remedy: "This is a defect of the tool: please report it.",
  });
}
