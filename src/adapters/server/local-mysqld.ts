import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ServerProgram } from "../../ports.ts";
import { pinProcess } from "../affinity.ts";
import { attempt, type Command, type Owner, run } from "../process.ts";
import { diagnose } from "./diagnosis.ts";
import { readLog } from "./error-log.ts";
import { bootstrapFiles, type Options, parseBuild } from "./flavour.ts";
import type { Launcher } from "./launcher.ts";
import { localProcess } from "./local-process.ts";

/** Runs a server's binary as this user, out of a private folder. `owner` ends what is left. */
export async function localLauncher(
  program: ServerProgram,
  owner: Owner,
  signal?: AbortSignal,
): Promise<Launcher> {
  const limits = { timeoutMs: 60_000, ...(signal && { signal }) };
  const command = (...args: string[]): Command => ({ ...program, args: [...program.args, ...args] });
  const { stdout } = await run(command("--no-defaults", "--version"), limits);
  const build = { ...parseBuild(stdout), digest: await digestOf(program.binary) };
  const messages = messagesFolder(program);
  const options: Options = {
    ...(program.basedir !== undefined && { basedir: program.basedir }),
    ...(messages !== undefined && { lc_messages_dir: messages }),
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
      const input = files && bootstrapSql(files, messages ?? join(program.basedir ?? "/usr", "share/mysql"));
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
      const child = owner.spawn(command(`--defaults-file=${folder.myCnf}`));
      // Before its threads are many; those it has yet to start inherit the lane.
      if (cpus !== undefined) await pinProcess(child.pid, cpus);
      return localProcess(child);
    },
  };
}

/** Where a binary that was moved finds its messages; an installed one knows by itself. */
function messagesFolder({ basedir }: ServerProgram): string | undefined {
  if (basedir === undefined) return undefined;
  return ["share/mysql", "share"]
    .map((name) => join(basedir, name))
    .find((folder) => existsSync(join(folder, "english")));
}

function bootstrapSql(files: string[], folder: string): string {
  const scripts = files.map((file) => readFileSync(join(folder, file), "utf8"));
  return [
    "CREATE DATABASE IF NOT EXISTS mysql;",
    "USE mysql;",
    "SET @auth_root_socket=NULL;",
    ...scripts,
    "",
  ].join("\n");
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
