import { describe, expect, it } from "vitest";
import { randomFrom } from "../../../src/core/stats/random.ts";

const draws = (seed: number, count: number) => {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => random.normal());
};

describe("randomFrom", () => {
  it("repeats itself for a seed and differs between seeds", () => {
    expect(draws(7, 50)).toEqual(draws(7, 50));
    expect(draws(7, 50)).not.toEqual(draws(8, 50));
    expect(draws(7, 50)).not.toEqual(draws(7 + 2 ** 32, 50));
  });

  it("is uniform between 0 and 1", () => {
    const random = randomFrom(1);
    const tenths = new Array<number>(10).fill(0);
    for (let i = 0; i < 100_000; i++) {
      const tenth = Math.floor(10 * random.uniform());
      tenths[tenth] = (tenths[tenth] ?? Number.NaN) + 1;
    }
    const chiSquare = tenths.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(27.88); // 0.1 % point of χ² with 9 degrees of freedom
  });

  it("has the moments of the normal distribution", () => {
    const values = draws(2, 200_000);
    const moment = (power: number) => values.reduce((sum, value) => sum + value ** power, 0) / values.length;
    expect(moment(1)).toBeCloseTo(0, 2);
    expect(moment(2)).toBeCloseTo(1, 1);
    expect(moment(3)).toBeCloseTo(0, 1);
    expect(moment(4)).toBeCloseTo(3, 1);
  });
});
