import { constants, existsSync, readFileSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, delimiter, dirname, join } from "node:path";
import { GateError } from "../../core/error.ts";
import type { ServerProgram } from "../../ports.ts";
import { builtOnce, cacheFolder } from "../cache.ts";
import { isExecutable } from "../executable.ts";

const names = ["mysqld", "mariadbd"];
const usualFolders = [
  "/usr/sbin",
  "/usr/local/sbin",
  "/usr/local/mysql/bin",
  "/usr/libexec",
  "/opt/mysql/bin",
];

/** The servers that are installed here, in the order of PATH and then of the usual folders. */
export function installedServers(env: NodeJS.ProcessEnv = process.env): string[] {
  const folders = [...(env.PATH ?? "").split(delimiter).filter((folder) => folder !== ""), ...usualFolders];
  const files = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return [...new Set(files)].filter(isExecutable);
}

/** A server that was named by its path, or the first that is installed; undefined when there is none. */
export async function installedServer(
  path?: string,
  cache = cacheFolder(),
): Promise<ServerProgram | undefined> {
  if (path !== undefined && !isExecutable(path)) throw notExecutable(path);
  const binary = path ?? installedServers()[0];
  return binary === undefined ? undefined : unconfined(binary, cache);
}

type AppArmor = { enabled: string; profiles: string };

const appArmor: AppArmor = {
  enabled: "/sys/module/apparmor/parameters/enabled",
  profiles: "/etc/apparmor.d",
};

/** AppArmor confines an installed server to its own folders by its path; a copy at another path may use ours. */
export async function unconfined(binary: string, cache: string, system = appArmor): Promise<ServerProgram> {
  const plain = { program: binary, args: [], env: {}, binary };
  if (!isConfined(binary, system)) return plain;
  const folder = join(cache, "programs", `unconfined-${binary.slice(1).replaceAll("/", "-")}`);
  const copy = join(folder, basename(binary));
  await builtOnce(folder, { waitMs: 60_000 }, (draft) =>
    copyFile(binary, join(draft, basename(binary)), constants.COPYFILE_FICLONE),
  );
  // From its new place it would look for its messages and plugins in vain.
  return { ...plain, program: copy, binary: copy, basedir: dirname(dirname(binary)) };
}

/** A profile's file is named after the program's path, with dots. */
function isConfined(binary: string, { enabled, profiles }: AppArmor): boolean {
  const isOn = existsSync(enabled) && readFileSync(enabled, "utf8").startsWith("Y");
  return isOn && existsSync(join(profiles, binary.slice(1).replaceAll("/", ".")));
}

function notExecutable(path: string): GateError {
  return new GateError("input", {
    what: `${path} is no server that can be run`,
    why: existsSync(path) ? "This user may not execute it." : "There is no such file.",
    remedy: "Give the path of a mysqld or mariadbd, such as `local:/usr/sbin/mysqld`.",
  });
}
