import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { run } from "../../../src/adapters/process.ts";
import {
  provisionMariadb,
  provisionMysqld,
  provisionSysbench,
} from "../../../src/adapters/provision/provision.ts";

const fresh = mkdtempSync(join(tmpdir(), "provision-"));
afterAll(() => rmSync(fresh, { recursive: true, force: true }));

const systemFolders = [
  "/var/lib/apt/lists",
  "/var/cache/apt/archives",
  "/usr/sbin",
  "/etc/apt/sources.list.d",
];
const systemState = () => systemFolders.map((folder) => [statSync(folder).mtimeMs, readdirSync(folder)]);

describe("provision", () => {
  it("gets a sysbench that runs, into an empty cache, for two who ask at once, and leaves the system alone", async () => {
    const before = systemState();
    const [{ program, banner }, second] = await Promise.all([
      provisionSysbench({ cache: fresh }),
      provisionSysbench({ cache: fresh }),
    ]);
    expect(second.banner).toBe(banner);
    const help = await run(
      { ...program, args: [...program.args, join(program.scripts ?? "", "oltp_read_only.lua"), "help"] },
      { timeoutMs: 10_000 },
    );
    expect(help.stdout).toContain("--range_selects");
    expect(readdirSync(join(fresh, "programs"))).toEqual(["sysbench"]);
    expect(systemState()).toEqual(before);
  });

  it.each([
    ["MySQL", provisionMysqld, /^mysqld Ver \d+\.\d+/],
    ["MariaDB", provisionMariadb, /^mariadbd Ver \d+\.\d+.*MariaDB/],
  ])("gets a %s that runs", async (_, provision, words) => {
    const { program, banner } = await provision();
    expect(banner).toMatch(words);
    const { stdout } = await run({ ...program, args: [...program.args, "--version"] }, { timeoutMs: 10_000 });
    expect(stdout.replace(/\s+/g, " ")).toContain(banner.slice(0, 20));
  });
});
