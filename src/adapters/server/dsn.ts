import { GateError } from "../../core/error.ts";
import type { Endpoint } from "../../ports.ts";

/**
 * Reads `mysql://user:password@host:port/database` out of an environment variable. Messages name the variable and
 * never what is in it.
 */
export function parseDsn(variable: string, text: string | undefined): Endpoint & { kind: "tcp" } {
  if (text === undefined || text === "") {
    throw refused(variable, "it is not set");
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !["mysql:", "mariadb:"].includes(url.protocol))
    throw refused(variable, "it is no such address");
  const database = decodeURIComponent(url.pathname.slice(1));
  if (url.username === "") throw refused(variable, "it names no user");
  if (database === "") throw refused(variable, "it names no database");
  return {
    kind: "tcp",
    // `localhost` would make the client library look for its default socket.
    hosts: [url.hostname === "localhost" ? "127.0.0.1" : url.hostname],
    port: url.port === "" ? 3306 : Number(url.port),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    database,
  };
}

function refused(variable: string, why: string): GateError {
  return new GateError("input", {
    what: `The external server's address cannot be read from the environment variable ${variable}: ${why}`,
    remedy: `Set ${variable} to mysql://user:password@host:3306/database, in the action from a secret.`,
  });
}
