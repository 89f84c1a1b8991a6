import { describe, expect, it } from "vitest";
import {
  openFilesLimit,
  parseDrivers,
  parseOptions,
  parseVersion,
  scriptFacts,
} from "../../../src/adapters/sysbench/facts.ts";

describe("what sysbench says of itself", () => {
  it.each([
    ["sysbench 1.0.20\n", "1.0.20"],
    ["sysbench 1.1.0-3ceba0b\n", "1.1.0-3ceba0b"],
  ])("%j is a version", (text, version) => {
    expect(parseVersion(text)).toBe(version);
  });

  it("is refused when it is another program's", () => {
    expect(() => parseVersion("GNU bash 5.2\n")).toThrow("does not say its version as sysbench does");
  });

  it("lists drivers and options", () => {
    const help =
      "Pseudo-Random options:\n  --rand-type=STRING random\n  --validate[=on|off] perform\n\n" +
      "Compiled-in database drivers:\n  mysql - MySQL driver\n  pgsql - PostgreSQL driver\n\nmysql options:\n";
    expect(parseDrivers(help)).toEqual(["mysql", "pgsql"]);
    expect(parseDrivers("No database drivers are available\n")).toEqual([]);
    expect(parseOptions(help)).toEqual(["rand-type", "validate"]);
  });

  it.each([
    ["Max open files            1024                 524288               files\n", 1024],
    ["Max open files            unlimited            unlimited            files\n", Number.POSITIVE_INFINITY],
  ])("%j is a limit", (text, limit) => {
    expect(openFilesLimit(text)).toBe(limit);
  });
});

describe("a script's help", () => {
  const said = { signal: null, stdout: "", stderr: "" };

  it("lists its options", () => {
    const stdout =
      "controlled.lua options:\n  --skip_trx[=on|off] Don't start\n  --tables=N Number of tables [1]\n";
    expect(scriptFacts({ ...said, code: 0, stdout })).toEqual({ options: ["skip-trx", "tables"] });
  });

  it("may be missing", () => {
    const stderr = "'controlled.lua' test does not implement the 'help' command.\n";
    expect(scriptFacts({ ...said, code: 1, stderr })).toEqual({ options: undefined });
  });

  it("says why it cannot be loaded", () => {
    const stdout = "sysbench 1.0.20\n\nFATAL: x.lua:3: '=' expected near 'nonsense'\n";
    expect(scriptFacts({ ...said, code: 1, stdout })).toEqual({
      refused: "x.lua:3: '=' expected near 'nonsense'",
    });
  });
});
