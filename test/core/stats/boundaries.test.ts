import { describe, expect, it } from "vitest";
import { nominalLevels } from "../../../src/core/stats/boundaries.ts";
import { normalTail, normalUpperQuantile } from "../../../src/core/stats/normal.ts";
import { randomFrom } from "../../../src/core/stats/random.ts";

const fifths = [0.2, 0.4, 0.6, 0.8, 1];

function boundaries(spent: (information: number) => number): number[] {
  return nominalLevels(fifths.map((information) => ({ information, spent: spent(information) }))).map(
    normalUpperQuantile,
  );
}

function expectClose(actual: number[], expected: number[]): void {
  expect(actual.map((z) => z.toFixed(3))).toEqual(expected.map((z) => z.toFixed(3)));
}

describe("nominalLevels", () => {
  // R's gsDesign, K = 5, one-sided 0.025, Lan-DeMets spending.
  it("gives the O'Brien-Fleming-type boundaries", () => {
    const half = normalUpperQuantile(0.0125);
    expectClose(
      boundaries((f) => 2 * normalTail(half / Math.sqrt(f))),
      [4.877, 3.357, 2.68, 2.29, 2.031],
    );
  });

  it("gives the Pocock-type boundaries", () => {
    expectClose(
      boundaries((f) => 0.025 * Math.log(1 + (Math.E - 1) * f)),
      [2.438, 2.427, 2.41, 2.397, 2.386],
    );
  });

  it("lies between the union bound and no correction", () => {
    const looks = fifths.map((information) => ({ information, spent: 0.01 * information ** 2 }));
    for (const [i, level] of nominalLevels(looks).entries()) {
      const { spent } = looks[i] ?? { spent: Number.NaN };
      const share = spent - (looks[i - 1]?.spent ?? 0);
      expect(level).toBeGreaterThanOrEqual(share * (1 - 1e-4));
      expect(level).toBeLessThanOrEqual(spent * (1 + 1e-4));
    }
  });

  it("does not reject at a look that spends nothing, nor counts it", () => {
    const [none, last] = nominalLevels([
      { information: 0.5, spent: 0 },
      { information: 1, spent: 0.025 },
    ]);
    expect(none).toBe(0);
    expect(last).toBeCloseTo(0.025, 6);
  });

  it("spends what it should on random walks", () => {
    const looks = fifths.map((information) => ({ information, spent: 0.05 * Math.sqrt(information) }));
    const limits = nominalLevels(looks).map(normalUpperQuantile);
    const random = randomFrom(3);
    const walks = 40_000;
    let crossed = 0;
    for (let walk = 0; walk < walks; walk++) {
      let position = 0;
      crossed += limits.some((limit, i) => {
        position += random.normal();
        return position / Math.sqrt(i + 1) > limit;
      })
        ? 1
        : 0;
    }
    expect(Math.abs(crossed / walks - 0.05)).toBeLessThan(3 * Math.sqrt((0.05 * 0.95) / walks));
  });
});
