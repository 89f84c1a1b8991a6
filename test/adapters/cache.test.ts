import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { builtOnce, cacheFolder } from "../../src/adapters/cache.ts";

let folder: string;
let target: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cache-"));
  target = join(folder, "thing");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("builtOnce", () => {
  it("builds once for all who ask at the same time", async () => {
    let builds = 0;
    const build = async (draft: string) => {
      builds++;
      await delay(20);
      await writeFile(join(draft, "whole"), "yes");
    };
    await Promise.all(Array.from({ length: 5 }, () => builtOnce(target, { waitMs: 5_000 }, build)));
    expect(builds).toBe(1);
    expect(readdirSync(folder)).toEqual(["thing"]);
  });

  it("leaves nothing of a build that failed", async () => {
    const build = async (draft: string) => {
      await writeFile(join(draft, "half"), "");
      throw new Error("no more disk");
    };
    await expect(builtOnce(target, { waitMs: 1_000 }, build)).rejects.toThrow("no more disk");
    expect(readdirSync(folder)).toEqual([]);
  });

  it("goes on after a builder that was killed, and clears away its draft", async () => {
    const module = resolve("src/adapters/cache.ts");
    const script = `import { builtOnce } from ${JSON.stringify(module)};
      await builtOnce(${JSON.stringify(target)}, { waitMs: 1000 }, async () => {
        console.log("building");
        await new Promise((done) => setTimeout(done, 60000));
      });`;
    const file = join(folder, "builder.mts");
    writeFileSync(file, script);
    const killed = spawn("node_modules/.bin/tsx", [file], {
      detached: true,
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(killed.stdout, "data");
    process.kill(-(killed.pid ?? 0), "SIGKILL");
    await once(killed, "close");
    await builtOnce(target, { waitMs: 5_000 }, (draft) => writeFile(join(draft, "whole"), "yes"));
    expect(readFileSync(join(target, "whole"), "utf8")).toBe("yes");
    expect(readdirSync(folder).sort()).toEqual(["builder.mts", "thing"]);
  });

  it("says who is waited for when the wait is over", async () => {
    const release = { now: () => {} };
    const first = builtOnce(
      target,
      { waitMs: 1_000 },
      () => new Promise<void>((done) => (release.now = done)),
    );
    await expect(builtOnce(target, { waitMs: 150 }, async () => {})).rejects.toMatchObject({
      kind: "environment",
      what: expect.stringContaining(target),
    });
    release.now();
    await first;
    expect(existsSync(target)).toBe(true);
  });

  it("takes what is there as it is", async () => {
    await mkdir(target);
    await builtOnce(target, { waitMs: 1 }, () => Promise.reject(new Error("not wanted")));
  });
});

describe("cacheFolder", () => {
  it.each([
    [{ MYSQL_PERF_GATE_CACHE: "/a", XDG_CACHE_HOME: "/b" }, "/a"],
    [{ XDG_CACHE_HOME: "/b" }, "/b/mysql-perf-gate"],
  ])("of %j is %s", (env, folder) => expect(cacheFolder(env)).toBe(folder));
});
