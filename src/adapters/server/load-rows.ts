import { writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { GateError } from "../../core/error.ts";
import type { DataSet, Endpoint, Row, SysbenchProgram } from "../../ports.ts";
import { attempt, lastLines } from "../process.ts";
import { rowsLua } from "./rows-lua.ts";

type Query = (sql: string) => Promise<Row[]>;

export type LoadParts = {
  sysbench: SysbenchProgram;
  endpoint: Endpoint;
  data: DataSet;
  /** Where the script may be written. */
  folder: string;
  mark?: string;
  signal?: AbortSignal;
};

/** Creates and fills the tables, several at once. The server's database must exist. */
export async function loadRows({ sysbench, data, folder, mark, signal, ...parts }: LoadParts): Promise<void> {
  const script = join(folder, "rows.lua");
  const secrets = join(folder, "rows.cnf");
  await writeFile(script, rowsLua);
  // A password is for a file that only this user may read, not for the process list.
  await writeFile(secrets, `mysql-password=${parts.endpoint.password}\n`, { mode: 0o600 });
  const args = [
    ...sysbench.args,
    script,
    `--config-file=${secrets}`,
    ...prepareArguments(parts.endpoint, data),
    "prepare",
  ];
  const limits = { timeoutMs: 600_000, ...(mark && { mark }), ...(signal && { signal }) };
  const ended = await attempt({ program: sysbench.program, args, env: sysbench.env }, limits);
  // With several threads, prepare exits with 0 even when every connection has failed.
  const fatal = /^FATAL:.*$/m.exec(ended.stdout);
  if (ended.code !== 0 || fatal !== null) {
    throw new GateError("environment", {
      what: "sysbench could not load the tables",
      why: fatal?.[0] ?? lastLines(`${ended.stdout}${ended.stderr}`, 5),
      remedy: "Look for the cause in the line above; a full disk or a server that ended are the usual ones.",
    });
  }
}

export function prepareArguments(endpoint: Endpoint, { tables, rows, seed }: DataSet): string[] {
  const where =
    endpoint.kind === "socket"
      ? [`--mysql-socket=${endpoint.path}`]
      : [`--mysql-host=${endpoint.hosts[0]}`, `--mysql-port=${endpoint.port}`];
  return [
    "--db-driver=mysql",
    ...where,
    `--mysql-user=${endpoint.user}`,
    `--mysql-db=${endpoint.database}`,
    `--tables=${tables}`,
    `--table-size=${rows}`,
    `--threads=${Math.min(tables, availableParallelism())}`,
    `--rows_seed=${seed}`,
    "--rand-type=uniform",
  ];
}

/** Checks that every table is whole, and returns a checksum that equal rows give on every server. */
export async function verifyRows(query: Query, { tables, rows }: DataSet): Promise<string> {
  const sums: string[] = [];
  for (const table of tableNames(tables)) {
    const [found] = await query(
      `SELECT COUNT(*) AS rows_found, MIN(id) AS first, MAX(id) AS last, SUM(CRC32(CONCAT_WS(',', id, k, c, pad))) AS checksum FROM ${table}`,
    );
    if (Number(found?.rows_found) !== rows || Number(found?.first) !== 1 || Number(found?.last) !== rows) {
      throw new GateError("environment", {
        what: `Table ${table} holds ${found?.rows_found} rows (ids ${found?.first} to ${found?.last}) instead of ${rows}`,
        remedy: "Run again; if it stays so, the server's log tells what went wrong while loading.",
      });
    }
    sums.push(String(found?.checksum));
  }
  return sums.join(" ");
}

export function tableNames(tables: number): string[] {
  return Array.from({ length: tables }, (_, index) => `sbtest${index + 1}`);
}
