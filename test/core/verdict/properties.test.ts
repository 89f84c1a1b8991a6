import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EvidenceCell } from "../../../src/core/result.ts";
import { randomFrom } from "../../../src/core/stats/random.ts";
import { judge } from "../../../src/core/verdict/judge.ts";
import type { ExpectedCell } from "../../../src/core/verdict/suite.ts";
import { cellOf, expected, suiteOf } from "./recorded.ts";

/** Cells of all kinds: steady and loud, with and without a change, with a few rounds or all twelve. */
const cells = fc
  .array(
    fc.record({
      change: fc.constantFrom(0, -0.02, -0.05, -0.08, -0.15, 0.1),
      deviation: fc.constantFrom(0, 0.001, 0.01, 0.03, 0.1),
      rounds: fc.integer({ min: 1, max: 12 }),
      workload: fc.constantFrom("oltp_read_only", "oltp_write_only"),
      tolerance: fc.constantFrom(0.01, 0.05, 0.1),
      seed: fc.integer({ min: 0, max: 1e9 }),
    }),
    { minLength: 1, maxLength: 30 },
  )
  .map((drawn) =>
    drawn.map(({ change, deviation, rounds, workload, tolerance, seed }, i) => {
      const random = randomFrom(seed);
      const values = Array.from({ length: rounds }, () => Math.log1p(change) + deviation * random.normal());
      return {
        planned: expected(`cell-${i}`, { workload, tolerance }),
        measured: cellOf(`cell-${i}`, values),
      };
    }),
  );

type Drawn = { planned: ExpectedCell; measured: EvidenceCell };

function judged(drawn: readonly Drawn[]) {
  const suite = suiteOf(drawn.map(({ planned }) => planned));
  return judge(
    suite,
    drawn.map(({ measured }) => measured),
    true,
  );
}

function verdicts(drawn: readonly Drawn[]): Map<string, string> {
  return new Map(judged(drawn).cells.map(({ id, verdict }) => [id, verdict]));
}

describe("a verdict", () => {
  it("does not depend on the order of the cells", () => {
    fc.assert(
      fc.property(cells, fc.integer(), (drawn, seed) => {
        const random = randomFrom(seed);
        const shuffled = drawn.map((cell) => ({ cell, at: random.uniform() })).sort((a, b) => a.at - b.at);
        const [before, after] = [verdicts(drawn), verdicts(shuffled.map(({ cell }) => cell))];
        for (const [id, verdict] of before) expect(after.get(id)).toBe(verdict);
      }),
    );
  });

  it("does not turn from a pass into a regression by a larger tolerance", () => {
    fc.assert(
      fc.property(cells, fc.nat(), fc.constantFrom(1.01, 1.5, 4), (drawn, at, factor) => {
        const before = verdicts(drawn);
        const wider = drawn.map(({ planned, measured }, i) => ({
          planned: i === at % drawn.length ? { ...planned, tolerance: planned.tolerance * factor } : planned,
          measured,
        }));
        for (const [id, verdict] of verdicts(wider)) {
          if (verdict === "regression") expect(["pass", "improvement"]).not.toContain(before.get(id));
        }
      }),
    );
  });

  it("does not turn from a regression into a pass by one more hopeless cell", () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(0.001, 0.05, 0.5), (drawn, deviation) => {
        const random = randomFrom(5);
        const lost = Array.from({ length: 12 }, () => -0.7 + deviation * random.normal());
        const hopeless = { planned: expected("hopeless"), measured: cellOf("hopeless", lost) };
        const after = verdicts([...drawn, hopeless]);
        for (const [id, verdict] of verdicts(drawn)) {
          if (verdict === "regression") expect(["pass", "improvement"]).not.toContain(after.get(id));
        }
      }),
    );
  });

  it("is never green for a suite with an error", () => {
    fc.assert(
      fc.property(cells, (drawn) => {
        const { suite } = judged([...drawn, { planned: expected("gone"), measured: cellOf("other", []) }]);
        expect(suite.counts.error).toBe(1);
        expect(["error", "regression"]).toContain(suite.verdict);
      }),
    );
  });
});

describe("an estimate", () => {
  it("is mirrored by swapping base and head", () => {
    let compared = 0;
    fc.assert(
      fc.property(cells, (drawn) => {
        // So wide a tolerance is decided at the same look in both directions, but for a few very loud cells.
        const wide = drawn.map(({ planned, measured }) => ({
          planned: { ...planned, tolerance: 0.6 },
          measured,
        }));
        const swapped = wide.map(({ planned, measured }) => ({
          planned,
          measured: { ...measured, pairs: measured.pairs.map((pair) => ({ ...pair, d: -pair.d })) },
        }));
        const after = judged(swapped).cells;
        for (const [i, { estimate }] of judged(wide).cells.entries()) {
          const mirrored = after[i]?.estimate;
          if (mirrored?.rounds !== estimate?.rounds) continue;
          const ln = (percent = Number.NaN) => Math.log1p(percent / 100);
          expect(ln(mirrored?.changePct)).toBeCloseTo(-ln(estimate?.changePct), 10);
          expect(ln(mirrored?.lowPct)).toBeCloseTo(-ln(estimate?.highPct), 10);
          expect(ln(mirrored?.highPct)).toBeCloseTo(-ln(estimate?.lowPct), 10);
          compared++;
        }
      }),
    );
    expect(compared).toBeGreaterThan(500);
  });
});
