import { describe, expect, it } from "vitest";
import { mergeResults } from "../../src/core/merge-results.ts";
import { wholeResult } from "./whole-result.ts";

function shard(workload: string, more = {}) {
  const result = wholeResult();
  const cells = result.cells.filter((cell) => cell.workload === workload);
  return { ...result, cells, suite: { ...result.suite, expected: cells.map(({ id }) => id), ...more } };
}

describe("mergeResults", () => {
  it("makes one suite of its shards", () => {
    const merged = mergeResults(shard("oltp_read_only"), [shard("oltp_write_only")]);
    expect(merged.cells.map(({ workload }) => workload)).toEqual(["oltp_read_only", "oltp_write_only"]);
    expect(merged.arms).toHaveLength(2);
    expect(merged.suite).toMatchObject({ measuredSeconds: 144, wallSeconds: 240 });
    expect(merged.suite.expected).toHaveLength(2);
  });

  it("keeps in mind that an arm crashed in one of them", () => {
    const crashed = shard("oltp_write_only");
    crashed.arms = crashed.arms.map((arm) => ({ ...arm, crashed: arm.role === "head" }));
    expect(mergeResults(shard("oltp_read_only"), [crashed]).arms.map((arm) => arm.crashed)).toEqual([
      undefined,
      true,
    ]);
  });

  it("refuses two results of the same cells", () => {
    expect(() => mergeResults(wholeResult(), [wholeResult()])).toThrow(/is in two of the results/);
  });

  it("refuses results of two plans", () => {
    const other = shard("oltp_write_only", { maxRounds: 6 });
    expect(() => mergeResults(shard("oltp_read_only"), [other])).toThrow(/different maximal rounds: 12, 6/);
  });
});
