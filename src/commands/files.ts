import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { workingTree } from "../adapters/working-tree.ts";
import type { Origin } from "../core/config/yaml/document.ts";
import { GateError } from "../core/error.ts";

/** The scenarios and workloads that come with this tool; both src/ and dist/ stand beside them. */
export function builtInFiles(): Origin {
  return { tree: workingTree(builtInFolder()), prefix: "built-in:" };
}

/** A table of published figures that comes with this tool. */
export function referenceFile(name: string): string {
  return readFileSync(join(builtInFolder(), "../reference", name), "utf8");
}

export function builtInFolder(): string {
  const beside = fileURLToPath(new URL(".", import.meta.url));
  const root = nearest(beside, "scenarios");
  if (root === undefined) {
    throw new GateError("environment", {
      what: "The built-in scenarios are missing",
      why: `There is no folder \`scenarios\` above ${beside}.`,
      remedy: "Use a whole checkout of mysql-perf-gate, not dist/ alone.",
    });
  }
  return join(root, "scenarios");
}

/** The repository that a folder belongs to; outside of one, the folder itself. */
export function repositoryRoot(folder: string): string {
  return nearest(folder, ".git") ?? folder;
}

/** A file named on the command line: the repository that it is in, and its path there. */
export function locate(cwd: string, named: string): { root: string; path: string } {
  const file = resolve(cwd, named);
  // Named by hand, a file elsewhere is meant, and is read within its own repository.
  const root = repositoryRoot(isBelow(cwd, file) ? cwd : dirname(file));
  return { root, path: relative(realpathSync.native(root), real(file)) };
}

/** The path as the repository sees it: with its folder's links followed, but not its own, which may lead out. */
function real(file: string): string {
  const folder = dirname(file);
  return existsSync(folder) ? join(realpathSync.native(folder), file.slice(folder.length)) : file;
}

function isBelow(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== ".." && !way.startsWith(`..${sep}`);
}

function nearest(folder: string, entry: string): string | undefined {
  for (let here = folder; ; here = dirname(here)) {
    if (existsSync(join(here, entry))) return here;
    if (here === dirname(here)) return undefined;
  }
}
