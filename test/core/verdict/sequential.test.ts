import { describe, expect, it } from "vitest";
import { normalUpperQuantile } from "../../../src/core/stats/normal.ts";
import { tTail } from "../../../src/core/stats/student-t.ts";
import { weigh } from "../../../src/core/verdict/evidence.ts";
import { runTests, type Test } from "../../../src/core/verdict/sequential.ts";
import { rounds } from "./recorded.ts";

const margin = Math.log(0.95);

function testOf(values: readonly number[], more: Partial<Test> = {}): Test {
  return {
    stratum: "qps of oltp_read_only",
    prior: { value: 0.02 ** 2, df: 4 },
    margin,
    rounds: values.map((value, i) => ({ round: i + 1, value })),
    ...more,
  };
}

const design = { falseAlarms: 0.01, tests: 1, maxRounds: 12 };

describe("weigh", () => {
  it("is a t-test where there is no prior", () => {
    // scipy.stats.ttest_1samp(x, log(.95), alternative='less'): t = -3.912815, p = .00563153
    const [found] = weigh(
      [testOf([], { prior: { value: 1, df: 0 } })],
      [[-0.062, -0.081, -0.055, -0.074, -0.068, -0.09].map((value, round) => ({ round, value }))],
    );
    const t = ((found?.mean ?? Number.NaN) - margin) / (found?.standardError ?? Number.NaN);
    expect(t).toBeCloseTo(-3.912814530494068, 10);
    expect(tTail(-t, found?.df ?? Number.NaN)).toBeCloseTo(0.005631527058156545, 12);
  });

  it("learns the noise from twelve cells, and assumes it for eleven", () => {
    const alike = rounds(0, 6).map((value, round) => ({ round, value }));
    const sets = Array.from({ length: 12 }, () => alike);
    const evidence = (count: number) =>
      weigh(
        sets.slice(0, count).map(() => testOf([])),
        sets.slice(0, count),
      );
    expect(evidence(11)[0]?.df).toBe(4 + 5);
    expect(evidence(12)[0]?.df).toBe(8 + 5);
  });

  it("never takes a cell for quieter than it was seen", () => {
    const loud = [0.1, -0.1, 0.1, -0.1].map((value, round) => ({ round, value }));
    const [found] = weigh([testOf([])], [loud]);
    expect(found?.standardError).toBeCloseTo(Math.sqrt(0.04 / 3 / 4), 12);
  });

  it("adds the doubt of what it is compared with", () => {
    const values = rounds(0, 4).map((value, round) => ({ round, value }));
    const [alone, against] = weigh(
      [testOf([]), testOf([], { against: { mean: 0.1, standardError: 0.03 } })],
      [values, values],
    );
    expect(against?.mean).toBeCloseTo((alone?.mean ?? 0) - 0.1, 12);
    expect(against?.standardError).toBeCloseTo(Math.hypot(alone?.standardError ?? 0, 0.03), 12);
  });
});

describe("runTests", () => {
  it("passes a cell without a change after two rounds", () => {
    const [outcome] = runTests([testOf(rounds(0, 12))], design, true);
    expect(outcome).toMatchObject({ decision: "pass", evidence: { rounds: 2 } });
  });

  it("calls a clear loss after four rounds, not before", () => {
    const lost = rounds(-0.15, 12);
    expect(runTests([testOf(lost.slice(0, 3))], design, true)[0]?.decision).toBe("open");
    expect(runTests([testOf(lost)], design, true)[0]).toMatchObject({
      decision: "regression",
      evidence: { rounds: 4 },
    });
  });

  it("says the same while the run goes on and afterwards", () => {
    const changes = [0, -0.03, -0.05, -0.06, -0.08, -0.1];
    const all = Array.from({ length: 18 }, (_, i) => rounds(changes[i % 6] ?? 0, 12, i));
    const suite = { ...design, tests: all.length };
    const recorded: number[][] = all.map(() => []);
    let live = runTests(
      recorded.map((values) => testOf(values)),
      suite,
      false,
    );
    const decidedAt = new Map<number, number>();
    for (let round = 0; round < 12; round++) {
      for (const [i, { decision }] of live.entries()) {
        if (decision === "open") recorded[i]?.push(all[i]?.[round] ?? Number.NaN);
      }
      live = runTests(
        recorded.map((values) => testOf(values)),
        suite,
        false,
      );
      for (const [i, { decision }] of live.entries()) {
        if (decision !== "open" && !decidedAt.has(i)) decidedAt.set(i, round + 1);
      }
    }
    const afterwards = runTests(
      recorded.map((values) => testOf(values)),
      suite,
      true,
    );
    expect(afterwards).toEqual(live);
    expect(new Set(decidedAt.values()).size).toBeGreaterThan(2);
    for (const [i, round] of decidedAt) expect(afterwards[i]?.evidence?.rounds).toBe(round);
  });

  it("looks between two scheduled looks only when the run has ended", () => {
    const between = Array.from({ length: 5 }, () => margin - 0.0333);
    const [open] = runTests([testOf(between)], design, false);
    const [ended] = runTests([testOf(between)], design, true);
    expect([open?.decision, ended?.decision]).toEqual(["open", "regression"]);
  });

  it("does not look at rounds beyond the plan", () => {
    const [outcome] = runTests(
      [testOf([...rounds(-0.05, 4, 4), ...rounds(-0.3, 4)])],
      { ...design, maxRounds: 4 },
      true,
    );
    expect(outcome?.decision).toBe("open");
  });

  it("counts a cell's own rounds where others have more", () => {
    const late = testOf([]).rounds;
    const skipped = {
      ...testOf([]),
      rounds: [...late, ...rounds(0, 2).map((value, i) => ({ round: i + 5, value }))],
    };
    const [, outcome] = runTests([testOf(rounds(-0.05, 6)), skipped], { ...design, tests: 2 }, false);
    expect(outcome).toMatchObject({ decision: "pass", evidence: { rounds: 2 } });
  });

  it("has nothing to say without a round", () => {
    expect(runTests([testOf([])], design, true)).toEqual([{ decision: "open", evidence: undefined }]);
  });
});

describe("Holm's correction", () => {
  /** Of which 5 % are spent. */
  const falseAlarms = 0.05 / 0.75;

  /** A test whose only look has exactly this p. */
  const withP = (p: number) => {
    const deviation = 0.01;
    const mean = margin - (normalUpperQuantile(p) * deviation) / Math.SQRT2;
    return testOf([mean, mean], { prior: { value: deviation ** 2, df: Infinity } });
  };

  // statsmodels.stats.multitest.multipletests(p, 0.05, "holm")
  it.each([
    [
      [0.01, 0.04, 0.03, 0.005],
      [true, false, false, true],
    ],
    [
      [0.001, 0.012, 0.014, 0.02, 0.3],
      [true, true, true, true, false],
    ],
    [
      [0.02, 0.02, 0.02, 0.02],
      [false, false, false, false],
    ],
  ])("of %j rejects %j", (ps, rejected) => {
    const outcomes = runTests(ps.map(withP), { falseAlarms, tests: ps.length, maxRounds: 2 }, true);
    expect(outcomes.map(({ decision }) => decision === "regression")).toEqual(rejected);
  });

  it("counts planned tests that never ran", () => {
    const [alone] = runTests([withP(0.01)], { falseAlarms, tests: 4, maxRounds: 2 }, true);
    const [crowded] = runTests([withP(0.01)], { falseAlarms, tests: 6, maxRounds: 2 }, true);
    expect([alone?.decision, crowded?.decision]).toEqual(["regression", "open"]);
  });
});
