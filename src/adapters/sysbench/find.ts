import { delimiter, join } from "node:path";
import type { SysbenchProgram } from "../../ports.ts";
import { isExecutable } from "../executable.ts";

/** The machine's own sysbench, where there is one. */
export function installedSysbench(path = process.env.PATH ?? ""): SysbenchProgram | undefined {
  const program = path
    .split(delimiter)
    .map((folder) => join(folder, "sysbench"))
    .find(isExecutable);
  return program === undefined ? undefined : { program, args: [], env: {} };
}
