import { mkdir, readdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { run } from "../process.ts";
import { printSources, type Source } from "./sources.ts";

export type Limits = { timeoutMs: number; signal?: AbortSignal };

/** An apt that reads the machine's mirrors and keys, and writes to a folder of its own alone. */
export type Apt = {
  /** The packages whose name starts so. */
  named(prefix: string): Promise<string[]>;
  /** Downloads the package with all it needs, verified as apt does, and unpacks them into `root`. */
  unpack(name: string, root: string): Promise<void>;
};

/** `folder` holds apt's lists and downloads and may be removed afterwards. */
export async function openApt(folder: string, sources: Source[], limits: Limits): Promise<Apt> {
  const archives = join(folder, "cache", "archives");
  await mkdir(join(folder, "lists", "partial"), { recursive: true });
  await mkdir(join(archives, "partial"), { recursive: true });
  await mkdir(join(folder, "sources"));
  await mkdir(join(folder, "parts"));
  await writeFile(join(folder, "sources", "machine.sources"), printSources(sources));
  // Nothing is installed, as far as this apt knows: so it brings every library, the loader's included.
  await writeFile(join(folder, "status"), "");
  const machine = await run({ program: "apt-config", args: ["dump"] }, limits);
  await writeFile(join(folder, "apt.conf"), configuration(machine.stdout, folder));
  const env = { LC_ALL: "C", DEBIAN_FRONTEND: "noninteractive", APT_CONFIG: join(folder, "apt.conf") };
  const apt = (program: string, ...args: string[]) => run({ program, args, env }, limits);

  await apt("apt-get", "--quiet", "update");
  return {
    async named(prefix) {
      const { stdout } = await apt("apt-cache", "pkgnames", prefix);
      return stdout.split("\n").filter((name) => name !== "");
    },
    async unpack(name, root) {
      const flags = ["--quiet", "--yes", "--no-install-recommends", "--download-only"];
      await apt("apt-get", ...flags, "install", name);
      const files = (await readdir(archives)).filter((file) => file.endsWith(".deb")).sort();
      await mkdir(root, { recursive: true });
      const queue = files.map((file) => join(archives, file));
      await Promise.all(
        Array.from({ length: availableParallelism() }, async () => {
          for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
            await run({ program: "dpkg-deb", args: ["--extract", next, root], env }, limits);
          }
        }),
      );
    },
  };
}

/** The machine's configuration (its proxies, its credentials), at work in another folder. */
export function configuration(machine: string, folder: string): string {
  const own = {
    "Dir::Etc::main": "/dev/null",
    "Dir::Etc::parts": join(folder, "parts"),
    "Dir::Etc::sourcelist": "/dev/null",
    "Dir::Etc::sourceparts": join(folder, "sources"),
    "Dir::Etc::preferences": "/dev/null",
    "Dir::Etc::preferencesparts": join(folder, "parts"),
    "Dir::State": folder,
    "Dir::State::lists": join(folder, "lists"),
    "Dir::State::status": join(folder, "status"),
    "Dir::Cache": join(folder, "cache"),
    // As root, apt would drop to a user that cannot write here.
    "APT::Sandbox::User": process.getuid?.() === 0 ? "root" : "",
    "APT::Update::Error-Mode": "any",
    "Acquire::Languages": "none",
    "Acquire::Retries": "2",
    // A mirror may lag behind its release file's date; the signature is checked all the same.
    "Acquire::Check-Valid-Until": "false",
    "Acquire::IndexTargets::deb::DEP-11::DefaultEnabled": "false",
    "Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled": "false",
  };
  // The system's hooks tend its own cache and notify its own services.
  const kept = machine.split("\n").filter((line) => !/^[^"]*-Invoke/.test(line));
  return [...kept, ...Object.entries(own).map(([name, value]) => `${name} "${value}";`), ""].join("\n");
}
