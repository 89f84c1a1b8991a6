import { describe, expect, it } from "vitest";
import { readLines } from "../../../../src/core/config/my-cnf/lines.ts";

function optionsIn(text: string) {
  const { lines } = readLines(`[mysqld]\n${text}`, "my.cnf");
  return lines.flatMap((line) => (line.kind === "option" ? [[line.name, line.value]] : []));
}

function findingsIn(text: string) {
  return readLines(text, "my.cnf").findings.map(({ severity, place, what }) => [
    severity,
    place.line,
    place.column,
    what,
  ]);
}

describe("an option's name and value", () => {
  it.each([
    ["a=1", "a", "1"],
    ["  a  =  1  ", "a", "1"],
    ["a", "a", null],
    ["a=", "a", ""],
    ["a = ''", "a", ""],
    ["a=b=c", "a", "b=c"],
    ["a = b # c", "a", "b"],
    ["a=b#c", "a", "b"],
    ["a # b = c", "a", null],
    ["a = 'b # c'", "a", "b # c"],
    ['a = "b # c" # d', "a", "b # c"],
    ["a = 'it\\'s # b' # c", "a", "it's # b"],
    ["a = b;c", "a", "b;c"],
    ["a = 'b", "a", "'b"],
    ["a = '", "a", "'"],
    ["a = b\\sc\\td\\ne\\rf\\bg", "a", "b c\td\ne\rf\bg"],
    ["a = b\\\\c\\'d\\\"e", "a", "b\\c'd\"e"],
    ["a = b\\zc\\", "a", "b\\zc\\"],
    ["a=1\r", "a", "1"],
  ])("%j", (text, name, value) => {
    expect(optionsIn(text)).toEqual([[name, value]]);
  });

  it.each(["# a=1", "  ; a=1", "", " \t\r", "#"])("%j holds none", (text) => {
    expect(optionsIn(text)).toEqual([]);
  });
});

describe("places", () => {
  it("count lines and columns from 1", () => {
    const { lines } = readLines("# x\r\n[mysqld]\r\n\r\n  a = 1\r\n", "conf/my.cnf");
    expect(lines.map(({ place }) => place)).toEqual([
      { file: "conf/my.cnf", line: 2, column: 1 },
      { file: "conf/my.cnf", line: 4, column: 3 },
    ]);
  });
});

describe("findings", () => {
  it.each([
    ["\uFEFF[mysqld]\na=1", ["error", 1, 1, "The file begins with a byte order mark"]],
    ["\n a=1\n[mysqld]", ["error", 2, 2, "The option stands before any group"]],
    ["[mysqld\na=1", ["error", 1, 1, "The group's name has no closing bracket"]],
    ["[mysqld]\n=1", ["error", 2, 1, "The line has a value but no option's name"]],
    ["[mysqld]\na=\0", ["error", 2, 3, "The line holds a NUL byte"]],
    [`[mysqld]\na=${"x".repeat(4091)}`, ["error", 2, 1, "The line is longer than 4092 bytes"]],
    [`#${"ü".repeat(2046)}`, ["error", 1, 1, "The line is longer than 4092 bytes"]],
    ["!include", ["error", 1, 1, "`!include` names no path"]],
    [" ! includedir # x", ["error", 1, 2, "`!includedir` names no path"]],
    ["!include_dir x", ["warning", 1, 1, "`!include_dir x` is ignored"]],
    ["[mysqld]\na = 'b # c", ["warning", 2, 5, "A quote in the value of `a` is not closed"]],
  ])("%j", (text, finding) => {
    expect(findingsIn(text)).toEqual([finding]);
  });

  it("are all of the file's, not the first alone", () => {
    expect(findingsIn("\uFEFFa=1\n[mysqld\n=1\n!foo").map(([, line]) => line)).toEqual([1, 1, 2, 3, 4]);
  });

  it("leave the longest line that servers read alone", () => {
    expect(findingsIn(`[mysqld]\na=${"x".repeat(4090)}`)).toEqual([]);
  });
});

describe("directives", () => {
  it.each([
    ["!include x.cnf", "include", "x.cnf"],
    [" !  includedir \t conf d/ \r", "includedir", "conf d/"],
    ["!include x.cnf # y", "include", "x.cnf"],
    ["!include 'x.cnf'", "include", "'x.cnf'"],
  ])("%j", (text, kind, path) => {
    expect(readLines(text, "my.cnf").lines).toMatchObject([{ kind, path }]);
  });
});
