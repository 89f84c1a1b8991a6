import mysql from "mysql2/promise";
import type { Endpoint, Row } from "../../ports.ts";

/** One connection. Values come as the server prints them. */
export type Connection = {
  query(sql: string): Promise<Row[]>;
  close(): void;
};

export async function connect(endpoint: Endpoint, timeoutMs = 5_000): Promise<Connection> {
  const { user, password, database } = endpoint;
  const where =
    endpoint.kind === "socket"
      ? { socketPath: endpoint.path }
      : { host: endpoint.hosts[0] ?? "127.0.0.1", port: endpoint.port };
  const connection = await mysql.createConnection({
    ...where,
    user,
    password,
    ...(database !== "" && { database }),
    connectTimeout: timeoutMs,
    typeCast: (field) => field.string(),
  });
  // A server that ends takes its connections along; whoever uses one next is told.
  connection.on("error", () => {});
  return {
    async query(sql) {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? (rows as Row[]) : [];
    },
    close: () => connection.destroy(),
  };
}
