import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { installedServer, installedServers, unconfined } from "../../../src/adapters/server/find-mysqld.ts";

let folder: string;
let binary: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "local-"));
  mkdirSync(join(folder, "sbin"));
  binary = join(folder, "sbin", "mysqld");
  writeFileSync(binary, "#!/bin/sh\n", { mode: 0o755 });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("installedServers", () => {
  it("looks on PATH first, and leaves out what cannot be executed", () => {
    const env = { PATH: join(folder, "sbin") };
    expect(installedServers(env)[0]).toBe(binary);
    chmodSync(binary, 0o644);
    expect(installedServers(env)).not.toContain(binary);
  });

  it("names a path that is no server", async () => {
    await expect(installedServer(join(folder, "nothing"))).rejects.toMatchObject({
      kind: "input",
      why: "There is no such file.",
    });
  });
});

describe("a server that AppArmor confines", () => {
  const profile = () => join(folder, binary.slice(1).replaceAll("/", "."));
  const system = (enabled: string) => {
    writeFileSync(join(folder, "enabled"), enabled);
    return { enabled: join(folder, "enabled"), profiles: folder };
  };

  it("is run from a copy, with its own folder as base", async () => {
    writeFileSync(profile(), "");
    const cache = join(folder, "cache");
    const program = await unconfined(binary, cache, system("Y\n"));
    expect(program.basedir).toBe(folder);
    expect(program.program.startsWith(cache)).toBe(true);
    expect(readFileSync(program.binary)).toEqual(readFileSync(binary));
  });

  it.each(["N\n", "Y\n"])("is run where it is when it is not confined (AppArmor: %j)", async (enabled) => {
    if (enabled === "N\n") writeFileSync(profile(), "");
    expect(await unconfined(binary, join(folder, "cache"), system(enabled))).toMatchObject({
      program: binary,
    });
  });
});
