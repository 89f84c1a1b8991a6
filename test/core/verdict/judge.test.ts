import { describe, expect, it } from "vitest";
import { judge } from "../../../src/core/verdict/judge.ts";
import { cellOf, expected, rounds, suiteOf } from "./recorded.ts";

const one = suiteOf([expected("a")]);

describe("a cell's verdict", () => {
  it("is a pass where the loss is proven smaller than the tolerance", () => {
    const { cells, suite } = judge(one, [cellOf("a", [0.004, -0.01])], true);
    expect(cells[0]).toMatchObject({ verdict: "pass", estimate: { rounds: 2, pairs: 2, confidence: 0.95 } });
    expect(cells[0]?.reasons).toEqual(["lost 0.3 % [−3.1, 3.6], tolerance 5 %"]);
    expect(suite.verdict).toBe("pass");
  });

  it("is an improvement where the whole interval gained", () => {
    const { cells, suite } = judge(one, [cellOf("a", rounds(0.1, 2))], true);
    expect(cells[0]?.verdict).toBe("improvement");
    expect(cells[0]?.reasons[0]).toMatch(/^gained 9\.\d % \[/);
    expect(suite).toMatchObject({ verdict: "pass", counts: { improvement: 1, pass: 0 } });
  });

  it("is a regression where the loss is proven larger", () => {
    const { cells, suite } = judge(one, [cellOf("a", rounds(-0.12, 4))], true);
    expect(cells[0]?.verdict).toBe("regression");
    expect(cells[0]?.reasons[0]).toMatch(/^lost 1\d\.\d % \[\d+\.\d, \d+\.\d\], tolerance 5 %$/);
    expect(suite.verdict).toBe("regression");
  });

  it("is suspect where a loss beyond the tolerance is proven to be a loss only", () => {
    const { cells, suite } = judge(one, [cellOf("a", [-0.05, -0.06, -0.07, -0.06])], true);
    expect(cells[0]?.verdict).toBe("suspect");
    expect(cells[0]?.reasons[0]).toMatch(
      /: beyond it, but not proven so; about \d+ rounds in all would decide, \d+ minutes? more$/,
    );
    expect(suite.verdict).toBe("inconclusive");
  });

  it("is inconclusive otherwise, with what a decision would need", () => {
    const { cells, suite } = judge(one, [cellOf("a", [-0.02, -0.05, -0.02, -0.05])], true);
    expect(cells[0]?.verdict).toBe("inconclusive");
    const { rounds: needed = 0, minutes = 0 } = cells[0]?.needs ?? {};
    expect(needed).toBeGreaterThan(4);
    expect(minutes).toBeCloseTo(((needed - 4) * 12) / 60, 10);
    expect(suite.verdict).toBe("inconclusive");
  });

  it("names no time where none would tell", () => {
    const onTheEdge = [-0.06, -0.0425, -0.06, -0.0425];
    const { cells } = judge(one, [cellOf("a", onTheEdge)], true);
    expect(cells[0]?.needs).toEqual({});
    expect(cells[0]?.reasons[0]).toContain("more time would not tell");
  });
});

describe("an error", () => {
  const two = suiteOf([expected("a"), expected("b")]);
  const fine = cellOf("a", rounds(0, 2));

  it.each([
    ["missing", undefined, /^missing: the plan names this cell/],
    ["without a pair", cellOf("b", []), /^missing: no pair/],
    ["failed", cellOf("b", rounds(0, 2), { failure: "mysqld ended with signal 11" }), /signal 11/],
    ["without a usable pair", { id: "b", pairs: [{ round: 1, d: 0, dropped: "steal" }] }, /every pair/],
  ])("is a cell that is %s, and no suite is green with it", (_, cell, reason) => {
    const { suite, cells } = judge(two, cell === undefined ? [fine] : [fine, cell], true);
    expect(cells[1]?.verdict).toBe("error");
    expect(cells[1]?.reasons[0]).toMatch(reason);
    expect(suite).toMatchObject({ verdict: "error", counts: { pass: 1, error: 1 } });
  });

  it("does not hide a regression", () => {
    const { suite } = judge(two, [cellOf("a", rounds(-0.2, 6))], true);
    expect(suite.verdict).toBe("regression");
  });

  it("is a suite of no cells", () => {
    expect(judge(suiteOf([]), [], true).suite.verdict).toBe("error");
  });
});

describe("what is left to measure", () => {
  const suite = suiteOf([expected("new"), expected("open"), expected("passed"), expected("failed")], {
    maxRounds: 4,
  });
  const undecided = [-0.02, -0.05, -0.02, -0.05];
  const measured = (count: number) => [
    cellOf("open", undecided.slice(0, count)),
    cellOf("passed", rounds(0, 2)),
    cellOf("failed", [0], { failure: "crashed" }),
  ];

  it("is what another round could decide", () => {
    expect(judge(suite, measured(2), false).undecided).toEqual(["new", "open"]);
  });

  it("is nothing of a cell that had its rounds", () => {
    expect(judge(suite, measured(4), false).undecided).toEqual(["new"]);
  });

  it("is nothing after the end", () => {
    expect(judge(suite, measured(2), true).undecided).toEqual([]);
  });
});

describe("other metrics", () => {
  const latencies = (rise: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      round: i + 1,
      latency: { base: { p95: 10 + (i % 2) * 0.1 }, head: { p95: (10 + (i % 2) * 0.1) * rise } },
      rssBytes: { base: 500e6, head: 600e6 },
    }));

  it("are judged by rises, round by round, beside QPS", () => {
    const suite = suiteOf([expected("a", { metrics: { p95: 0.1 } })]);
    const { cells } = judge(suite, [cellOf("a", rounds(0, 8), { rounds: latencies(1.5, 8) })], true);
    expect(cells[0]).toMatchObject({
      verdict: "regression",
      metrics: { p95: { tolerance: 0.1, verdict: "regression" } },
    });
    expect(cells[0]?.reasons[0]).toMatch(/^p95 rose 50\.0 % \[4\d\.\d, 5\d\.\d\], tolerance 10 %$/);
    expect(cells[0]?.metrics?.p95?.estimate?.changePct).toBeCloseTo(50, 8);
  });

  it("take CPU per query from the slices, where less is no improvement of the cell", () => {
    const slice = (head: number) => ({
      lane: 0,
      baseQps: 1,
      headQps: 1,
      baseCpuUsPerQuery: 100,
      headCpuUsPerQuery: head,
      seconds: 1,
    });
    const pairs = [1, 2, 3, 4].map((round) => ({ round, d: 0, slices: [slice(80), slice(80 - round / 10)] }));
    const suite = suiteOf([expected("a", { metrics: { "cpu-per-query": 0.05 } })]);
    const { cells } = judge(suite, [{ id: "a", pairs }], true);
    expect(cells[0]).toMatchObject({
      verdict: "pass",
      metrics: { "cpu-per-query": { verdict: "improvement" } },
    });
    expect(cells[0]?.metrics?.["cpu-per-query"]?.estimate?.changePct).toBeCloseTo(-20, 0);
  });

  it("make a cell inconclusive that has a tolerance on what was not recorded", () => {
    const suite = suiteOf([expected("a", { metrics: { memory: 0.1 } })]);
    const { cells } = judge(suite, [cellOf("a", rounds(0, 2))], true);
    expect(cells[0]).toMatchObject({
      verdict: "inconclusive",
      reasons: ["memory: no round with a value; tolerance 10 %"],
    });
  });

  it("count among the tests that the false alarms are shared by", () => {
    const loss = Array.from({ length: 4 }, () => Math.log(0.95) - 0.04);
    const alone = judge(suiteOf([expected("a")]), [cellOf("a", loss)], true);
    const metrics = { p95: 5, memory: 5, "cpu-per-query": 5 };
    const shared = judge(suiteOf([expected("a", { metrics })]), [cellOf("a", loss)], true);
    expect([alone.cells[0]?.verdict, shared.cells[0]?.verdict]).toEqual(["regression", "suspect"]);
  });
});

