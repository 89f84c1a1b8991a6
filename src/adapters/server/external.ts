import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { GateError } from "../../core/error.ts";
import type { Counters, DataSet, Endpoint, Server, ServerProvider, SysbenchProgram } from "../../ports.ts";
import { parseBuild } from "./flavour.ts";
import { applyScenario, type Restore } from "./global-settings.ts";
import { loadRows, tableNames, verifyRows } from "./load-rows.ts";
import { type Connection, connect, errorNumber } from "./mysql.ts";
import { performanceSchemaBytes, readBack } from "./read-back.ts";
import type { Run } from "./run.ts";
import { readCounters } from "./running-server.ts";

type Tcp = Endpoint & { kind: "tcp" };

export type ExternalParts = {
  primary: Tcp;
  /** Replicas that take reads; the primary is among them only if it is named here. */
  readers?: readonly Tcp[];
  sysbench: SysbenchProgram;
  run: Run;
};

type Active = { server: Server; restore: Restore };

/**
 * One server that runs elsewhere and is nobody's to restart: an arm is its settings, applied on start and taken back
 * on stop. So one arm is up at a time, and starting another stops the first.
 */
export async function externalServers(parts: ExternalParts): Promise<ServerProvider> {
  const { primary, readers = [], sysbench, run } = parts;
  const readEndpoint = readers.length === 0 ? primary : oneEndpoint(readers);
  const connection = await open(primary);
  const connections = [connection];
  for (const reader of readers.filter((one) => !isSameServer(one, primary)))
    connections.push(await open(reader));
  const [identity] = await connection.query("SELECT CONCAT(VERSION(), ' ', @@version_comment) AS version");
  const kind = parseBuild(String(identity?.version));
  let active: Active | undefined;

  const stopActive = async () => {
    const stopping = active;
    active = undefined;
    await stopping?.restore(connection).catch(() => restoreAnew(primary, stopping.restore));
  };
  const load = async (data: DataSet) => {
    const started = performance.now();
    const cached = await hasTables(connection, data);
    const folder = join(run.folder, "external");
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const signal = run.signal && { signal: run.signal };
    if (!cached) {
      await loadRows({ sysbench, endpoint: primary, data, folder, mark: run.id, ...signal });
      await connection.query(`ANALYZE TABLE ${tableNames(data.tables).join(", ")}`);
    }
    const rows = await verifyRows((sql) => connection.query(sql), data);
    return { digest: "external", rows, cached, seconds: (performance.now() - started) / 1000 };
  };
  return {
    kind: "external",
    load: (_, data) => load(data),
    async start({ arm, scenario, data }) {
      await stopActive();
      await load(data);
      const restore = await applyScenario(connection, scenario);
      try {
        // Its compiled defaults can only be had from its binary: MySQL 5 as an external server tells no differences.
        const facts = await readBack(connection, kind, async () => ({}));
        const server: Server = {
          endpoint: primary,
          readEndpoint,
          inForce: { ...facts, logged: [], rssBytes: undefined },
          logFile: undefined,
          counters: () => sumOfCounters(connections),
          memory: async () => ({
            rssBytes: undefined,
            performanceSchemaBytes: await performanceSchemaBytes(connection),
          }),
          query: (sql) => connection.query(sql),
          pin: async () => {
            throw cannotPin();
          },
          crashed: Promise.race(connections.map(({ lost }) => lost)).then((error) => gone(arm, error)),
          async stop() {
            if (active?.server === server) await stopActive();
          },
        };
        active = { server, restore };
        return server;
      } catch (error) {
        await restore(connection);
        throw error;
      }
    },
    async close() {
      try {
        await stopActive();
      } finally {
        for (const one of connections) one.close();
      }
    },
  };
}

/** The connection was lost; the server may still be there, with settings that are not its own. */
async function restoreAnew(primary: Tcp, restore: Restore): Promise<void> {
  try {
    const connection = await open(primary);
    await restore(connection).finally(() => connection.close());
  } catch (error) {
    throw new GateError(
      "environment",
      {
        what: "The external server's own settings could not be put back",
        why: error instanceof Error ? error.message : String(error),
        remedy: "Restart that server, or set the scenario's options back by hand.",
      },
      { cause: error },
    );
  }
}

/** Whether the tables are there; their rows are verified in any case. */
async function hasTables(connection: Connection, { tables }: DataSet): Promise<boolean> {
  const found = await connection.query("SHOW TABLES LIKE 'sbtest%'");
  if (found.length === 0) return false;
  if (found.length >= tables) return true;
  throw new GateError("environment", {
    what: `The external database has ${found.length} tables named sbtest… where ${tables} are wanted`,
    remedy: "Give an empty database, or drop these tables so that they are loaded anew.",
  });
}

/** sysbench takes a list of hosts, and one of everything else. */
function oneEndpoint(readers: readonly Tcp[]): Tcp {
  const [first] = readers;
  const same = ({ port, user, password, database }: Tcp) => JSON.stringify([port, user, password, database]);
  if (first === undefined || readers.some((reader) => same(reader) !== same(first))) {
    throw new GateError("input", {
      what: "The read endpoints differ in more than their hosts",
      why: "sysbench takes several hosts, and one port, user, password and database for all of them.",
      remedy: "Give read endpoints that differ in their hosts alone.",
    });
  }
  return { ...first, hosts: readers.flatMap(({ hosts }) => hosts) };
}

function isSameServer(a: Tcp, b: Tcp): boolean {
  return a.port === b.port && a.hosts[0] === b.hosts[0];
}

async function open(endpoint: Tcp): Promise<Connection> {
  try {
    return await connect(endpoint);
  } catch (error) {
    const refused = errorNumber(error) === 1045;
    throw new GateError(
      "environment",
      {
        what: `The external server at ${endpoint.hosts[0]}:${endpoint.port} ${refused ? "refuses this user" : "cannot be reached"}`,
        why: error instanceof Error ? error.message : String(error),
        remedy:
          "Check the address, the user and the password in the environment variable, and the network between.",
      },
      { cause: error },
    );
  }
}

async function sumOfCounters(connections: readonly Connection[]): Promise<Counters> {
  const all = await Promise.all(connections.map((one) => readCounters(one, async () => undefined)));
  const mean = all.reduce((sum, { at }) => sum + at, 0) / all.length;
  return {
    at: mean,
    questions: all.reduce((sum, { questions }) => sum + questions, 0),
    cpuSeconds: undefined,
  };
}

function cannotPin(): GateError {
  return new GateError("environment", {
    what: "An external server cannot be pinned to a lane",
    remedy: "Use the method `interleaved`.",
  });
}

function gone(arm: string, error: Error): GateError {
  return new GateError(
    "environment",
    {
      what: `The connection to the external server was lost while it was the ${arm} arm`,
      why: error.message,
      remedy: "Look into that server's log; it may have ended, or the network between.",
    },
    { cause: error },
  );
}
