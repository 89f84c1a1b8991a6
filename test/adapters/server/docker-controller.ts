/**
 * A controller in a process of its own, to be killed or to be another user: starts one server in a container, prints
 * `ready`, and goes on until it is ended. With `--once` it stops the server itself.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { dockerLauncher } from "../../../src/adapters/server/docker.ts";
import { armFolder } from "../../../src/adapters/server/launcher.ts";
import { beginRun } from "../../../src/adapters/server/run.ts";
import { startServer } from "../../../src/adapters/server/start.ts";
import { silentLog } from "./machine.ts";
import { prepareFolder, small } from "./new-server.ts";

const [image = "", id = "", cache = "", once] = process.argv.slice(2);
const run = await beginRun({ id, cache });
const launcher = await dockerLauncher({ image, run, log: silentLog(), memoryBytes: 1 << 30 });
const folder = armFolder(join(run.folder, "base"));
await mkdir(folder.path);
await prepareFolder(launcher, folder);
const server = await startServer({ launcher, name: "base", folder, scenario: small, user: "root" });
console.log("ready");
if (once === undefined) setInterval(() => {}, 60_000);
else {
  await server.stop("keep");
  await run.end();
}
