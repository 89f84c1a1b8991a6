import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { cacheFolder } from "../../../src/adapters/cache.ts";
import { markedProcesses, run as runCommand } from "../../../src/adapters/process.ts";
import { provisionMariadb, provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { armFolder } from "../../../src/adapters/server/launcher.ts";
import { localLauncher } from "../../../src/adapters/server/local-mysqld.ts";
import { type Run, sweepDeadRuns, sweepRun } from "../../../src/adapters/server/run.ts";
import { startServer } from "../../../src/adapters/server/start.ts";
import type { ServerProgram, StartOrder } from "../../../src/ports.ts";
import { localServers, takenPort } from "./local-subject.ts";
import { mountsUnder, within } from "./machine.ts";
import { scenario } from "./scenario.ts";

const isRoot = process.getuid?.() === 0;
const data = { tables: 2, rows: 1_000, seed: 7 };
const order = (arm: string, from: "fresh" | "kept" = "fresh"): StartOrder => ({
  arm,
  scenario: scenario("plain"),
  data,
  from,
});

let program: ServerProgram;
beforeAll(async () => {
  program = (await provisionMysqld()).program;
});

/** Builds a snapshot in a fraction of MySQL's time. */
let quickProgram: ServerProgram;
beforeAll(async () => {
  quickProgram = (await provisionMariadb()).program;
});

let servers: Awaited<ReturnType<typeof localServers>> | undefined;
const open = async (
  ...args: Parameters<typeof localServers> extends [unknown, ...infer Rest] ? Rest : never
) => {
  servers = await localServers(program, ...args);
  return servers;
};
afterEach(async () => {
  await servers?.end();
  expect(await servers?.leftovers()).toEqual(servers && []);
  servers = undefined;
});

describe("a failure has its own message, at once, and leaves nothing", () => {
  it("the port is taken", async () => {
    const { provider, launcher, run } = await open();
    await (await provider.start(order("base"))).stop("keep");
    const taken = await takenPort();
    const own = { skip_networking: "OFF", bind_address: "127.0.0.1", port: String(taken.port) };
    const folder = armFolder(join(run.folder, "base"));
    const starting = startServer({ launcher, name: "base", folder, scenario: scenario("plain"), own });
    await expect(within(4_000, starting)).rejects.toMatchObject({
      kind: "environment",
      what: "The base server did not start: the server's port is taken",
      why: expect.stringContaining("Address already in use"),
    });
    await taken.close();
  });

  it("another server uses the data directory", async () => {
    const { provider, launcher, run } = await open();
    await provider.start(order("base"));
    const folder = armFolder(join(run.folder, "base"));
    const starting = startServer({ launcher, name: "second", folder, scenario: scenario("plain") });
    await expect(within(4_000, starting)).rejects.toMatchObject({
      what: "The second server did not start: another server is using the data directory",
    });
  });

  it("the data directory cannot be read", async () => {
    const { provider, run } = await open();
    await (await provider.start(order("base"))).stop("keep");
    const folder = armFolder(join(run.folder, "base"));
    chmodSync(join(folder.data, "ibdata1"), 0);
    const starting = startServer({
      launcher: await unprivileged(run),
      name: "base",
      folder,
      scenario: scenario("plain"),
    });
    await expect(within(4_000, starting)).rejects.toMatchObject({
      what: "The base server did not start: the server may not read or write its data directory",
      remedy: expect.stringContaining("AppArmor"),
    });
  });

  it("the disk is full", async () => {
    const small = mkdtempSync(join(tmpdir(), "small-"));
    await asRoot("mount", "-t", "tmpfs", "-o", "size=500m", "none", small);
    try {
      const { provider, run } = await open({ runs: { cache: small } });
      const server = await provider.start(order("base"));
      takeAllSpace(join(run.folder, "ballast"));
      const filling = fill((sql) => server.query(sql));
      const crash = await within(10_000, server.crashed);
      expect(crash.what).toBe("The base server stopped working: the disk is full");
      await server.stop("discard");
      await filling;
    } finally {
      await servers?.end();
      await asRoot("umount", small);
      rmSync(small, { recursive: true });
    }
    expect(mountsUnder(small)).toEqual([]);
  });

  it("the socket's path is too long", async () => {
    const cache = mkdtempSync(join(tmpdir(), "long-"));
    const { provider } = await open({ runs: { cache: join(cache, "x".repeat(100)) } });
    await expect(provider.start(order("base"))).rejects.toMatchObject({
      what: expect.stringContaining("socket is too long"),
      remedy: expect.stringContaining("MYSQL_PERF_GATE_CACHE"),
    });
    rmSync(cache, { recursive: true });
  });

  it("the server is not ready in time", async () => {
    const { provider } = await open({ readyLimitMs: 1 });
    await provider.load(scenario("plain"), data);
    await expect(provider.start(order("base"))).rejects.toMatchObject({
      what: expect.stringContaining("was not ready within 0.001 s"),
    });
  });

  it("there is no such server program", async () => {
    const missing = { program: "/no/such/mysqld", args: [], env: {}, binary: "/no/such/mysqld" };
    const { run } = await open();
    await expect(localLauncher(missing, run)).rejects.toMatchObject({
      what: "/no/such/mysqld cannot be started",
    });
  });

  it("the run is cancelled while a server starts", async () => {
    const cancel = new AbortController();
    const { provider } = await open({ runs: { signal: cancel.signal } });
    await provider.load(scenario("plain"), data);
    const starting = provider.start(order("base"));
    setTimeout(() => cancel.abort(), 300);
    await expect(starting).rejects.toMatchObject({ kind: "cancelled" });
  });
});

describe("what a killed process leaves behind", () => {
  it("of a server is no hindrance: its data recover, its locks are stale", async () => {
    const { provider, kill } = await open();
    const server = await provider.start(order("base"));
    await server.query("DELETE FROM sbtest1 WHERE id = 1");
    await server.query("FLUSH LOGS");
    await kill("base");
    await server.crashed;
    const again = await provider.start(order("base", "kept"));
    expect(await again.query("SELECT COUNT(*) AS n FROM sbtest1")).toEqual([{ n: "999" }]);
  });

  it("of a controller is found by the run's id and removed", async () => {
    const id = "killedid";
    const folder = join(cacheFolder(), "runs", id);
    const controller = spawn(
      "node_modules/.bin/tsx",
      [fileURLToPath(new URL("./killed-controller.ts", import.meta.url)), id],
      {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await Promise.race([
      once(controller.stdout, "data"),
      once(controller, "close").then(() => Promise.reject(new Error("it ended"))),
    ]);
    expect(await sweepDeadRuns()).not.toContain(id);
    process.kill(-(controller.pid ?? 0), "SIGKILL");
    await once(controller, "close");
    expect(markedProcesses(id)).toHaveLength(1);
    await within(2_000, sweepRun(id));
    expect(markedProcesses(id)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("of a controller is removed by the next run, too", async () => {
    const folder = join(cacheFolder(), "runs", "deadid");
    mkdirSync(folder, { recursive: true });
    expect(await sweepDeadRuns()).toContain("deadid");
    expect(existsSync(folder)).toBe(false);
  });
});

describe("a snapshot", () => {
  const damages: [string, (folder: string) => void][] = [
    ["lacks its manifest", (folder) => rmSync(join(folder, "manifest.json"))],
    ["has a file cut short", (folder) => truncateSync(join(folder, "data", "ibdata1"), 4096)],
    ["has lost a file", (folder) => rmSync(join(folder, "data", "sbtest", "sbtest1.ibd"))],
  ];
  it.each(damages)("that %s is noticed and built again", async (_, damage) => {
    const cache = mkdtempSync(join(tmpdir(), "snapshots-"));
    try {
      const first = await localServers(quickProgram, { cache });
      const { digest } = await first.provider.load(scenario("plain"), data);
      await first.end();
      damage(join(cache, "snapshots", digest));
      const second = await localServers(quickProgram, { cache });
      expect(await second.provider.load(scenario("plain"), data)).toMatchObject({ digest, cached: false });
      expect(second.log.warnings).toEqual([expect.stringContaining("damaged")]);
      await second.provider.start(order("base"));
      await second.end();
    } finally {
      rmSync(cache, { recursive: true });
    }
  });

  it("is built once by two runs that want it at the same time", async () => {
    const cache = mkdtempSync(join(tmpdir(), "snapshots-"));
    try {
      const [one, two] = await Promise.all([
        localServers(quickProgram, { cache }),
        localServers(quickProgram, { cache }),
      ]);
      const loaded = await Promise.all(
        [one, two].map(({ provider }) => provider.load(scenario("plain"), data)),
      );
      expect(loaded[0]?.digest).toBe(loaded[1]?.digest);
      expect(readdirSync(join(cache, "snapshots"))).toHaveLength(1);
      await Promise.all([one.end(), two.end()]);
    } finally {
      rmSync(cache, { recursive: true });
    }
  });
});

describe("twenty starts and stops", () => {
  it("none fails, and nothing leaks", async () => {
    const { provider, run, leftovers } = await open();
    await provider.load(scenario("plain"), data);
    const descriptors = () => readdirSync("/proc/self/fd").length;
    await (await provider.start(order("base"))).stop("discard");
    const before = descriptors();
    for (let i = 0; i < 20; i++) {
      const server = await provider.start(order("base"));
      await server.stop(i % 2 === 0 ? "discard" : "keep");
      expect(markedProcesses(run.id)).toEqual([]);
    }
    expect(descriptors()).toBeLessThanOrEqual(before);
    await provider.close();
    expect(await leftovers()).toEqual([]);
  });
});

/** The same server without root's right to read every file. */
async function unprivileged(run: Run) {
  const drop = "-dac_override,-dac_read_search";
  const plain = {
    ...program,
    program: "setpriv",
    args: [`--bounding-set=${drop}`, `--inh-caps=${drop}`, program.program, ...program.args],
  };
  return localLauncher(isRoot ? plain : program, run);
}

async function asRoot(...command: string[]): Promise<void> {
  const [program = "", ...args] = isRoot ? command : ["sudo", "-n", ...command];
  await runCommand({ program, args }, { timeoutMs: 5_000 });
}

function takeAllSpace(file: string): void {
  const block = Buffer.alloc(1 << 20);
  const descriptor = openSync(file, "w");
  try {
    while (writeSync(descriptor, block) === block.length);
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  } finally {
    closeSync(descriptor);
  }
}

/** Writes until the server can write no more. */
async function fill(query: (sql: string) => Promise<unknown>): Promise<void> {
  try {
    for (;;) await query("INSERT INTO sbtest1 (k, c, pad) SELECT k, c, pad FROM sbtest1 LIMIT 5000");
  } catch {
    // The server was stopped, or has said that its disk is full.
  }
}
