import { describe, expect, it } from "vitest";
import { flatten } from "../../../../src/core/config/my-cnf/flatten-includes.ts";
import type { SourceTree } from "../../../../src/core/config/source-tree.ts";
import { memoryTree } from "../memory-tree.ts";

async function flat(files: Record<string, string>, path = "my.cnf") {
  const { lines, findings } = await flatten(memoryTree(files), path);
  return {
    options: lines.flatMap((line) =>
      line.kind === "option" ? [`${line.place.file}:${line.place.line} [${line.group}] ${line.name}`] : [],
    ),
    findings: findings
      .filter(({ what }) => !what.includes("is read as"))
      .map(({ severity, place, what }) => `${place.file}:${place.line} ${severity}: ${what}`),
  };
}

describe("included files", () => {
  it("stand in the place of the directive, and the file goes on in its own group", async () => {
    const files = { "my.cnf": "[mysqld]\na\n!include x.cnf\nb\n", "x.cnf": "[client]\nc\n" };
    expect(await flat(files)).toEqual({
      options: ["my.cnf:2 [mysqld] a", "x.cnf:2 [client] c", "my.cnf:4 [mysqld] b"],
      findings: [],
    });
  });

  it("are found from the folder of the file that includes them", async () => {
    const files = {
      "a/my.cnf": "!include ../b/./x.cnf",
      "b/x.cnf": "!includedir d/",
      "b/d/y.cnf": "[mysqld]\nc",
    };
    expect((await flat(files, "a/my.cnf")).options).toEqual(["b/d/y.cnf:2 [mysqld] c"]);
  });

  it("say that a relative path depends on where the server is started", async () => {
    const { findings } = await flatten(
      memoryTree({ "a/my.cnf": "!include x.cnf", "a/x.cnf": "" }),
      "a/my.cnf",
    );
    expect(findings).toMatchObject([
      { severity: "warning", what: "`x.cnf` is read as `a/x.cnf` of the repository" },
    ]);
  });

  it("of a folder are those that end with .cnf, in order", async () => {
    const files = {
      "my.cnf": "!includedir d",
      "d/b.cnf": "",
      "d/a.cnf": "[x]\na",
      "d/c.ini": "a",
      "d/e/f.cnf": "a",
    };
    expect(await flat({ ...files, "d/b.cnf": "[x]\nb" })).toMatchObject({
      options: ["d/a.cnf:2 [x] a", "d/b.cnf:2 [x] b"],
    });
  });

  it.each([
    ["!include none.cnf", "my.cnf:1 warning: `none.cnf` cannot be read"],
    ["!includedir none", "my.cnf:1 error: `none` cannot be read"],
    ["!include /etc/mysql/x.cnf", "my.cnf:1 warning: What `/etc/mysql/x.cnf` holds is left out"],
    ["!includedir /etc/mysql/conf.d/", "my.cnf:1 warning: What `/etc/mysql/conf.d/` holds is left out"],
    ["!include ../x.cnf", "my.cnf:1 warning: What `../x.cnf` holds is left out"],
    ["!include d/../../x.cnf", "my.cnf:1 warning: What `d/../../x.cnf` holds is left out"],
    ["!include my.cnf", "my.cnf:1 error: `my.cnf` includes itself"],
  ])("%s", async (text, finding) => {
    expect((await flat({ "my.cnf": text })).findings).toEqual([finding]);
  });

  it("may not lead back", async () => {
    const files = {
      "my.cnf": "!include x.cnf",
      "x.cnf": "[mysqld]\na\n!include y.cnf",
      "y.cnf": "!include x.cnf",
    };
    expect(await flat(files)).toMatchObject({
      options: ["x.cnf:2 [mysqld] a"],
      findings: ["y.cnf:1 error: `x.cnf` includes itself"],
    });
  });

  it("are followed ten levels deep, as the server does", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 13 }, (_, level) => [`${level}.cnf`, `[mysqld]\na\n!include ${level + 1}.cnf`]),
    );
    const { options, findings } = await flat(files, "0.cnf");
    expect(options).toHaveLength(11);
    expect(findings).toEqual([
      "10.cnf:3 warning: `11.cnf` is not read: it is included more than 10 levels deep",
    ]);
  });

  it("are limited in number, however they multiply", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, level) => [`${level}.cnf`, `!include ${level + 1}.cnf\n`.repeat(10)]),
    );
    const { findings } = await flat({ ...files, "10.cnf": "" }, "0.cnf");
    expect(findings.filter((finding) => finding.endsWith("More than 200 files are included"))).toHaveLength(
      1,
    );
  });
});

describe("a file that cannot be read", () => {
  it.each(["absent", "too-large", "not-text", "not-a-file"] as const)("%s is an error", async (problem) => {
    const tree: SourceTree = {
      read: async () => ({ ok: false, problem }),
      list: async () => ({ ok: false, problem }),
    };
    const { findings } = await flatten(tree, "my.cnf");
    expect(findings).toMatchObject([{ severity: "error", what: "`my.cnf` cannot be read" }]);
  });
});
