import { describe, expect, it } from "vitest";
import { countByClass, parsePattern, unlikePatterns } from "../../../src/core/in-force/instruments.ts";
import { instruments } from "./facts.ts";

it("counts by class, the waits by their kind", () => {
  const found = instruments({
    "statement/sql/a": "on",
    "statement/com/b": "counted",
    "wait/io/c": "off",
    transaction: "on",
    "memory/x": "on",
  });
  expect(countByClass(found)).toEqual({
    statement: { enabled: 2, timed: 1, total: 2 },
    "wait/io": { enabled: 0, timed: 0, total: 1 },
    transaction: { enabled: 1, timed: 1, total: 1 },
    memory: { enabled: 1, timed: 0, total: 1 },
  });
});

it.each([
  ["%=ON", { pattern: "%", enabled: true, timed: true }],
  [" wait/% = counted ", { pattern: "wait/%", enabled: true, timed: false }],
  ["wait/%=off", { pattern: "wait/%", enabled: false, timed: false }],
  ["wait/%=maybe", undefined],
  ["wait/%", undefined],
])("reads %j", (text, pattern) => expect(parsePattern(text)).toEqual(pattern));

describe("of several patterns", () => {
  const found = instruments({ "wait/io/file": "off", "wait/lock/table": "on" });
  const unlike = (...patterns: string[]) =>
    unlikePatterns(
      found,
      patterns.flatMap((text) => parsePattern(text) ?? []),
    ).map(({ name }) => name);

  it("the longest counts", () => expect(unlike("wait/io/%=OFF", "%=ON")).toEqual([]));
  it("of equally long ones the last counts", () =>
    expect(unlike("wait/io/%=ON", "wait/io/%=OFF")).toEqual([]));
  it("a dot is no wildcard", () => expect(unlike("wait.io/%=ON")).toEqual([]));
  it("what is unlike is named", () => expect(unlike("%=ON")).toEqual(["wait/io/file"]));
});
