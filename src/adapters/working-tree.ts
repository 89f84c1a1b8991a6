import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { relative, resolve, sep } from "node:path";
import type { SourceList, SourceProblem, SourceText, SourceTree } from "../core/config/source-tree.ts";

const maxBytes = 1024 * 1024;

/** The files below a folder; symbolic links are followed only while they stay below it. */
export function workingTree(root: string): SourceTree {
  return {
    async read(path): Promise<SourceText> {
      const found = await inside(root, path);
      if (!found.ok) return found;
      const facts = await stat(found.path);
      if (!facts.isFile()) return no("not-a-file");
      if (facts.size > maxBytes) return no("too-large");
      return decoded(await readFile(found.path));
    },
    async list(folder): Promise<SourceList> {
      const found = await inside(root, folder);
      if (!found.ok) return found;
      if (!(await stat(found.path)).isDirectory()) return no("not-a-file");
      return { ok: true, names: (await readdir(found.path)).sort() };
    },
  };
}

async function inside(root: string, path: string) {
  try {
    // A link in the root itself (a checkout under /tmp on a Mac) is not an escape from it.
    const base = await realpath(root);
    const wanted = resolve(base, path);
    if (!isBelow(base, wanted)) return no("outside");
    const real = await realpath(wanted);
    return isBelow(base, real) ? { ok: true as const, path: real } : no("outside");
  } catch {
    return no("absent");
  }
}

function isBelow(base: string, path: string): boolean {
  const way = relative(base, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(base, way) === path;
}

function decoded(bytes: Buffer): SourceText {
  try {
    // ignoreBOM: a byte-order mark is kept, because mysqld stumbles over it and the reader is to be told.
    return { ok: true, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return no("not-text");
  }
}

const no = (problem: SourceProblem) => ({ ok: false as const, problem });
