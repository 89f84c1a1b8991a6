import { normalize } from "node:path/posix";
import type { SourceTree } from "../../../src/core/config/source-tree.ts";

/** A tree of files given by path and text. */
export function memoryTree(files: Record<string, string>): SourceTree {
  return {
    async read(path) {
      const name = normalize(path);
      if (name.startsWith("..") || name.startsWith("/")) return { ok: false, problem: "outside" };
      const text = files[name];
      return text === undefined ? { ok: false, problem: "absent" } : { ok: true, text };
    },
    async list(folder) {
      const inside = Object.keys(files).filter((path) => path.startsWith(`${folder}/`));
      const names = inside.map((path) => path.slice(folder.length + 1)).filter((name) => !name.includes("/"));
      return names.length > 0 ? { ok: true, names } : { ok: false, problem: "absent" };
    },
  };
}
