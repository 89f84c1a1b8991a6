import { describe, expect, it } from "vitest";
import { define } from "../../../../src/core/config/my-cnf/known-options.ts";
import { readOptionValue } from "../../../../src/core/config/my-cnf/option-value.ts";

function read(name: string, value: string | null) {
  const definition = define(name, { flavour: "mysql", version: "9.7" });
  if (definition === undefined) throw new Error(`${name} is unknown`);
  const { canonical, problems } = readOptionValue(name, value, definition);
  return { canonical, problems: problems.map(({ severity, remedy }) => `${severity}: ${remedy}`) };
}

describe("a value that the server takes as it is", () => {
  it.each<[string, string | null, string]>([
    ["performance_schema", "ON", "ON"],
    ["performance_schema", "true", "ON"],
    ["performance_schema", "1", "ON"],
    ["performance_schema", null, "ON"],
    ["performance_schema", "oFF", "OFF"],
    ["performance_schema", "0", "OFF"],
    ["innodb_buffer_pool_size", "1G", "1073741824"],
    ["innodb_buffer_pool_size", "1024m", "1073741824"],
    ["innodb_buffer_pool_size", "1073741824", "1073741824"],
    ["max_binlog_cache_size", "2P", "2251799813685248"],
    ["max_connections", "+7", "7"],
    ["max_connections", " 7", "7"],
    ["innodb_flush_log_at_trx_commit", null, "1"],
    ["long_query_time", "0.50", "0.5"],
    ["long_query_time", "1e1", "10"],
    ["long_query_time", ".5", "0.5"],
    ["binlog_format", "row", "ROW"],
    ["binlog_format", "2", "ROW"],
    ["binlog_format", "st", "STATEMENT"],
    ["event_scheduler", null, "ON"],
    ["log_output", "table, file", "FILE,TABLE"],
    ["log_output", "3", "NONE,FILE"],
    ["sql_mode", "", ""],
    ["optimizer_switch", "mrr=off,index_merge=ON", "index_merge=on,mrr=off"],
    ["optimizer_switch", "default", ""],
    ["optimizer_switch", "mrr=default,index_merge=off", "index_merge=off"],
    ["init_connect", "", ""],
    ["log_bin", null, ""],
  ])("%s=%s is %s", (name, value, canonical) => {
    expect(read(name, value)).toEqual({ canonical, problems: [] });
  });
});

describe("a value that the server takes for something else", () => {
  it.each([
    [
      "performance_schema",
      "yes",
      "OFF",
      "Write `performance_schema=ON`, or `performance_schema=OFF` if that is meant.",
    ],
    [
      "performance_schema",
      "",
      "OFF",
      "Write `performance_schema=ON`, or `performance_schema=OFF` if that is meant.",
    ],
    [
      "sort_buffer_size",
      "1MB",
      "1048576",
      "Write `sort_buffer_size=1M` if that is meant, or the number in full.",
    ],
    [
      "max_binlog_cache_size",
      "1e3",
      "1152921504606846976",
      "Write `max_binlog_cache_size=1e` if that is meant, or the number in full.",
    ],
    ["max_connections", "200000", "100000", "Write `max_connections=100000`, or another value in the range."],
    ["max_connections", "-5", "1", "Write `max_connections=1`, or another value in the range."],
    ["long_query_time", "-1", "0", "Write `long_query_time=0`, or another value in the range."],
  ])("%s=%s is %s", (name, value, canonical, remedy) => {
    expect(read(name, value)).toEqual({ canonical, problems: [`warning: ${remedy}`] });
  });

  it("can be two things at once", () => {
    expect(read("max_connections", "many").problems).toEqual([
      "warning: Write `max_connections=` and digits.",
      "warning: Write `max_connections=1`, or another value in the range.",
    ]);
  });
});

describe("a value that the server refuses", () => {
  it.each<[string, string | null, string]>([
    ["max_connections", null, "Write `max_connections=value`."],
    ["max_connections", "", "Write `max_connections=value`, or remove the line to keep the default."],
    ["max_connections", "0x10", "Write whole digits, with K, M, G, T, P or E after them at most."],
    ["max_connections", "a lot", "Write whole digits, with K, M, G, T, P or E after them at most."],
    ["max_connections", "18446744073709551616", "Write a smaller number."],
    ["innodb_buffer_pool_size", "1.5G", "Write a whole number: `innodb_buffer_pool_size=1536M`."],
    ["innodb_buffer_pool_size", "0.3G", "Write a whole number: `innodb_buffer_pool_size=307M`."],
    ["long_query_time", "5s", "Write a number such as `0.5`, without a unit."],
    ["binlog_format", "RWO", "Did you mean `ROW`? Use one of MIXED, STATEMENT, ROW."],
    ["binlog_format", "3", "Use one of MIXED, STATEMENT, ROW."],
    ["binlog_format", "STATEMNT", "Did you mean `STATEMENT`? Use one of MIXED, STATEMENT, ROW."],
    ["log_output", "FILE,NOWHERE", "Use one of NONE, FILE, TABLE."],
    ["log_output", "8", "Use one of NONE, FILE, TABLE."],
    ["optimizer_switch", "mrr=maybe", "Use one of mrr=on, mrr=off."],
    ["optimizer_switch", "mrr=on,mrr=off", "Name each switch once."],
    ["ansi", "1", "Write `ansi` alone."],
  ])("%s=%s", (name, value, remedy) => {
    expect(read(name, value).problems).toEqual([`error: ${remedy}`]);
  });
});
