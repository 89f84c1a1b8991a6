import { mkdir, rm, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { ResolvedScenario } from "../../core/config/scenario/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import type { Endpoint, Server } from "../../ports.ts";
import { lastLines } from "../process.ts";
import { myCnf } from "./configuration.ts";
import { diagnose } from "./diagnosis.ts";
import { errorLines, optionLines, readLog } from "./error-log.ts";
import type { Options } from "./flavour.ts";
import type { ArmFolder, Launched, Launcher } from "./launcher.ts";
import { type Connection, connect } from "./mysql.ts";
import { readBack } from "./read-back.ts";
import { runningServer } from "./running-server.ts";
import { runSetupSql } from "./setup-sql.ts";
import { benchmarkUser } from "./system-database.ts";

export type StartParts = {
  launcher: Launcher;
  name: string;
  folder: ArmFolder;
  scenario: Pick<ResolvedScenario, "options" | "setupSql">;
  /** Who connects, to the socket of the folder. */
  user?: string;
  /** Options of the tool that win over everything else. */
  own?: Options;
  namedByOther?: readonly string[];
  cpus?: readonly number[];
  signal?: AbortSignal;
  readyLimitMs?: number;
};

/** From a folder with a data directory in it to a server that is ready and has run the scenario's setup SQL. */
export async function startServer(parts: StartParts): Promise<Server> {
  const { launcher, name, folder, scenario } = parts;
  assertSocketFits(folder.socket);
  // What a server that was killed has left in the folder, which nobody else uses.
  for (const stale of [folder.errorLog, folder.socket, `${folder.socket}.lock`, `${folder.socket}.pid`]) {
    await rm(stale, { force: true });
  }
  await mkdir(folder.tmp, { recursive: true });
  const own = { ...launcher.options, ...parts.own };
  await writeFile(folder.myCnf, myCnf(launcher.build, scenario, folder, own, parts.namedByOther), {
    mode: 0o600,
  });
  const endpoint = socketEndpoint(folder.socket, parts.user);
  const launched = await launcher.launch(folder, parts.cpus);
  try {
    const connection = await ready(parts, launched, endpoint);
    await runSetupSql(connection, scenario);
    const facts = await readBack(connection, launcher.build, () => launcher.compiledDefaults());
    const logged = optionLines(await readLog(folder.errorLog));
    const { image } = launcher.build;
    const inForce = { ...facts, ...(image && { image }), logged, rssBytes: await launched.rssBytes() };
    return runningServer({ name, launched, folder, endpoint, connection, inForce, signal: parts.signal });
  } catch (error) {
    await launched.kill();
    throw error;
  }
}

export function socketEndpoint(path: string, user: string = benchmarkUser.name): Endpoint {
  return {
    kind: "socket",
    path,
    user,
    password: "",
    database: user === "root" ? "" : benchmarkUser.database,
  };
}

/** Ready means that a query of the benchmark user is answered. An exit or an error in the log ends the wait. */
async function ready(parts: StartParts, launched: Launched, endpoint: Endpoint): Promise<Connection> {
  const { name, folder, signal, readyLimitMs = 60_000 } = parts;
  const happened = `The ${name} server did not start`;
  let deadline = performance.now() + readyLimitMs;
  let complained = false;
  for (;;) {
    const ending = await Promise.race([launched.ended, delay(20)]);
    if (signal?.aborted === true) throw cancelled(name);
    const log = await readLog(folder.errorLog);
    if (ending !== undefined) throw diagnose(happened, `${launched.output()}\n${log}`, ending);
    const connection = await answering(endpoint);
    if (!(connection instanceof Error)) return connection;
    if (!complained && errorLines(log).length > 0) {
      // Most errors end the server within moments; one that does not leaves it this long to become ready.
      complained = true;
      deadline = Math.min(deadline, performance.now() + 1_000);
    }
    if (performance.now() > deadline) {
      throw complained ? diagnose(happened, log) : neverReady(name, readyLimitMs, log, connection);
    }
  }
}

async function answering(endpoint: Endpoint): Promise<Connection | Error> {
  try {
    const connection = await connect(endpoint, 1_000);
    await connection.query("SELECT 1");
    return connection;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** sun_path has 108 bytes, the last of them zero. */
function assertSocketFits(path: string): void {
  if (Buffer.byteLength(path) <= 107) return;
  throw new GateError("environment", {
    what: `The path of the server's socket is too long: ${path}`,
    why: "A socket's path has at most 107 characters.",
    remedy: "Set MYSQL_PERF_GATE_CACHE to a shorter folder.",
  });
}

function neverReady(name: string, limitMs: number, log: string, refusal: Error): GateError {
  return new GateError(
    "environment",
    {
      what: `The ${name} server was not ready within ${limitMs / 1000} s`,
      why: [`A client was told: ${refusal.message}`, lastLines(log, 5)].join("\n").trim(),
      remedy: "See in its last lines what it waits for; a larger machine or a smaller buffer pool may help.",
    },
    { cause: refusal },
  );
}

function cancelled(name: string): GateError {
  return new GateError("cancelled", {
    what: `Cancelled while the ${name} server started`,
    remedy: "Run it again.",
  });
}
