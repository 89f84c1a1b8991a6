import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ResolvedScenario } from "../../core/config/scenario/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import type { DataSet, Log, Server, SysbenchProgram } from "../../ports.ts";
import { builtOnce } from "../cache.ts";
import { myCnf, optionsNamed } from "./configuration.ts";
import { aroundLoad, loading, shaping } from "./flavour.ts";
import { type ArmFolder, armFolder, type Launcher } from "./launcher.ts";
import { loadRows, tableNames, verifyRows } from "./load-rows.ts";
import { checkedManifest, type Manifest, writeManifest } from "./manifest.ts";
import { rowsLua } from "./rows-lua.ts";
import { socketEndpoint, startServer } from "./start.ts";
import { createBenchmarkUser } from "./system-database.ts";

export type SnapshotParts = {
  launcher: Launcher;
  sysbench: SysbenchProgram;
  scenario: Pick<ResolvedScenario, "options">;
  data: DataSet;
  /** The cache folder. */
  cache: string;
  mark: string;
  log: Log;
  signal?: AbortSignal;
};

export type Snapshot = { folder: string; digest: string; manifest: Manifest; cached: boolean };

/** The data directory to copy for this scenario: out of the cache, or built now. */
export async function snapshotFor(parts: SnapshotParts): Promise<Snapshot> {
  const digest = snapshotDigest(parts);
  const folder = join(parts.cache, "snapshots", digest);
  const found = existsSync(folder) ? await checkedManifest(folder) : undefined;
  if (found !== undefined) return { folder, digest, manifest: found, cached: true };
  if (existsSync(folder)) {
    parts.log.warn(`The snapshot ${digest} is damaged and is built again.`);
    await setAside(folder);
  }
  parts.log.info(`Loading ${parts.data.tables} tables of ${parts.data.rows} rows …`);
  const signal = parts.signal && { signal: parts.signal };
  await builtOnce(folder, { waitMs: 900_000, ...signal }, (draft) => build(parts, armFolder(draft)));
  const manifest = await checkedManifest(folder);
  if (manifest === undefined)
    throw new Error(`the snapshot in ${folder} was damaged as soon as it was built`);
  return { folder, digest, manifest, cached: false };
}

/** Equal digests, equal data directories: the server's build, the rows, and the options that shape the files. */
export function snapshotDigest({
  launcher,
  scenario,
  data,
}: Pick<SnapshotParts, "launcher" | "scenario" | "data">): string {
  const shape = optionsNamed(scenario, shaping).map(({ name, value }) => [name, value]);
  const { tables, rows, seed } = data;
  const key = JSON.stringify({ format: 1, build: launcher.build.digest, tables, rows, seed, shape, rowsLua });
  return createHash("sha256").update(key).digest("hex").slice(0, 16);
}

async function build(parts: SnapshotParts, folder: ArmFolder): Promise<void> {
  const { launcher, data, sysbench, mark, signal } = parts;
  const { before, after } = aroundLoad(launcher.build);
  const own = { ...launcher.options, ...loading(launcher.build) };
  const scenario = { options: optionsNamed(parts.scenario, shaping), setupSql: [] };
  await mkdir(folder.tmp);
  await writeFile(folder.myCnf, myCnf(launcher.build, scenario, folder, own));
  await launcher.initialise(folder);
  const server = await startServer({
    launcher,
    name: "loading",
    folder,
    scenario,
    own: loading(launcher.build),
    user: "root",
    ...(signal && { signal }),
  });
  try {
    await createBenchmarkUser(server);
    for (const sql of before) await server.query(sql);
    const endpoint = socketEndpoint(folder.socket);
    await Promise.race([
      loadRows({ sysbench, endpoint, data, folder: folder.path, mark, ...(signal && { signal }) }),
      server.crashed.then((error) => Promise.reject(error)),
    ]);
    await server.query(`USE ${endpoint.database}`);
    const rows = await verifyRows((sql) => server.query(sql), data);
    await server.query(`ANALYZE TABLE ${tableNames(data.tables).join(", ")}`);
    for (const sql of after) await server.query(sql);
    await assertRedoLogged(server);
    await server.stop("keep");
    // Two servers must not have one identity.
    await rm(join(folder.data, "auto.cnf"), { force: true });
    for (const scrap of [
      folder.tmp,
      folder.errorLog,
      folder.myCnf,
      join(folder.path, "rows.lua"),
      join(folder.path, "rows.cnf"),
    ]) {
      await rm(scrap, { recursive: true, force: true });
    }
    await writeManifest(folder.path, rows);
  } finally {
    await server.stop("discard");
  }
}

/** A server whose redo log was left off loses its data with its first crash; older ones cannot switch it off. */
async function assertRedoLogged(server: Server): Promise<void> {
  const [status] = await server.query("SHOW GLOBAL STATUS LIKE 'Innodb_redo_log_enabled'");
  if (status?.Value !== "OFF") return;
  throw new GateError("environment", {
    what: "The server did not switch its redo log on again after loading",
    remedy: "Run again; if it stays so, report it with the server's version.",
  });
}

/** Out of the way at once, so that nobody builds into it or copies from it while it is removed. */
async function setAside(folder: string): Promise<void> {
  const aside = `${folder}.damaged-${process.pid}`;
  await rename(folder, aside);
  await rm(aside, { recursive: true, force: true });
}
