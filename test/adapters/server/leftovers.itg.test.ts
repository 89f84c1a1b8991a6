import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { cacheFolder } from "../../../src/adapters/cache.ts";
import { markedProcesses } from "../../../src/adapters/marks.ts";
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { sweepDeadRuns, sweepRun } from "../../../src/adapters/server/run.ts";
import { order, serversOfEachTest } from "./local-subject.ts";
import { within } from "./machine.ts";

const { open } = serversOfEachTest(provisionMysqld);

describe("what a killed process leaves behind", () => {
  it("of a server is no hindrance: its data recover, its locks are stale", async () => {
    const { provider, kill } = await open();
    const server = await provider.start(order("base"));
    await server.query("DELETE FROM sbtest1 WHERE id = 1");
    await server.query("FLUSH LOGS");
    await kill("base");
    await server.crashed;
    const again = await provider.start(order("base", "kept"));
    expect(await again.query("SELECT COUNT(*) AS n FROM sbtest1")).toEqual([{ n: "999" }]);
  });

  it("of a controller is found by the run's id and removed", async () => {
    const id = "killedid";
    const folder = join(cacheFolder(), "runs", id);
    const controller = spawn(
      "node_modules/.bin/tsx",
      [fileURLToPath(new URL("./killed-controller.ts", import.meta.url)), id],
      {
        detached: true,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    await Promise.race([
      once(controller.stdout, "data"),
      once(controller, "close").then(() => Promise.reject(new Error("it ended"))),
    ]);
    expect(await sweepDeadRuns()).not.toContain(id);
    process.kill(-(controller.pid ?? 0), "SIGKILL");
    await once(controller, "close");
    expect(markedProcesses(id)).toHaveLength(1);
    await within(2_000, sweepRun(id));
    expect(markedProcesses(id)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
  });

  it("is not looked for without a run's id", async () => {
    await expect(sweepRun("")).rejects.toThrow("no run's id");
    await expect(sweepRun("..")).rejects.toThrow("no run's id");
  });

  it("of a controller is removed by the next run, too", async () => {
    const folder = join(cacheFolder(), "runs", "deadid");
    mkdirSync(folder, { recursive: true });
    expect(await sweepDeadRuns()).toContain("deadid");
    expect(existsSync(folder)).toBe(false);
  });
});

describe("twenty starts and stops", () => {
  it("none fails, and nothing leaks", async () => {
    const { provider, run } = await open();
    const descriptors = () => readdirSync("/proc/self/fd").length;
    await (await provider.start(order("base"))).stop("discard");
    const before = descriptors();
    for (let i = 0; i < 20; i++) {
      const server = await provider.start(order("base"));
      await server.stop(i % 4 === 0 ? "keep" : "discard");
      expect(markedProcesses(run.id)).toEqual([]);
    }
    // A socket that was closed is gone by the next turns of the event loop.
    await expect.poll(descriptors).toBeLessThanOrEqual(before);
  });
});
