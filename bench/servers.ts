/**
 * From nothing to both arms ready. Budgets on two cores: under 5 s with a cached snapshot, under 60 s without
 * (4 tables of 50,000 rows). The programs are provisioned before the clock starts.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { provisionMariadb, provisionMysqld, provisionSysbench } from "../src/adapters/provision/provision.ts";
import { dockerLauncher } from "../src/adapters/server/docker.ts";
import type { Launcher } from "../src/adapters/server/launcher.ts";
import { localLauncher } from "../src/adapters/server/local-mysqld.ts";
import { ownServers } from "../src/adapters/server/provider.ts";
import { beginRun, type Run } from "../src/adapters/server/run.ts";
import type { Log, StartOrder, SysbenchProgram } from "../src/ports.ts";
import { dockerEngine } from "../test/docker-engine.ts";
import { serverImage } from "../test/images/server-image.ts";

const log: Log = { info: () => {}, warn: console.warn };
const data = { tables: 4, rows: 50_000, seed: 1 };
const scenario = { name: "defaults", options: [], setupSql: [], tolerances: [] };
const orders: StartOrder[] = [
  { arm: "base", scenario, data, from: "fresh", cpus: [0] },
  { arm: "head", scenario, data, from: "fresh", cpus: [1] },
];

export async function main(args: string[]): Promise<void> {
  const rounds = Number(args[0] ?? 5);
  const { program: sysbench } = await provisionSysbench();
  for (const provision of [provisionMysqld, provisionMariadb]) {
    const provisioned = await timed("provision, cached", provision);
    console.log(provisioned.banner);
    await measure((run) => localLauncher(provisioned.program, run), sysbench, rounds);
  }
  const engine = await dockerEngine();
  try {
    for (const kind of ["mysql", "mariadb"] as const) {
      const image = await timed("image, made before", () => serverImage(kind));
      console.log(`${image} in Docker`);
      await measure((run) => dockerLauncher({ image, run, log }), sysbench, rounds);
    }
  } finally {
    await engine.stop();
  }
}

type Open = (run: Run) => Promise<Launcher>;

async function measure(open: Open, sysbench: SysbenchProgram, rounds: number): Promise<void> {
  const cache = mkdtempSync(join(tmpdir(), "bench-servers-"));
  try {
    await timed("  both arms ready, nothing cached", () => bothReady(open, sysbench, cache));
    for (let round = 1; round <= rounds; round++) {
      await timed(`  both arms ready, snapshot cached (${round})`, () => bothReady(open, sysbench, cache));
    }
  } finally {
    rmSync(cache, { recursive: true });
  }
}

/** As one process of the tool would do it; what comes after the start is not counted. */
async function bothReady(open: Open, sysbench: SysbenchProgram, cache: string): Promise<() => Promise<void>> {
  const run = await beginRun({ cache });
  const launcher = await open(run);
  const provider = ownServers({ launcher, sysbench, run, cache, log });
  await Promise.all(orders.map((order) => provider.start(order)));
  return async () => {
    await provider.close();
    await run.end();
  };
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  const result = await work();
  console.log(`${what.padEnd(45)} ${((performance.now() - started) / 1000).toFixed(2)} s`);
  if (typeof result === "function") await result();
  return result;
}
