import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Ending } from "../../../src/adapters/sysbench/ending.ts";
import { readOutput } from "../../../src/adapters/sysbench/output.ts";

const folder = "test/fixtures/sysbench";

/** What scripts/record-sysbench.ts has recorded of the real sysbench. */
export const recordings = readdirSync(folder)
  .filter((file) => file.endsWith(".txt"))
  .map((file) => basename(file, ".txt"));

export function recorded(name: string): Ending & { stdout: string } {
  const text = readFileSync(join(folder, `${name}.txt`), "utf8");
  const [, printed = "", ended = ""] = /^(.*)=== ended (\S+)\n$/s.exec(text) ?? [];
  const [stdout = "", stderr = ""] = printed.split("=== stderr\n");
  const exit = ended.startsWith("SIG")
    ? { code: null, signal: ended as NodeJS.Signals }
    : { code: Number(ended), signal: null };
  return { exit, stdout, stderr, output: readOutput(stdout) };
}
