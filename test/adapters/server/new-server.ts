import { mkdir, writeFile } from "node:fs/promises";
import { myCnf } from "../../../src/adapters/server/configuration.ts";
import type { ArmFolder, Launcher } from "../../../src/adapters/server/launcher.ts";
import { scenario } from "./scenario.ts";

/** Starts fast and copies fast. */
export const small = scenario("small", {
  options: { innodb_buffer_pool_size: "32M", innodb_redo_log_capacity: "8M", performance_schema: "OFF" },
});

/** A new system database in this folder, without any rows. */
export async function prepareFolder(launcher: Launcher, folder: ArmFolder): Promise<void> {
  await mkdir(folder.tmp, { recursive: true });
  await writeFile(folder.myCnf, myCnf(launcher.build, small, folder, launcher.options), { mode: 0o600 });
  await launcher.initialise(folder);
}
