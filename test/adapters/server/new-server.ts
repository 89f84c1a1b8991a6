import { mkdir, writeFile } from "node:fs/promises";
import { myCnf } from "../../../src/adapters/server/configuration.ts";
import type { ArmFolder, Launcher } from "../../../src/adapters/server/launcher.ts";

/** A new system database in this folder, without any rows. */
export async function prepareFolder(launcher: Launcher, folder: ArmFolder): Promise<void> {
  await mkdir(folder.tmp, { recursive: true });
  const options = myCnf(launcher.build, { options: [] }, folder, launcher.options);
  await writeFile(folder.myCnf, options, { mode: 0o600 });
  await launcher.initialise(folder);
}
