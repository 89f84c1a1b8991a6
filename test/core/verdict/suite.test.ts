import { describe, expect, it } from "vitest";
import { exitCodeOf, roundsWithin } from "../../../src/core/verdict/suite.ts";

describe("exitCodeOf", () => {
  it.each([
    ["pass", [0, 0, 0]],
    ["regression", [1, 1, 0]],
    ["inconclusive", [0, 3, 0]],
    ["error", [4, 4, 4]],
  ] as const)("%s is %j by what the gate fails on", (verdict, codes) => {
    const failOn = ["regression", "inconclusive", "never"] as const;
    expect(failOn.map((on) => exitCodeOf({ verdict, counts: {} }, on))).toEqual(codes);
  });
});

describe("roundsWithin", () => {
  it.each([
    ["one cell in 10 minutes", 600, 12, 12],
    ["18 cells in 10 minutes, of which few need more than two rounds", 600, 216, 5],
    ["36 cells in 10 minutes, too few to decide anything", 600, 432, 1],
    ["nothing", 5, 12, 0],
  ])("allows for %s", (_, budget, round, rounds) => {
    expect(roundsWithin(budget, round)).toBe(rounds);
  });
});
