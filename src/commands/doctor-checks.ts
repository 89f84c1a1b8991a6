import { existsSync } from "node:fs";
import { join } from "node:path";
import { cpusOf } from "../adapters/affinity.ts";
import { cacheFolder } from "../adapters/cache.ts";
import { freeBytes, machine, versionOf } from "../adapters/machine.ts";
import { installedServers } from "../adapters/server/find-mysqld.ts";

/** `missing`: nothing can be measured without it, unless another check of the same `need` is met. */
export type Check = {
  name: string;
  need: "server" | "sysbench" | "lanes" | "room";
  state: "found" | "missing" | "poor";
  found: string;
  /** The line that mends it. */
  mend?: string;
};

const gibibyte = 1024 ** 3;

/** Everything that is looked at, in the order in which it is shown. */
export async function checkMachine(env: NodeJS.ProcessEnv = process.env): Promise<Check[]> {
  const cache = cacheFolder(env);
  return [
    ...(await Promise.all([
      docker(),
      installed(env),
      provisioned(cache, "server", "mysql"),
      sysbench(cache),
    ])),
    cpus(),
    await pinning(),
    memory(),
    await disk(cache),
    openFiles(),
    asyncRequests(),
    socketPath(cache),
  ];
}

/** What must be there, and is not: each need is met by one check that found something. */
export function unmet(checks: readonly Check[]): Check["need"][] {
  const needs = ["server", "sysbench"] as const;
  return needs.filter((need) => !checks.some((check) => check.need === need && check.state !== "missing"));
}

async function docker(): Promise<Check> {
  const name = "Docker";
  const client = await versionOf("docker", "--version");
  if (client === undefined) {
    return missing(
      name,
      "server",
      "not installed",
      "https://docs.docker.com/engine/install/, or use a local server",
    );
  }
  const server = await versionOf("docker", "version", "--format", "{{.Server.Version}}");
  if (server !== undefined) return found(name, "server", `Engine ${server}`);
  return missing(
    name,
    "server",
    `${client}, but no daemon answers`,
    "sudo systemctl start docker, or add yourself to the group docker",
  );
}

async function installed(env: NodeJS.ProcessEnv): Promise<Check> {
  const name = "mysqld, installed";
  const [binary] = installedServers(env);
  if (binary === undefined)
    return missing(name, "server", "none on PATH or in the usual places", "mysql-perf-gate provision");
  const version = await versionOf(binary, "--no-defaults", "--version");
  return found(name, "server", version ?? `${binary}, whose version cannot be read`);
}

async function provisioned(cache: string, need: Check["need"], program: string): Promise<Check> {
  const name = `${program === "sysbench" ? "sysbench" : "mysqld"}, provisioned`;
  const folder = join(cache, "programs", program);
  if (existsSync(folder)) return found(name, need, folder);
  return missing(name, need, "not yet", `mysql-perf-gate provision ${program}`);
}

async function sysbench(cache: string): Promise<Check> {
  const version = await versionOf("sysbench", "--version");
  if (version !== undefined) return found("sysbench", "sysbench", version);
  return provisioned(cache, "sysbench", "sysbench");
}

function cpus(): Check {
  const count = cpusOf("self").length;
  const width = Math.floor(count / 2);
  if (width > 0) return found("CPUs", "lanes", `${count}, two lanes of ${width}`);
  return poor(
    "CPUs",
    "lanes",
    "1, no two lanes",
    "use a machine with two CPUs or more; the method falls back to interleaved",
  );
}

async function pinning(): Promise<Check> {
  const version = await versionOf("taskset", "--version");
  if (version !== undefined) return found("Pinning", "lanes", version);
  return poor("Pinning", "lanes", "taskset is missing", "sudo apt-get install util-linux");
}

function memory(): Check {
  const bytes = machine().availableMemoryBytes;
  const text = `${(bytes / gibibyte).toFixed(1)} GiB available`;
  if (bytes >= 2 * gibibyte) return found("Memory", "room", text);
  return poor(
    "Memory",
    "room",
    text,
    "two servers need about 1 GiB each with the Performance Schema on: free some, or lower innodb_buffer_pool_size",
  );
}

async function disk(cache: string): Promise<Check> {
  const bytes = await freeBytes(cache);
  const text = `${(bytes / gibibyte).toFixed(1)} GiB free for ${cache}`;
  if (bytes >= 3 * gibibyte) return found("Disk", "room", text);
  return poor("Disk", "room", text, "set MYSQL_PERF_GATE_CACHE to a folder on a larger disk");
}

function openFiles(): Check {
  const limit = machine().openFiles;
  const text = Number.isFinite(limit) ? `${limit}` : "no limit";
  if (limit >= 4096) return found("Open files", "room", text);
  return poor("Open files", "room", text, "ulimit -n 65536 (else max_connections is clipped)");
}

function asyncRequests(): Check {
  const left = machine().asyncRequests;
  if (left === undefined || left >= 20_000)
    return found("Asynchronous I/O", "room", `${left ?? "no limit"} requests left`);
  return poor("Asynchronous I/O", "room", `${left} requests left`, "sudo sysctl fs.aio-max-nr=1048576");
}

function socketPath(cache: string): Check {
  const length = Buffer.byteLength(join(cache, "snapshots", "0".repeat(16), ".draft-00000000", "s.sock"));
  const text = `${length} of at most 107 characters`;
  if (length <= 107) return found("Socket path", "room", text);
  return poor("Socket path", "room", text, "set MYSQL_PERF_GATE_CACHE to a shorter folder");
}

type Made = (name: string, need: Check["need"], found: string, mend: string) => Check;

const missing: Made = (name, need, text, mend) => ({ name, need, state: "missing", found: text, mend });
const poor: Made = (name, need, text, mend) => ({ name, need, state: "poor", found: text, mend });

function found(name: string, need: Check["need"], text: string): Check {
  return { name, need, state: "found", found: text };
}
