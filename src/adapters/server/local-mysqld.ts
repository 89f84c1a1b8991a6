import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { GateError } from "../../core/error.ts";
import type { ServerProgram } from "../../ports.ts";
import { attempt, type Command, run as runCommand } from "../process.ts";
import { diagnose } from "./diagnosis.ts";
import { readLog } from "./error-log.ts";
import { bootstrapFiles, type Options, parseBuild } from "./flavour.ts";
import type { Launcher } from "./launcher.ts";
import { localProcess } from "./local-process.ts";
import type { Run } from "./run.ts";

/** Runs a server's binary as this user, out of the run's folder. */
export async function localLauncher(program: ServerProgram, run: Run): Promise<Launcher> {
  const limits = { timeoutMs: 180_000, mark: run.id, ...(run.signal && { signal: run.signal }) };
  const command = (...args: string[]): Command => ({ ...program, args: [...program.args, ...args] });
  const { stdout } = await runCommand(command("--no-defaults", "--version"), limits);
  const build = { ...parseBuild(stdout), digest: await digestOf(program.binary) };
  const messages = messagesFolder(program.basedir ?? "/usr");
  const options: Options = {
    ...(program.basedir !== undefined && { basedir: program.basedir, lc_messages_dir: messages }),
    ...(process.getuid?.() === 0 && { user: "root" }),
  };
  return {
    kind: "local",
    options,
    build,
    async initialise(folder) {
      await mkdir(folder.data, { recursive: true });
      const files = bootstrapFiles(build);
      const action = files === undefined ? "--initialize-insecure" : "--bootstrap";
      const input = files && bootstrapSql(files, messages);
      const ended = await attempt(
        { ...command(`--defaults-file=${folder.myCnf}`, action), ...(input && { input }) },
        limits,
      );
      if (ended.code === 0) return;
      const log = `${await readLog(folder.errorLog)}${ended.stdout}${ended.stderr}`;
      throw diagnose("The server could not initialise a data directory", log, {
        ...ended,
        outOfMemory: false,
      });
    },
    async compiledDefaults() {
      const help = await attempt(command("--no-defaults", "--verbose", "--help"), limits);
      return parseHelp(help.stdout);
    },
    async launch(folder, cpus) {
      const server = localProcess(run.owner.spawn(command(`--defaults-file=${folder.myCnf}`)));
      try {
        // Before its threads are many; those it has yet to start inherit the lane.
        if (cpus !== undefined) await server.pin(cpus);
        return server;
      } catch (error) {
        await server.kill();
        throw error;
      }
    },
  };
}

/** Where the server's messages and scripts are: an old or a moved one does not find them by itself. */
function messagesFolder(basedir: string): string {
  const folders = ["share/mysql", "share/mariadb", "share"].map((name) => join(basedir, name));
  return folders.find((folder) => existsSync(join(folder, "english"))) ?? join(basedir, "share");
}

function bootstrapSql(files: string[], folder: string): string {
  const scripts = files.map((file) => {
    // MariaDB has renamed its own since.
    const names = [file, file.replace(/^mysql/, "mariadb")];
    const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
    if (found === undefined) throw noScript(file, folder);
    return readFileSync(found, "utf8");
  });
  return [
    "CREATE DATABASE IF NOT EXISTS mysql;",
    "USE mysql;",
    "SET @auth_root_socket=NULL;",
    ...scripts,
    "",
  ].join("\n");
}

function noScript(file: string, folder: string): GateError {
  return new GateError("environment", {
    what: `The server cannot be initialised without its script ${file}`,
    why: `There is no such file in ${folder}.`,
    remedy: "Install the server's package in full, or use another server: `mysql-perf-gate provision`.",
  });
}

async function digestOf(binary: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(binary), hash);
  return hash.digest("hex");
}

/** The table at the end of `--verbose --help`. */
export function parseHelp(help: string): Record<string, string> {
  const [, table = ""] = help.split(/^-{10,} -{10,}$/m);
  const rows = table.split("\n\n")[0]?.split("\n") ?? [];
  return Object.fromEntries(
    rows.flatMap((row) => {
      const [, name, value] = /^(\S+)\s+(.*)$/.exec(row) ?? [];
      return name === undefined || value === undefined ? [] : [[name.replaceAll("-", "_"), value.trim()]];
    }),
  );
}
