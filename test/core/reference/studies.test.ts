import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inconsistent, publishedCosts } from "../../../src/core/reference/studies.ts";

const read = (name: string) => publishedCosts(readFileSync(`reference/${name}.csv`, "utf8"));

describe("the published study", () => {
  const costs = read("pfs-overhead-rds-polardb");

  it("has two products, three workloads, six scenarios and eleven thread levels", () => {
    expect(costs).toHaveLength(2 * 3 * 6 * 11);
  });

  it("gives a reduction for every row but the reference's own", () => {
    expect(costs.filter(({ change }) => change === undefined).map(({ scenario }) => scenario)).toEqual(
      Array(66).fill("pfsoff"),
    );
  });

  it("prints 45 of its 330 percentages otherwise than its own QPS give them", () => {
    expect(costs.filter(({ publishedPct }) => publishedPct !== undefined)).toHaveLength(330);
    expect(inconsistent(costs, 0.1)).toHaveLength(45);
  });

  it("is computed, not copied: 41279 QPS of 47026 are 12.2 % less, whatever was printed", () => {
    const row = costs.find(
      ({ product, workload, threads, scenario }) =>
        `${product} ${workload} ${threads} ${scenario}` === "rds oltp_read_only 512 pfson_conoff_insoff",
    );
    expect(row?.publishedPct).toBe(15.22);
    expect(row?.change).toBeCloseTo(-0.1222, 3);
  });
});
