import { readFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { basename } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../../ports.ts";
import { run as runCommand } from "../process.ts";
import { diagnose } from "./diagnosis.ts";
import { type Container, runArguments } from "./docker-arguments.ts";
import { docker } from "./docker-command.ts";
import { launchContainer } from "./docker-container.ts";
import { cancelled, rootlessEngine } from "./docker-errors.ts";
import { obtainImage } from "./docker-image.ts";
import { readLog } from "./error-log.ts";
import { parseBuild } from "./flavour.ts";
import type { ArmFolder, Launched, Launcher } from "./launcher.ts";
import { parseHelp } from "./local-mysqld.ts";
import { connect } from "./mysql.ts";
import type { Run } from "./run.ts";
import { socketEndpoint } from "./start.ts";

export type DockerOptions = {
  image: string;
  run: Run;
  log: Log;
  /** Of each server. */
  memoryBytes?: number;
};

/** Both arms and their clients share the machine. */
const share = 0.4;

/**
 * Runs an image of the official family, mysql, percona or mariadb, on folders of this machine. It is the image's
 * entrypoint that makes the system database, by the environment variables that the family documents; from then on
 * its server is started directly, since all that the entrypoint could add is time.
 */
export async function dockerLauncher(options: DockerOptions): Promise<Launcher> {
  const { run, log, memoryBytes = Math.floor(totalmem() * share) } = options;
  await assertEngine();
  const image = await obtainImage(options.image, run, log);
  let count = 0;
  const container = (label: string, more: Pick<Container, "command"> & Partial<Container>): Container => ({
    name: `mysql-perf-gate-${run.id}-${label.replace(/[^\w.-]/g, "_")}-${++count}`,
    run: run.id,
    image: image.id,
    user: serverUser(),
    memoryBytes,
    ...more,
  });
  const say = (...command: string[]) => {
    const asked = container("program", { entrypoint: image.server, command });
    const signal = run.signal && { signal: run.signal };
    return docker(image.name, runArguments(asked, "attached"), { mark: run.id, ...signal });
  };
  const start = async (folder: ArmFolder, more: Parameters<typeof container>[1]): Promise<Launched> => {
    await giveAway(folder);
    const mounted = container(basename(folder.path), { folder: folder.path, ...more });
    return launchContainer(mounted, image.name, run);
  };
  const build = {
    ...parseBuild(await say("--no-defaults", "--version")),
    digest: image.id,
    image: { name: image.name, digest: image.digest ?? image.id },
  };
  return {
    kind: "docker",
    options: {},
    build,
    async initialise(folder) {
      const command = [image.server, `--defaults-file=${folder.myCnf}`];
      const launched = await start(folder, { command, environment: firstStart });
      try {
        await finalServer(image.name, folder, launched, run);
        await launched.stop(60_000);
      } finally {
        await launched.kill();
      }
    },
    async compiledDefaults() {
      return parseHelp(await say("--no-defaults", "--verbose", "--help"));
    },
    async launch(folder, cpus) {
      const command = [`--defaults-file=${folder.myCnf}`];
      return start(folder, { command, entrypoint: image.server, ...(cpus && { cpus }) });
    },
  };
}

/**
 * In the words of each family: a root without a password, who comes by the socket alone; no time zones, which take
 * seconds to load; no calls home.
 */
const firstStart = {
  MYSQL_ALLOW_EMPTY_PASSWORD: "1",
  MYSQL_ROOT_HOST: "localhost",
  MYSQL_INITDB_SKIP_TZINFO: "1",
  MARIADB_ALLOW_EMPTY_ROOT_PASSWORD: "1",
  MARIADB_ROOT_HOST: "localhost",
  MARIADB_INITDB_SKIP_TZINFO: "1",
  PERCONA_TELEMETRY_DISABLE: "1",
};

/**
 * Who the server is in the container: this user, so that its files need no one else to be removed. A server refuses
 * to be root; root takes the number that the official images have for their `mysql`.
 */
function serverUser(): string {
  const [user = 0, group = 0] = [process.getuid?.(), process.getgid?.()];
  return user === 0 ? "999:999" : `${user}:${group}`;
}

/** The folder is written by this user and read by the server's. */
async function giveAway(folder: ArmFolder): Promise<void> {
  if (process.getuid?.() !== 0) return;
  await runCommand(
    { program: "chown", args: ["--recursive", serverUser(), folder.path] },
    { timeoutMs: 60_000 },
  );
}

/**
 * Waits until the entrypoint has done its work and become the server. Before that, it runs a temporary server on the
 * same socket, which answers as well; but only the final one is the container's first process.
 */
async function finalServer(
  image: string,
  folder: ArmFolder,
  launched: Launched,
  { signal }: Run,
): Promise<void> {
  const deadline = performance.now() + 180_000;
  const happened = `The image ${image} could not initialise a data directory`;
  for (;;) {
    const ending = await Promise.race([launched.ended, delay(50)]);
    if (signal?.aborted === true) throw cancelled(image);
    const log = await readLog(folder.errorLog);
    if (ending !== undefined) throw diagnose(happened, `${log}\n${launched.output()}`, ending);
    if ((await processNumber(folder)) === "1") return;
    if (performance.now() > deadline) throw diagnose(`${happened} within three minutes`, log);
  }
}

/** As the server that answers has written it down. */
async function processNumber(folder: ArmFolder): Promise<string | undefined> {
  try {
    const connection = await connect(socketEndpoint(folder.socket, "root"), 1_000);
    const [row] = await connection.query("SELECT @@pid_file AS file");
    connection.close();
    return (await readFile(row?.file ?? "", "utf8")).trim();
  } catch {
    return undefined;
  }
}

/** Answers, and runs containers as the user that it is asked for. */
async function assertEngine(): Promise<void> {
  await docker("a server", ["version", "--format", "{{.Server.Version}}"]);
  const security = await docker("a server", ["info", "--format", "{{json .SecurityOptions}}"]);
  if (/name=(?:rootless|userns)/.test(security)) throw rootlessEngine();
}
