import { describe, expect, it } from "vitest";
import { compareConfigurations } from "../../../../src/core/config/my-cnf/compare-configurations.ts";
import { readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import { memoryTree } from "../memory-tree.ts";

const release = { flavour: "mysql", version: "9.7" } as const;

async function changes(from: string, to: string) {
  const read = async (text: string) =>
    (await readMyCnf(memoryTree({ "my.cnf": `[mysqld]\n${text}` }), "my.cnf", release)).options;
  const changed = compareConfigurations(await read(from), await read(to), release);
  return changed.map(({ name, from: before, to: after }) => [
    name,
    before.map(({ value }) => value),
    after.map(({ value }) => value),
  ]);
}

describe("configurations of one meaning", () => {
  it.each([
    ["innodb_buffer_pool_size=1G", "innodb-buffer-pool-size = 1024M # the same"],
    ["performance_schema=ON", "performance_schema"],
    ["performance_schema=yes", "skip_performance_schema"],
    ["a_plugins_option=1", "loose_a_plugins_option=1"],
    ["max_connections=5\nback_log=50", "back_log=50\nmax_connections=4\nmax_connections=5"],
    ["skip_log_bin", "log_bin=x\ndisable_log_bin"],
    ["binlog_format=ROW", "binlog_format=2"],
    ["sql_mode=ANSI_QUOTES,IGNORE_SPACE", "sql_mode='ignore_space,ansi_quotes'"],
  ])("%j and %j", async (from, to) => {
    expect(await changes(from, to)).toEqual([]);
  });
});

describe("changed options", () => {
  it.each([
    ["max_connections=5", "max_connections=6", [["max_connections", ["5"], ["6"]]]],
    ["", "max_connections=6", [["max_connections", [], ["6"]]]],
    ["max_connections=5", "", [["max_connections", ["5"], []]]],
    ["log_bin", "skip_log_bin", [["log_bin", [null], [null]]]],
    ["slow_query_log=1", "skip_slow_query_log", [["slow_query_log", ["1"], ["0"]]]],
    [
      "performance_schema_instrument='wait/%=ON'",
      "performance_schema_instrument='wait/%=ON'\nperformance_schema_instrument='stage/%=ON'",
      [["performance_schema_instrument", ["wait/%=ON"], ["wait/%=ON", "stage/%=ON"]]],
    ],
    [
      "b_option=1\na_option=1",
      "",
      [
        ["a_option", ["1"], []],
        ["b_option", ["1"], []],
      ],
    ],
  ])("%j to %j", async (from, to, expected) => {
    expect(await changes(from, to)).toEqual(expected);
  });
});
