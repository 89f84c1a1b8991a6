import type { GateError } from "../../core/error.ts";
import type { InForce } from "../../core/in-force/facts.ts";
import type { Counters, Endpoint, Server } from "../../ports.ts";
import { diagnose, saysDiskIsFull } from "./diagnosis.ts";
import { readLog, watchLog } from "./error-log.ts";
import type { ArmFolder, Launched } from "./launcher.ts";
import type { Connection } from "./mysql.ts";
import { performanceSchemaBytes } from "./read-back.ts";

const stopLimitMs = 20_000;

type Parts = {
  name: string;
  launched: Launched;
  folder: ArmFolder;
  endpoint: Endpoint;
  /** Kept open for the counters: a new connection would be a disturbance. */
  connection: Connection;
  inForce: InForce;
  /** A server that ends because the run was cancelled has not crashed. */
  signal?: AbortSignal | undefined;
};

/** A server that is ready, watched until it is asked to stop. */
export function runningServer({
  name,
  launched,
  folder,
  endpoint,
  connection,
  inForce,
  signal,
}: Parts): Server {
  let stopping = false;
  const crashed = new Promise<GateError>((resolve) => {
    const watch = watchLog(folder.errorLog, (text) => {
      // The server itself waits for space, for minutes; the cell that it serves must not.
      if (saysDiskIsFull(text) && !stopping) {
        resolve(diagnose(`The ${name} server stopped working`, text));
      }
    });
    void launched.ended.then(async (ending) => {
      watch.stop();
      if (stopping || signal?.aborted === true) return;
      const log = `${launched.output()}\n${await readLog(folder.errorLog)}`;
      resolve(diagnose(`The ${name} server crashed`, log, ending));
    });
  });
  return {
    endpoint,
    readEndpoint: endpoint,
    inForce,
    crashed,
    logFile: folder.errorLog,
    query: (sql) => connection.query(sql),
    pin: (cpus) => launched.pin(cpus),
    async counters() {
      return readCounters(connection, () => launched.cpuSeconds());
    },
    async memory() {
      const [rssBytes, bytes] = await Promise.all([launched.rssBytes(), performanceSchemaBytes(connection)]);
      return { rssBytes, performanceSchemaBytes: bytes };
    },
    async stop(data) {
      stopping = true;
      connection.close();
      await (data === "keep" ? launched.stop(stopLimitMs) : launched.kill());
    },
  };
}

/** The clock is read on both sides of the question, which the server answers about half-way. */
export async function readCounters(
  connection: Connection,
  cpuSeconds: () => Promise<number | undefined>,
): Promise<Counters> {
  const asked = performance.now();
  const [row] = await connection.query("SHOW GLOBAL STATUS LIKE 'Questions'");
  const at = (asked + performance.now()) / 2;
  return { at, questions: Number(row?.Value), cpuSeconds: await cpuSeconds() };
}
