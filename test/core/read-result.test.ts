import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { GateError } from "../../src/core/error.ts";
import { parseEvidence, parseResult } from "../../src/core/read-result.ts";
import { RESULT_SCHEMA, type Result, resultSchema } from "../../src/core/result.ts";
import { wholeResult } from "./whole-result.ts";

const whole = JSON.stringify(wholeResult());

/** What a reader says of a text that it refuses. */
function refusal(text: string, read: (text: string, file: string) => unknown = parseEvidence): GateError {
  try {
    read(text, "result.json");
  } catch (error) {
    if (error instanceof GateError) return error;
    throw error;
  }
  throw new Error("it was accepted");
}

function altered(change: (result: Result) => void): string {
  const result: Result = JSON.parse(whole);
  change(result);
  return JSON.stringify(result);
}

describe("a result", () => {
  it("is read as it was written", () => {
    expect(parseResult(whole, "result.json")).toEqual(JSON.parse(whole));
  });

  it("may have more fields than are known", () => {
    const more = { ...JSON.parse(whole), calibration: { hashes: 12 } };
    expect(parseResult(JSON.stringify(more), "result.json")).toMatchObject({ calibration: { hashes: 12 } });
  });

  it("has a JSON Schema", () => {
    expect(z.toJSONSchema(resultSchema, { io: "input" })).toMatchObject({
      required: expect.arrayContaining(["schema", "cells"]),
    });
  });

  it("may be no more than pairs with a round and d, to be decided", () => {
    const pairs = [{ round: 1, d: 0 }, { d: -0.01 }];
    const text = JSON.stringify({ schema: RESULT_SCHEMA, cells: [{ id: "a", pairs }] });
    expect(parseEvidence(text, "result.json").cells[0]?.pairs).toEqual(pairs);
    expect(refusal(text, parseResult).why).toContain("tool");
  });
});

describe("what is refused", () => {
  it.each([
    ["an empty file", "", /is empty/],
    ["a truncated file", whole.slice(0, 700), /ends in the middle/],
    ["another kind of file", "hello", /is not JSON/],
    ["another tool's file", '{"benchmarks": []}', /is no result of mysql-perf-gate/],
    ["a list", "[1]", /is no result of mysql-perf-gate/],
    [
      "another record of this tool",
      '{"schema": "mysql-perf-gate/baseline@1"}',
      /is a baseline, not a result/,
    ],
    ["a newer version", '{"schema": "mysql-perf-gate/result@2"}', /version 2 of the result format/],
    ["a result without cells", `{"schema": "${RESULT_SCHEMA}", "cells": []}`, /does not hold a result/],
  ])("is %s", (_, text, what) => {
    const error = refusal(text);
    expect(error.kind).toBe("input");
    expect(error.what).toMatch(what);
    expect(error.what).toContain("result.json");
    expect(error.remedy).not.toBe("");
  });

  it("is named by its place in the file", () => {
    const text = altered(({ cells: [cell] }) => Object.assign(cell?.pairs[1] ?? {}, { d: "fast" }));
    expect(refusal(text).why).toContain("cells[0].pairs[1].d: ");
  });
});

describe("an altered result", () => {
  it.each<[string, (result: Result) => void, RegExp]>([
    [
      "a pair's d",
      ({ cells: [cell] }) => Object.assign(cell?.pairs[0] ?? {}, { d: 0.03 }),
      /its slices give d = /,
    ],
    [
      "an estimate",
      ({ cells: [cell] }) => Object.assign(cell?.estimate ?? {}, { changePct: 0 }),
      /do not give its estimate of 0 %/,
    ],
    [
      "a verdict",
      ({ cells: [, cell] }) => Object.assign(cell ?? {}, { verdict: "pass" }),
      /counts 1 cells as pass, its cells are 2/,
    ],
    ["pairs that are gone", ({ cells: [cell] }) => cell?.pairs.pop(), /do not give its estimate/],
    ["a cell that is there twice", ({ cells }) => cells.push(...cells.slice(0, 1)), /is there twice/],
    ["a cell that is gone", ({ cells }) => cells.pop(), /counts 1 cells as regression, its cells are 0/],
    ["an arm that is gone", ({ arms }) => arms.pop(), /names the arm my-cnf, which is not there/],
  ])("is caught by %s", (_, change, why) => {
    const error = refusal(altered(change));
    expect(error.what).toContain("contradicts itself");
    expect(error.why).toMatch(why);
  });

  it("is refused or read, but never a crash, whichever bytes changed", () => {
    const edits = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.constantFrom(...'0-.e{}[],:"x ')), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(edits, fc.nat(whole.length), (changes, end) => {
        const bytes = [...whole];
        for (const [at, byte] of changes) bytes[at] = byte;
        const text = bytes.slice(0, end % 7 === 0 ? end : bytes.length).join("");
        try {
          parseEvidence(text, "result.json");
        } catch (error) {
          expect(error).toBeInstanceOf(GateError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
