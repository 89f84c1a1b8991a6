import { fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Server } from "../../src/ports.ts";

/**
 * Stops a server's process for an exact share of the time, in short regular bursts, by a process of its own that
 * does nothing else. Resolves with what undoes it.
 */
export async function slowDown(server: Server, share: number): Promise<() => Promise<void>> {
  const [row] = await server.query("SELECT @@pid_file AS file");
  const pid = readFileSync(String(row?.file), "utf8").trim();
  const program = fileURLToPath(new URL("bursts.mjs", import.meta.url));
  const child = fork(program, [pid, String(share)], {
    execArgv: [],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  return () =>
    new Promise((resolve) => {
      child.once("exit", () => resolve());
      child.send("end");
    });
}
