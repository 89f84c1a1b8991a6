import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * How many CPUs' worth of time this process's cgroups grant: the smallest limit from its own group up to the mount.
 * https://docs.kernel.org/admin-guide/cgroup-v2.html (cpu.max) and cgroup-v1 (cpu.cfs_quota_us).
 */
export function cpuQuota(root = "/"): number | undefined {
  const groups = readLines(join(root, "proc/self/cgroup")).map(parseGroup);
  const limits = readLines(join(root, "proc/self/mountinfo")).flatMap((line) => {
    const mount = parseMount(line);
    const group = groups.find(({ controllers }) =>
      mount?.version === 2 ? controllers === "" : controllers.split(",").includes("cpu"),
    );
    if (mount === undefined || group === undefined) return [];
    return folders(mount, group.path).map((folder) => limitOf(mount.version, join(root, folder)));
  });
  const known = limits.filter((limit) => limit !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

type Mount = { version: 1 | 2 /** The group that the mount point shows. */; root: string; point: string };

/** `9:cpu,cpuacct:/docker/…`, and `0::/…` for the unified hierarchy. */
function parseGroup(line: string): { controllers: string; path: string } {
  const [, controllers = "-", ...path] = line.split(":");
  return { controllers, path: path.join(":") };
}

/** `31 23 0:27 ROOT POINT options … - cgroup cgroup rw,cpu,cpuacct` */
function parseMount(line: string): Mount | undefined {
  const [left = "", right = ""] = line.split(" - ");
  const [, , , root = "/", point = ""] = left.split(" ");
  const [type, , options = ""] = right.split(" ");
  if (type === "cgroup2") return { version: 2, root, point };
  return type === "cgroup" && options.split(",").includes("cpu") ? { version: 1, root, point } : undefined;
}

/** The process's own group and all above it, as far as they can be seen. */
function folders({ root, point }: Mount, path: string): string[] {
  // A container may see its group by the host's path while its own group is mounted as the root.
  const inside = root !== "/" && path.startsWith(root) ? path.slice(root.length) : path;
  const found: string[] = [];
  for (let folder = join("/", inside); ; folder = dirname(folder)) {
    found.push(join(point, folder));
    if (folder === "/") return found;
  }
}

function limitOf(version: 1 | 2, folder: string): number | undefined {
  const [quota, period] =
    version === 2
      ? readWords(join(folder, "cpu.max"))
      : [...readWords(join(folder, "cpu.cfs_quota_us")), ...readWords(join(folder, "cpu.cfs_period_us"))];
  const limit = Number(quota) / Number(period);
  // Without a limit, version 2 says `max` and version 1 says -1.
  return limit > 0 ? limit : undefined;
}

function readWords(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trim().split(/\s+/) : [];
}

function readLines(file: string): string[] {
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
}
