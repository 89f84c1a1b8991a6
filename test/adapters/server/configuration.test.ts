import { expect, it } from "vitest";
import { myCnf } from "../../../src/adapters/server/configuration.ts";
import { armFolder, type Build } from "../../../src/adapters/server/launcher.ts";
import { scenario } from "./scenario.ts";

const build: Build = { flavour: "mysql", version: [9, 7, 4], digest: "x" };
const lines = (written: Parameters<typeof scenario>[1], own = {}) =>
  myCnf(build, scenario("s", written), armFolder("/arm"), own).split("\n");

it("is one group, in which the tool's own options come last", () => {
  const found = lines({ options: { datadir: "/elsewhere" } }, { user: "root" });
  expect(found[0]).toBe("[mysqld]");
  expect(found.filter((line) => line.startsWith("datadir="))).toEqual([
    "datadir=/elsewhere",
    "datadir=/arm/data",
  ]);
  expect(found.at(-2)).toBe("user=root");
});

it("lets the scenario have what would lower noise, in any spelling", () => {
  const found = lines({ options: { log_bin: "binlog", sync_binlog: "1" } });
  expect(found).not.toContain("skip_log_bin");
  expect(found.filter((line) => line.startsWith("sync_binlog"))).toEqual(["sync_binlog=1"]);
});

it("leaves the redo log's size to a scenario that sets it by its old name", () => {
  const found = lines({ options: { innodb_log_file_size: "1G" } });
  expect(found.filter((line) => /^innodb_(?:redo_log|log_file)/.test(line))).toEqual([
    "innodb_log_file_size=1G",
  ]);
});

it("writes options without a value, loose ones, and several of one name, in their order", () => {
  const found = lines({
    options: { skip_name_resolve: null, performance_schema_instrument: ["%=OFF", "statement/%=ON"] },
    loose: { x: "1" },
  });
  expect(found.filter((line) => /^(?:skip_name|performance|loose)/.test(line))).toEqual([
    "skip_name_resolve",
    "performance_schema_instrument=%=OFF",
    "performance_schema_instrument=statement/%=ON",
    "loose_x=1",
  ]);
});

it.each([
  ["a#b", 'init_connect="a#b"'],
  [" padded ", 'init_connect=" padded "'],
  ['say "x"', 'init_connect="say \\"x\\""'],
  ["back\\slash", 'init_connect="back\\\\slash"'],
])("quotes %j so that the server reads it as it is", (value, line) => {
  expect(lines({ options: { init_connect: value } })).toContain(line);
});