describe("a comparison with a stored ratio", () => {
  it("is of this run's ratio with that one", () => {
    const stored = { lnRatio: Math.log(0.8), standardError: 0.005 };
    const { cells } = judge(one, [cellOf("a", rounds(-0.2, 6), { against: stored })], true);
    expect(cells[0]?.verdict).toBe("pass");
    expect(Math.abs(cells[0]?.estimate?.changePct ?? Number.NaN)).toBeLessThan(2);
  });

  it("is never surer than the stored ratio is", () => {
    const stored = { lnRatio: 0, standardError: 0.05 };
    const { cells } = judge(one, [cellOf("a", rounds(-0.1, 12), { against: stored })], true);
    expect(cells[0]?.verdict).not.toBe("regression");
  });
});

describe("warnings", () => {
  it("say that noise is assumed where cells are few", () => {
    expect(judge(one, [cellOf("a", rounds(0, 2))], true).warnings).toMatchObject([{ kind: "assumed-noise" }]);
    const noise = new Map([["oltp_read_only", { value: 0.0001, df: 8 }]]);
    expect(judge({ ...one, noise }, [cellOf("a", rounds(0, 2))], true).warnings).toEqual([]);
    const many = Array.from({ length: 12 }, (_, i) => expected(String(i)));
    expect(judge(suiteOf(many), [], true).warnings).toEqual([]);
  });

  it("count the pairs that were dropped, which do not decide", () => {
    const cell = cellOf("a", [0.001, -0.002]);
    cell.pairs.push({ round: 2, d: -0.9, dropped: "steal" });
    const { cells } = judge(one, [cell], true);
    expect(cells[0]).toMatchObject({
      verdict: "pass",
      estimate: { pairs: 2 },
      warnings: [{ kind: "dropped-pairs", text: "1 of 3 pairs do not count: steal." }],
    });
  });

  it("tell a cost that comes in stalls", () => {
    const steady = [-0.03, -0.03, -0.03, -0.03, -0.03, -0.031];
    const pairs = (last: number) => [...steady, last].map((d, i) => ({ round: 1 + Math.floor(i / 4), d }));
    const noise = new Map([["oltp_read_only", { value: 1e-5, df: 1000 }]]);
    const kinds = (last: number) =>
      judge({ ...one, noise }, [{ id: "a", pairs: pairs(last) }], true).cells[0]?.warnings;
    expect(kinds(-0.031)).toEqual([]);
    expect(kinds(-0.08)).toMatchObject([{ kind: "stalls" }]);
  });

  it("say that pairs without rounds are one round", () => {
    const { cells } = judge(one, [{ id: "a", pairs: [{ d: 0 }, { d: 0.001 }] }], true);
    expect(cells[0]).toMatchObject({ verdict: "inconclusive", warnings: [{ kind: "one-round" }] });
  });

  it("say that rounds after the decision do not count", () => {
    const { cells } = judge(one, [cellOf("a", rounds(0, 6))], true);
    expect(cells[0]).toMatchObject({ estimate: { rounds: 2 }, warnings: [{ kind: "unused-rounds" }] });
  });
});

it("tells what loss the run could prove", () => {
  const measured = [cellOf("a", rounds(0, 12, 1, 0.02))];
  const few = judge(suiteOf([expected("a")], { maxRounds: 4 }), measured, true).suite.minimumDetectablePct;
  const many = judge(suiteOf([expected("a")]), measured, true).suite.minimumDetectablePct;
  expect(few).toBeGreaterThan(many ?? Number.NaN);
  expect(many).toBeGreaterThan(5);
});
