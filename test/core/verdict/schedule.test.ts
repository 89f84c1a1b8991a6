import { describe, expect, it } from "vitest";
import { levelsAt, scheduledLooks } from "../../../src/core/verdict/schedule.ts";

describe("scheduledLooks", () => {
  it.each([
    [2, [2]],
    [3, [2, 3]],
    [5, [2, 3, 4, 5]],
    [12, [2, 3, 4, 6, 8, 12]],
    [20, [2, 3, 4, 6, 8, 12, 16, 20]],
  ])("with %i rounds are %j", (maxRounds, looks) => {
    expect(scheduledLooks(maxRounds)).toEqual(looks);
  });
});

describe("levelsAt", () => {
  it("calls a regression from the third look on", () => {
    expect(levelsAt(3, 12, 0.01).regression).toBe(0);
    expect(levelsAt(4, 12, 0.01).regression).toBeCloseTo(0.0075 / 9, 6);
    expect(levelsAt(2, 2, 0.01).regression).toBeCloseTo(0.0075, 6);
  });

  it("never passes what the printed interval does not show", () => {
    for (const rounds of [2, 3, 4, 5]) {
      for (const maxRounds of [5, 6, 12])
        expect(levelsAt(rounds, maxRounds, 0.01).pass).toBeLessThanOrEqual(0.025);
    }
    expect(levelsAt(2, 2, 0.01).pass).toBe(0.025);
  });

  it("is stricter for a smaller share of the error", () => {
    expect(levelsAt(6, 12, 0.01 / 36).regression).toBeLessThan(levelsAt(6, 12, 0.01 / 35).regression);
    expect(levelsAt(6, 12, 0.01 / 36).pass).toBe(levelsAt(6, 12, 0.01).pass);
  });

  it("has a look wherever a run had to end", () => {
    expect(levelsAt(7, 12, 0.01).regression).toBeGreaterThan(0);
  });
});
