import { normalize } from "node:path/posix";
import type { Origin } from "../../../src/core/config/document.ts";

/** Files of a test, by path. */
export function memoryTree(files: Record<string, string>): Origin {
  return {
    prefix: "",
    tree: {
      async read(path) {
        const name = normalize(path);
        if (name.startsWith("..") || name.startsWith("/")) return { ok: false, problem: "outside" };
        const text = files[name];
        return text === undefined ? { ok: false, problem: "absent" } : { ok: true, text };
      },
      async list(folder) {
        const names = Object.keys(files).filter((name) => name.startsWith(`${normalize(folder)}/`));
        return { ok: true, names: names.map((name) => name.slice(normalize(folder).length + 1)).sort() };
      },
    },
  };
}
