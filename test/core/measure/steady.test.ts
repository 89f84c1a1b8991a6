import { describe, expect, it } from "vitest";
import { isSteady } from "../../../src/core/measure/steady.ts";

describe("a rate is steady", () => {
  it.each([
    ["flat", [1000, 1000, 1000, 1000, 1000]],
    ["noisy without a trend", [1000, 1080, 960, 1050, 990]],
    ["climbing by less than matters", [1000, 1003, 1006, 1010, 1014]],
    ["after a climb", [200, 500, 800, 1000, 1001, 1000, 1002, 999]],
  ])("when it is %s", (_, rates) => expect(isSteady(rates)).toBe(true));

  it.each([
    ["too short to tell", [1000, 1000, 1000, 1000]],
    ["still climbing", [700, 780, 850, 910, 960]],
    ["falling", [1000, 950, 900, 850, 800]],
    ["standing still", [0, 0, 0, 0, 0]],
  ])("and not when it is %s", (_, rates) => expect(isSteady(rates)).toBe(false));
});
