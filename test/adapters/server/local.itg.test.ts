import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cpusOf } from "../../../src/adapters/affinity.ts";
import { cacheFolder } from "../../../src/adapters/cache.ts";
import { markedProcesses } from "../../../src/adapters/process.ts";
import {
  provisionMariadb,
  provisionMysqld,
  provisionSysbench,
} from "../../../src/adapters/provision/provision.ts";
import { localLauncher } from "../../../src/adapters/server/local-mysqld.ts";
import { ownServers } from "../../../src/adapters/server/provider.ts";
import { beginRun } from "../../../src/adapters/server/run.ts";
import type { ServerProgram } from "../../../src/ports.ts";
import { describeServers, type Subject } from "./contract.ts";
import { mysql56, silentLog } from "./machine.ts";

async function local(program: ServerProgram): Promise<Subject> {
  const cache = cacheFolder();
  const run = await beginRun({ cache });
  const launcher = await localLauncher(program, run.owner);
  const { program: sysbench } = await provisionSysbench();
  const provider = ownServers({ launcher, sysbench, run, cache, log: silentLog() });
  const pidOf = (arm: string) => Number(readFileSync(join(run.folder, arm, "s.sock.pid"), "utf8"));
  return {
    provider,
    cpusOf: async (arm) => readdirSync(`/proc/${pidOf(arm)}/task`).map((thread) => cpusOf(Number(thread))),
    kill: async (arm) => void process.kill(pidOf(arm), "SIGKILL"),
    leftovers: async () => [
      ...markedProcesses(run.id).map(String),
      ...(existsSync(run.folder) ? [run.folder] : []),
    ],
    async end() {
      await provider.close();
      await run.end();
    },
  };
}

describeServers("local MySQL, provisioned", async () => local((await provisionMysqld()).program));
describeServers("local MariaDB, provisioned", async () => local((await provisionMariadb()).program));
describeServers("local MySQL 5.6", async () => local(await mysql56()));
