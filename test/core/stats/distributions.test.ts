import { describe, expect, it } from "vitest";
import { digamma, trigamma, trigammaInverse } from "../../../src/core/stats/gamma.ts";
import { normalTail, normalUpperQuantile } from "../../../src/core/stats/normal.ts";
import { tTail, tUpperQuantile } from "../../../src/core/stats/student-t.ts";
import fixtures from "../../fixtures/stats/distributions.json" with { type: "json" };

const RELATIVE = 1e-10;

function relativeError(actual: number, expected: number): number {
  return expected === 0 ? Math.abs(actual) : Math.abs(actual / expected - 1);
}

describe(`against ${fixtures.source}`, () => {
  it.each([
    ["normalTail", normalTail, fixtures.normalTail],
    ["normalUpperQuantile", normalUpperQuantile, fixtures.normalUpperQuantile],
    ["digamma", digamma, fixtures.digamma],
    ["trigamma", trigamma, fixtures.trigamma],
    ["trigammaInverse", trigammaInverse, fixtures.trigammaInverse],
    ["tTail", tTail, fixtures.tTail],
    ["tUpperQuantile", tUpperQuantile, fixtures.tUpperQuantile],
  ] as [string, (...of: number[]) => number, (number | string)[][]][])(
    "%s is right to 1e-10",
    (_, f, rows) => {
      const wrong = rows
        .map((row) => row.map(Number))
        .filter((row) => !(relativeError(f(...row.slice(0, -1)), row.at(-1) ?? Number.NaN) < RELATIVE))
        .map((row) => ({ row, actual: f(...row.slice(0, -1)) }));
      expect(wrong).toEqual([]);
      expect(rows.length).toBeGreaterThan(9);
    },
  );
});

describe("the t distribution", () => {
  it("mirrors at zero", () => {
    expect(tTail(-2.5, 4.37)).toBe(1 - tTail(2.5, 4.37));
    expect(tUpperQuantile(0.975, 4.37)).toBeCloseTo(-tUpperQuantile(0.025, 4.37), 10);
    expect(tTail(0, 3)).toBe(0.5);
  });

  it("has no tail beyond infinity", () => {
    expect(tTail(Infinity, 3)).toBe(0);
    expect(tTail(-Infinity, 3)).toBe(1);
    expect(tTail(Infinity, Infinity)).toBe(0);
  });
});
