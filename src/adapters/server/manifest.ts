import { createHash } from "node:crypto";
import { constants, createReadStream } from "node:fs";
import { copyFile, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";

/** What a snapshot holds; written last, so that a folder without one is not whole. */
export type Manifest = {
  /** The rows' own checksum: equal in every snapshot of the same data set. */
  rows: string;
  files: { path: string; bytes: number; sha256: string }[];
  /** Empty ones too: each database and the redo log has its own. */
  folders: string[];
};

const name = "manifest.json";

export async function writeManifest(snapshot: string, rows: string): Promise<void> {
  const data = join(snapshot, "data");
  const entries = await readdir(data, { recursive: true, withFileTypes: true });
  const pathOf = (entry: (typeof entries)[number]) => relative(data, join(entry.parentPath, entry.name));
  const files = entries.filter((entry) => entry.isFile()).map(pathOf);
  const described = await inParallel(files, async (path) => {
    const { size: bytes } = await stat(join(data, path));
    return { path, bytes, sha256: await sha256(join(data, path)) };
  });
  const folders = entries.filter((entry) => entry.isDirectory()).map(pathOf);
  const manifest: Manifest = { rows, files: described, folders: folders.sort() };
  await writeFile(join(snapshot, name), JSON.stringify(manifest, null, 1));
}

/** The manifest of a snapshot whose files are as it says; undefined for one that is damaged. */
export async function checkedManifest(snapshot: string): Promise<Manifest | undefined> {
  try {
    const manifest: Manifest = JSON.parse(await readFile(join(snapshot, name), "utf8"));
    const sound = await inParallel(manifest.files, async ({ path, bytes, sha256: expected }) => {
      const file = join(snapshot, "data", path);
      return (await stat(file)).size === bytes && (await sha256(file)) === expected;
    });
    return sound.every(Boolean) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

/** By reflink where the file system can; else as a copy, the largest files first so that none is left to run alone. */
export async function copySnapshot(snapshot: string, manifest: Manifest, data: string): Promise<void> {
  await mkdir(data, { recursive: true });
  for (const folder of manifest.folders) await mkdir(join(data, folder), { recursive: true });
  const largestFirst = manifest.files.toSorted((a, b) => b.bytes - a.bytes);
  await inParallel(largestFirst, async ({ path }) => {
    await copyFile(join(snapshot, "data", path), join(data, path), constants.COPYFILE_FICLONE);
  });
}

async function sha256(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), hash);
  return hash.digest("hex");
}

async function inParallel<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length);
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker));
  return results;
}
