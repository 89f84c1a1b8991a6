import mysql from "mysql2/promise";
import type { Endpoint, Row } from "../../ports.ts";

/** What a server answers when a statement fails. */
export function errorNumber(error: unknown): number | undefined {
  return error instanceof Error && "errno" in error && typeof error.errno === "number"
    ? error.errno
    : undefined;
}

/** One connection. Values come as the server prints them. */
export type Connection = {
  query(sql: string): Promise<Row[]>;
  /** How many rows an UPDATE has matched, changed or not; undefined for other statements. */
  update(sql: string): Promise<number | undefined>;
  /** Resolves, with the cause, if the connection ends without having been closed. */
  readonly lost: Promise<Error>;
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
  let closed = false;
  const lost = new Promise<Error>((resolve) => {
    const gone = (error?: Error) => {
      if (!closed) resolve(error ?? new Error("the server closed the connection"));
    };
    connection.on("error", gone);
    connection.on("end", () => gone());
  });
  return {
    lost,
    async query(sql) {
      const [rows] = await connection.query(sql);
      return Array.isArray(rows) ? (rows as Row[]) : [];
    },
    async update(sql) {
      const [header] = await connection.query(sql);
      const info = "info" in header ? String(header.info) : "";
      const matched = /^Rows matched: (\d+)/.exec(info)?.[1];
      return matched === undefined ? undefined : Number(matched);
    },
    close() {
      closed = true;
      connection.destroy();
    },
  };
}
