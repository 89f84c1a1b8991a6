import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { run as runCommand } from "../../../src/adapters/process.ts";
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { armFolder } from "../../../src/adapters/server/launcher.ts";
import { localLauncher } from "../../../src/adapters/server/local-mysqld.ts";
import type { Run } from "../../../src/adapters/server/run.ts";
import { startServer } from "../../../src/adapters/server/start.ts";
import { order, serversOfEachTest, takenPort } from "./local-subject.ts";
import { mountsUnder, within } from "./machine.ts";
import { scenario } from "./scenario.ts";

const isRoot = process.getuid?.() === 0;
const { open, end } = serversOfEachTest(provisionMysqld);

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
      await end();
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
    await provider.load(scenario("plain"), order("base").data);
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
    await provider.load(scenario("plain"), order("base").data);
    const starting = provider.start(order("base"));
    setTimeout(() => cancel.abort(), 300);
    await expect(starting).rejects.toMatchObject({ kind: "cancelled" });
  });
});

/** The same server without root's right to read every file. */
async function unprivileged(run: Run) {
  const { program } = await provisionMysqld();
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
