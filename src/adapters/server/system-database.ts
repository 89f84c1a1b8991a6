import type { Connection } from "./mysql.ts";

/** Reachable by the socket in a private folder alone, and therefore without a password. */
export const benchmarkUser = { name: "perf_gate", database: "sbtest" } as const;

/** As root, in a system database that has just been made. */
export async function createBenchmarkUser(connection: Pick<Connection, "query">): Promise<void> {
  const account = `'${benchmarkUser.name}'@'localhost'`;
  await connection.query(`CREATE DATABASE ${benchmarkUser.database}`);
  await connection.query(`CREATE USER ${account}`);
  await connection.query(`GRANT ALL ON *.* TO ${account} WITH GRANT OPTION`);
}
