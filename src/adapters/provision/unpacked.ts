import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Program } from "../../ports.ts";

export type UnpackedProgram = { program: Program; binary: string; root: string; libraries: string[] };

/**
 * How to run a binary of an unpacked tree: through the tree's own loader and with its own libraries, because the
 * system's may be older. Undefined when the tree has no loader or no such binary.
 */
export function programIn(root: string, path: string): UnpackedProgram | undefined {
  const binary = join(root, path);
  const libraries = ["lib", "usr/lib"].flatMap((parent) => tripletFolders(join(root, parent)));
  const loader = libraries
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .find((file) => /\/ld-linux[^/]*\.so\.\d+$/.test(file));
  if (loader === undefined || !existsSync(binary)) return undefined;
  const args = ["--library-path", libraries.join(":"), binary];
  return { program: { program: loader, args, env: {} }, binary, root, libraries };
}

/** lib/x86_64-linux-gnu and the like: where Debian keeps libraries, one folder for each architecture. */
function tripletFolders(parent: string): string[] {
  if (!existsSync(parent)) return [];
  return readdirSync(parent)
    .filter((name) => /-linux-gnu/.test(name))
    .map((name) => join(parent, name));
}
