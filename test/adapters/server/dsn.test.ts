import { describe, expect, it } from "vitest";
import { parseDsn } from "../../../src/adapters/server/dsn.ts";

describe("parseDsn", () => {
  it("reads all parts, undoes escapes, and keeps clear of the library's default socket", () => {
    expect(parseDsn("X", "mysql://a%40b:p%2Fw@localhost:3307/db")).toEqual({
      kind: "tcp",
      hosts: ["127.0.0.1"],
      port: 3307,
      user: "a@b",
      password: "p/w",
      database: "db",
    });
    expect(parseDsn("X", "mariadb://u@db.example/sbtest")).toMatchObject({ port: 3306, password: "" });
  });

  it.each([
    [undefined, "it is not set"],
    ["", "it is not set"],
    ["not an address", "it is no such address"],
    ["postgres://u:secret@h/db", "it is no such address"],
    ["mysql://h/db", "it names no user"],
    ["mysql://u:secret@h", "it names no database"],
  ])("refuses %j without repeating it", (text, why) => {
    expect(() => parseDsn("PERF_DSN", text)).toThrow(`PERF_DSN: ${why}`);
    expect(() => parseDsn("PERF_DSN", text)).not.toThrow("secret");
  });
});
