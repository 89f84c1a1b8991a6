import { existsSync, readdirSync } from "node:fs";
import { afterAll, beforeAll } from "vitest";
import { cpusOf } from "../../../src/adapters/affinity.ts";
import { cacheFolder } from "../../../src/adapters/cache.ts";
import { markedProcesses } from "../../../src/adapters/marks.ts";
import { provisionSysbench } from "../../../src/adapters/provision/provision.ts";
import { dockerLauncher } from "../../../src/adapters/server/docker.ts";
import { docker } from "../../../src/adapters/server/docker-command.ts";
import { ownServers } from "../../../src/adapters/server/provider.ts";
import { beginRun } from "../../../src/adapters/server/run.ts";
import { type DockerEngine, dockerEngine } from "../../docker-engine.ts";
import { serverImage } from "../../images/server-image.ts";
import { describeServers, type Subject } from "./contract.ts";
import { silentLog } from "./machine.ts";

let engine: DockerEngine;
beforeAll(async () => {
  engine = await dockerEngine();
});
afterAll(() => engine.stop());

async function inDocker(kind: "mysql" | "mariadb"): Promise<Subject> {
  const image = await serverImage(kind);
  const before = Object.values(await engine.state()).flat();
  const cache = cacheFolder();
  const run = await beginRun({ cache });
  const launcher = await dockerLauncher({ image, run, log: silentLog() });
  const { program: sysbench } = await provisionSysbench();
  const provider = ownServers({ launcher, sysbench, run, cache, log: silentLog() });
  const container = (arm: string) =>
    docker(image, ["ps", "--quiet", "--filter", `name=mysql-perf-gate-${run.id}-${arm}-`]);
  return {
    provider,
    async cpusOf(arm) {
      const pid = await docker(image, ["inspect", "--format", "{{.State.Pid}}", await container(arm)]);
      return readdirSync(`/proc/${pid}/task`).map((thread) => cpusOf(Number(thread)));
    },
    kill: async (arm) => void (await docker(image, ["kill", await container(arm)])),
    async leftovers() {
      const after = await engine.state();
      return [
        ...markedProcesses(run.id).map(String),
        ...(existsSync(run.folder) ? [run.folder] : []),
        ...Object.values(after)
          .flat()
          .filter((one) => !before.includes(one)),
      ];
    },
    async end() {
      await provider.close();
      await run.end();
    },
  };
}

describeServers("MySQL in Docker", () => inDocker("mysql"));
describeServers("MariaDB in Docker", () => inDocker("mariadb"));
