import { describe, expect, it } from "vitest";
import { fitPrior, moderate } from "../../../src/core/stats/moderation.ts";

const withDf = (df: number) => (value: number) => ({ value, df });

describe("fitPrior", () => {
  // Values of R's limma, `fitFDist(x, 3)`.
  it("finds the prior of variances that differ", () => {
    const prior = fitPrior([1.2, 0.1, 5.3, 0.4, 2.1, 0.2, 9.1, 0.5, 1.6, 0.05].map(withDf(3)));
    expect(prior.value).toBeCloseTo(0.547789, 6);
    expect(prior.df).toBeCloseTo(1.80848, 5);
  });

  it("pools variances that differ by no more than chance", () => {
    const prior = fitPrior([1.2, 0.7, 2.3, 0.4, 1.1, 0.9, 3.1, 0.5, 1.6, 0.8].map(withDf(3)));
    expect(prior.value).toBeCloseTo(1.26, 12);
    expect(prior.df).toBe(Infinity);
  });

  it("raises a variance of zero to a trace of the others", () => {
    const others = [1.2, 0.7, 2.3, 0.4, 1.1];
    const prior = fitPrior([0, ...others].map(withDf(3)));
    expect(prior).toEqual(fitPrior([0.7e-5, ...others].map(withDf(3))));
    expect(prior.value).toBeGreaterThan(0);
  });

  it("knows no noise where most variances are zero", () => {
    expect(fitPrior([0, 0, 0, 1].map(withDf(3)))).toEqual({ value: 0, df: Infinity });
  });
});

describe("moderate", () => {
  it("weighs own and prior variance by their degrees of freedom", () => {
    expect(moderate({ value: 4, df: 3 }, { value: 1, df: 6 })).toEqual({ value: 2, df: 9 });
  });

  it("takes the prior alone where it is certain", () => {
    expect(moderate({ value: 4, df: 3 }, { value: 1, df: Infinity })).toEqual({ value: 1, df: Infinity });
  });
});
