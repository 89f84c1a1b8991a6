import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import mysql from "mysql2/promise";
import { createOwner, run } from "../../../src/adapters/process.ts";
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import type { DataSet, Endpoint, Row, SysbenchProgram } from "../../../src/ports.ts";

/** A real mysqld with sysbench's tables: less than a Server, so that the load is tested without one. */
export type ScratchMysqld = {
  endpoint: Endpoint & { kind: "socket" };
  pid: number;
  query(sql: string): Promise<Row[]>;
  status(name: string): Promise<number>;
  stop(): Promise<void>;
};

export async function startScratchMysqld(options: readonly string[] = []): Promise<ScratchMysqld> {
  const { program } = await provisionMysqld();
  const folder = await mkdtemp(join(tmpdir(), "scratch-mysqld-"));
  const usr = program.basedir ?? "/usr";
  const place = [`--basedir=${usr}`, `--lc-messages-dir=${usr}/share/mysql`, `--datadir=${folder}/data`];
  const common = [...program.args, "--no-defaults", ...place, "--user=root", "--innodb-redo-log-capacity=8M"];
  await run({ ...program, args: [...common, "--initialize-insecure"] }, { timeoutMs: 60_000 });
  const socket = join(folder, "mysqld.sock");
  const owner = createOwner();
  const flags = [`--socket=${socket}`, "--skip-networking", "--mysqlx=OFF", "--secure-file-priv=NULL"];
  const quick = ["--skip-log-bin", "--innodb-flush-log-at-trx-commit=2", "--innodb-doublewrite=OFF"];
  const args = [...common, ...flags, ...quick, `--pid-file=${folder}/pid`, ...options];
  const child = owner.spawn({ ...program, args });
  const connection = await connect(socket);
  const query = async (sql: string): Promise<Row[]> => {
    const [rows] = await connection.query({ sql, typeCast: (field) => field.string() });
    return rows as Row[];
  };
  await query("CREATE DATABASE sbtest");
  const endpoint = { kind: "socket", path: socket, user: "root", password: "", database: "sbtest" } as const;
  return {
    endpoint,
    pid: child.pid,
    query,
    async status(name) {
      const [row] = await query(`SHOW GLOBAL STATUS LIKE '${name}'`);
      return Number(row?.Value);
    },
    async stop() {
      connection.destroy();
      await child.stop(0);
      await owner.stopAll();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function prepareTables(
  { endpoint }: ScratchMysqld,
  sysbench: SysbenchProgram,
  { tables, rows }: Pick<DataSet, "tables" | "rows">,
): Promise<void> {
  const script = sysbench.scripts === undefined ? "oltp_common" : `${sysbench.scripts}/oltp_read_write.lua`;
  const where = [`--mysql-socket=${endpoint.path}`, `--mysql-user=${endpoint.user}`];
  const what = [`--tables=${tables}`, `--table-size=${rows}`];
  const args = [...sysbench.args, script, ...where, ...what, "prepare"];
  await run({ ...sysbench, args }, { timeoutMs: 60_000 });
}

async function connect(socketPath: string): Promise<mysql.Connection> {
  for (let left = 200; ; left -= 1) {
    try {
      return await mysql.createConnection({ socketPath, user: "root" });
    } catch (error) {
      if (left === 0) throw error;
      await delay(50);
    }
  }
}
