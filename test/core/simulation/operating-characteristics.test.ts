import { describe, expect, it } from "vitest";
import { conditions, schemeOf } from "../../../bench/characteristics/conditions.ts";
import { broken } from "../../../bench/characteristics/requirements.ts";
import { simulate } from "../../../src/core/simulation/simulate.ts";
import { randomFrom } from "../../../src/core/stats/random.ts";

/** Fewer suites than `npm run bench -- operating-characteristics` takes; the promises and the noise are the same. */
const suites: Record<number, number> = { 36: 25, 3: 100, 1: 200 };

describe.each(conditions)("with $name", (condition) => {
  it.each([
    [36, 0, 0.01],
    [36, -0.05, 0.01],
    [36, -0.05, 0.05],
    [36, -0.1, 0.01],
    [3, 0, 0.01],
    [3, -0.05, 0.05],
    [1, 0, 0.01],
    [1, -0.05, 0.01],
    [1, -0.05, 0.05],
  ])("%i cells with a change of %d hold what is promised for an α of %d", (cells, change, alpha) => {
    const scheme = schemeOf(condition, cells, change, alpha);
    expect(broken(condition, scheme, simulate(scheme, suites[cells] ?? Number.NaN, randomFrom(11)))).toEqual(
      [],
    );
  });
});

it.each(conditions.slice(0, 1))("sees a promise broken", (condition) => {
  const cells = { regression: 0, suspect: 0.5, inconclusive: 0.4, pass: 0.1 };
  const found = { suites: 1000, failedSuites: 0.03, cells, roundsPerCell: 12, minutesPerSuite: 86 };
  const problems = [-0.05, 0, -0.1].map((change) =>
    broken(condition, schemeOf(condition, 36, change, 0.01), found),
  );
  expect(problems).toEqual([
    ["too many false alarms", "too many false passes"],
    ["false alarms without any change", "not all cells pass without any change"],
    ["fewer than 0.999 of the losses proven"],
  ]);
});
