import { describe, expect, it } from "vitest";
import { readOption } from "../../../../src/core/config/my-cnf/read-option.ts";
import type { ServerRelease } from "../../../../src/core/config/server-release.ts";

const mysql97: ServerRelease = { flavour: "mysql", version: "9.7" };
const place = { file: "my.cnf", line: 3, column: 1 };

function read(name: string, value: string | null, release: ServerRelease = mysql97) {
  const { option, findings } = readOption({ name, value, place }, release);
  return {
    option: option && [option.loose ? "loose" : "", option.name, option.value],
    findings: findings.map(({ severity, remedy }) => `${severity}: ${remedy}`),
  };
}

describe("an option's name", () => {
  it.each<[string, string | null, unknown[]]>([
    ["max-connections", "5", ["", "max_connections", "5"]],
    ["loose_max-connections", "5", ["loose", "max_connections", "5"]],
    ["skip_name_resolve", null, ["", "skip_name_resolve", null]],
    ["loose-skip-name-resolve", null, ["loose", "skip_name_resolve", null]],
    ["skip_slow_query_log", null, ["", "slow_query_log", "0"]],
    ["disable_slow_query_log", null, ["", "slow_query_log", "0"]],
    ["enable_slow_query_log", null, ["", "slow_query_log", "1"]],
    ["skip_slow_query_log", "0", ["", "slow_query_log", "1"]],
    ["enable_slow_query_log", "0", ["", "slow_query_log", "0"]],
    ["loose_skip_slow_query_log", null, ["loose", "slow_query_log", "0"]],
    ["skip_loose_slow_query_log", null, ["loose", "slow_query_log", null]],
    ["skip_log_bin", null, ["", "skip_log_bin", null]],
    ["disable_log_bin", null, ["", "skip_log_bin", null]],
    ["enable_log_bin", null, ["", "log_bin", null]],
    ["maximum_sort_buffer_size", "1M", ["", "maximum_sort_buffer_size", "1M"]],
    ["loose_rocksdb_cache", "1", ["loose", "rocksdb_cache", "1"]],
    ["loose_query_cache_size", "1M", ["loose", "query_cache_size", "1M"]],
  ])("%s=%s", (name, value, expected) => {
    expect(read(name, value)).toEqual({ option: expected, findings: [] });
  });

  it("is the same in large and small letters for MariaDB alone", () => {
    const mariadb: ServerRelease = { flavour: "mariadb" };
    expect(read("Max-Connections", "50", mariadb)).toMatchObject({
      option: ["", "max_connections", "50"],
      findings: [],
    });
    expect(read("Max-Connections", "50").findings).toEqual(["error: Did you mean `max_connections`?"]);
  });
});

describe("an option that the server does not know", () => {
  it.each([
    ["performance_schemaa", "error: Did you mean `performance_schema`?"],
    ["max_conections", "error: Did you mean `max_connections`?"],
    ["innodb_buffer_pool_s", "error: Did you mean `innodb_buffer_pool_size`?"],
    ["loose_max_conections", "warning: Did you mean `max_connections`?"],
    [
      "rocksdb_cache",
      "warning: Write `loose_rocksdb_cache` to let a server that does not know it start without it.",
    ],
    ["--port", "error: Write `port`."],
    ["max connections", "error: Write `name=value`, one on each line."],
    ["größe", "error: Write `name=value`, one on each line."],
    [
      "query_cache_size",
      "error: Remove it, or write `loose_query_cache_size` to let servers that do not know it start without it.",
    ],
  ])("%s", (name, finding) => {
    expect(read(name, "1").findings).toEqual([finding]);
  });

  it.each<[string, ServerRelease, string | undefined]>([
    ["query_cache_size", { flavour: "mysql", version: "5.6" }, undefined],
    ["query_cache_size", { flavour: "mysql", version: "5.7" }, undefined],
    ["query_cache_size", { flavour: "mysql" }, undefined],
    ["query_cache_size", {}, undefined],
    ["query_cache_size", { flavour: "mysql", version: "26.7" }, "warning"],
    ["slave_parallel_type", { flavour: "mysql", version: "8.4" }, undefined],
    ["slave_parallel_type", { flavour: "mysql", version: "9.7" }, "error"],
    ["binlog_transaction_dependency_tracking", { flavour: "mysql", version: "8.4" }, "warning"],
    ["aria_block_size", { flavour: "mariadb", version: "11.8" }, undefined],
    ["aria_block_size", { flavour: "mysql", version: "9.7" }, "error"],
    ["innodb_redo_log_capacity", { flavour: "mysql", version: "5.6" }, "error"],
    ["innodb_redo_log_capacity", { flavour: "mariadb", version: "10.11" }, "warning"],
  ])("%s on %o: %s", (name, release, severity) => {
    const { findings } = readOption({ name, value: "8192", place }, release);
    expect(
      findings.filter(({ what }) => what.includes("not an option of")).map((one) => one.severity),
    ).toEqual(severity === undefined ? [] : [severity]);
  });
});

describe("a value after a prefix", () => {
  it("that is not 0 is ignored, with a warning", () => {
    expect(read("skip_slow_query_log", "OFF")).toEqual({
      option: ["", "slow_query_log", "0"],
      findings: ["warning: Write `skip_slow_query_log`, or `slow_query_log=value`."],
    });
  });
});
