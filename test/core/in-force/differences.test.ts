import { expect, it } from "vitest";
import { differences, effectiveOptions } from "../../../src/core/in-force/differences.ts";
import { facts } from "./facts.ts";

it("two arms differ in their options, not in where their things are", () => {
  const base = facts({ variables: { a: "1", b: "2", socket: "/base/s.sock" } });
  const head = facts({ variables: { a: "1", b: "3", c: "new", socket: "/head/s.sock" } });
  expect(differences(base, head)).toEqual([
    { name: "b", base: "2", head: "3" },
    { name: "c", base: undefined, head: "new" },
  ]);
});

it("the effective options are those that have not their default, without the tool's places", () => {
  const changed = {
    b: { source: "EXPLICIT" },
    datadir: { source: "EXPLICIT" },
    gone: { source: "EXPLICIT" },
  };
  expect(effectiveOptions(facts({ variables: { a: "1", b: "2", datadir: "/x" }, changed }))).toEqual({
    b: "2",
  });
});
