import { describe, expect, it } from "vitest";
import { didYouMean } from "../../../src/core/config/did-you-mean.ts";

const names = ["performance_schema", "port", "max_connections", "max_connect_errors", "sync_binlog"];

describe("didYouMean", () => {
  it.each([
    ["performance_schemaa", "performance_schema"],
    ["performnce_shema", "performance_schema"],
    ["max_connectoins", "max_connections"],
    ["sync_binlgo", "sync_binlog"],
    ["prot", "port"],
    ["port", "port"],
  ])("%s → %s", (word, meant) => {
    expect(didYouMean(word, names)).toBe(meant);
  });

  it.each(["p", "abc", "something_else", "schema_performance", ""])("has no guess for %s", (word) => {
    expect(didYouMean(word, names)).toBeUndefined();
  });

  it("prefers the nearer candidate, wherever it stands", () => {
    expect(didYouMean("innodb_read_io_thread", ["innodb_write_io_threads", "innodb_read_io_threads"])).toBe(
      "innodb_read_io_threads",
    );
  });
});
