import { describe, expect, it } from "vitest";
import { optionFile } from "../../../src/adapters/sysbench/option-file.ts";

describe("the option file", () => {
  it.each([
    ["plain", `mysql-password="plain"\n`],
    ["it's a #hash, really", `mysql-password="it's a #hash, really"\n`],
    ['say "x"', `mysql-password='say "x"'\n`],
  ])("holds %s", (password, line) => {
    expect(optionFile(password)).toBe(line);
  });

  it.each([`both ' and "`, "line\nbreak", "x".repeat(250), "é".repeat(130)])("cannot hold %j", (password) => {
    expect(() => optionFile(password)).toThrow("cannot be given this password");
  });
});
