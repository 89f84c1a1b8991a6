import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { workingTree } from "../../src/adapters/working-tree.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tree-"));
  mkdirSync(join(folder, "repository/conf.d"), { recursive: true });
  writeFileSync(join(folder, "secret.cnf"), "secret");
  writeFileSync(join(folder, "repository/my.cnf"), "[mysqld]\n");
});
afterEach(() => rm(folder, { recursive: true }));

const tree = () => workingTree(join(folder, "repository"));

describe("a working tree", () => {
  it("reads a file below its root", async () => {
    expect(await tree().read("conf.d/../my.cnf")).toEqual({ ok: true, text: "[mysqld]\n" });
  });

  it.each(["../secret.cnf", "/etc/hostname", "conf.d/../../secret.cnf"])(
    "does not leave its root for %s",
    async (path) => {
      expect(await tree().read(path)).toEqual({ ok: false, problem: "outside" });
    },
  );

  it("does not follow a link out of its root, of a file or of a folder", async () => {
    symlinkSync("../secret.cnf", join(folder, "repository/link.cnf"));
    symlinkSync("..", join(folder, "repository/up"));
    expect(await tree().read("link.cnf")).toEqual({ ok: false, problem: "outside" });
    expect(await tree().read("up/secret.cnf")).toEqual({ ok: false, problem: "outside" });
    expect(await tree().list("up")).toEqual({ ok: false, problem: "outside" });
  });

  it("follows a link that stays below its root", async () => {
    symlinkSync("my.cnf", join(folder, "repository/same.cnf"));
    expect(await tree().read("same.cnf")).toEqual({ ok: true, text: "[mysqld]\n" });
  });

  it("is found through a link itself", async () => {
    symlinkSync("repository", join(folder, "here"));
    expect(await workingTree(join(folder, "here")).read("my.cnf")).toMatchObject({ ok: true });
  });

  it("tells absent, folder, too large and not text apart", async () => {
    writeFileSync(join(folder, "repository/large.cnf"), "#".repeat(1024 * 1024 + 1));
    writeFileSync(join(folder, "repository/latin1.cnf"), Buffer.from([0x6d, 0xfc, 0x6c]));
    expect(await tree().read("none.cnf")).toEqual({ ok: false, problem: "absent" });
    expect(await tree().read("conf.d")).toEqual({ ok: false, problem: "not-a-file" });
    expect(await tree().read("large.cnf")).toEqual({ ok: false, problem: "too-large" });
    expect(await tree().read("latin1.cnf")).toEqual({ ok: false, problem: "not-text" });
  });

  it("keeps a byte-order mark, which the server stumbles over", async () => {
    writeFileSync(join(folder, "repository/bom.cnf"), "\ufeff[mysqld]\n");
    expect(await tree().read("bom.cnf")).toEqual({ ok: true, text: "\ufeff[mysqld]\n" });
  });

  it("lists a folder's names in order", async () => {
    writeFileSync(join(folder, "repository/conf.d/b.cnf"), "");
    writeFileSync(join(folder, "repository/conf.d/a.cnf"), "");
    expect(await tree().list("conf.d")).toEqual({ ok: true, names: ["a.cnf", "b.cnf"] });
  });
});
