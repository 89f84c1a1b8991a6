import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import mysql, { type RowDataPacket } from "mysql2/promise";
import type { RealMysqld } from "../../../real-mysqld.ts";

/** What a running server says of one of its variables. */
export type Variable = { value: string; path: string; range: string | undefined };

/** Starts a server with an option file on a data directory of its own, reads its variables, and ends it. */
export async function runServer(mysqld: RealMysqld, file: string): Promise<Map<string, Variable>> {
  const folder = mkdtempSync(join(tmpdir(), "mysqld-"));
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const own = [
    ...user,
    `--basedir=${mysqld.basedir}`,
    `--datadir=${join(folder, "data")}`,
    `--log-error=${join(folder, "log.err")}`,
    "--secure-file-priv=NULL",
  ];
  const env = { ...process.env, ...mysqld.env };
  try {
    spawnSync(mysqld.program, [...mysqld.args, "--no-defaults", ...own, "--initialize-insecure"], { env });
    const socket = join(folder, "s");
    const serving = [
      `--socket=${socket}`,
      `--pid-file=${join(folder, "pid")}`,
      "--skip-networking",
      "--mysqlx=OFF",
    ];
    const server = spawn(mysqld.program, [...mysqld.args, `--defaults-file=${file}`, ...own, ...serving], {
      env,
    });
    try {
      return await variables(socket, server, join(folder, "log.err"));
    } finally {
      if (server.exitCode === null && server.kill()) await once(server, "exit");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function variables(socket: string, server: ChildProcess, log: string): Promise<Map<string, Variable>> {
  while (!existsSync(socket)) {
    if (server.exitCode !== null) throw new Error(`mysqld ended:\n${readFileSync(log, "utf8")}`);
    await pause(50);
  }
  const connection = await mysql.createConnection({ socketPath: socket, user: "root" });
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT i.VARIABLE_NAME name, g.VARIABLE_VALUE value, i.VARIABLE_PATH path, m.DATA_TYPE type,
              CONCAT(m.MIN_VALUE, '..', m.MAX_VALUE) bounds
       FROM performance_schema.variables_info i
       JOIN performance_schema.global_variables g USING (VARIABLE_NAME)
       JOIN performance_schema.variables_metadata m USING (VARIABLE_NAME)`,
    );
    return new Map(
      rows.map(({ name, value, path, type, bounds }) => [
        name,
        { value, path, range: type === "Integer" ? bounds : undefined },
      ]),
    );
  } finally {
    await connection.end();
  }
}
