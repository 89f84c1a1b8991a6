/** One published row of the Performance Schema studies, and what its own figures say. */
export type PublishedCost = {
  product: string;
  /** In this tool's words: `oltp_read_only`. */
  workload: string;
  threads: number;
  scenario: string;
  qps: number;
  /** Computed from the QPS here and of `pfsoff`, as a fraction; undefined for `pfsoff` itself. */
  change: number | undefined;
  /** The reduction as it was printed, in percent. */
  publishedPct: number | undefined;
};

/** Reads a table of the form product,workload,threads,scenario,qps,published_reduction_pct. */
export function publishedCosts(csv: string): PublishedCost[] {
  const [, ...lines] = csv.trim().split(/\r?\n/);
  const rows = lines.map((line) => {
    const [product = "", workload = "", threads = "", scenario = "", qps = "", published = ""] =
      line.split(",");
    return {
      product,
      workload: `oltp_${workload}`,
      threads: Number(threads),
      scenario,
      qps: Number(qps),
      published,
    };
  });
  const references = new Map(
    rows.filter(({ scenario }) => scenario === "pfsoff").map((row) => [keyOf(row), row.qps]),
  );
  return rows.map(({ published, ...row }) => {
    const reference = references.get(keyOf(row));
    const isReference = row.scenario === "pfsoff";
    return {
      ...row,
      change: isReference || reference === undefined ? undefined : row.qps / reference - 1,
      publishedPct: published === "" ? undefined : Number(published),
    };
  });
}

function keyOf({
  product,
  workload,
  threads,
}: {
  product: string;
  workload: string;
  threads: number;
}): string {
  return `${product}/${workload}/${threads}`;
}

/** The rows whose printed reduction is not what their own QPS give, by more than so many points. */
export function inconsistent(costs: readonly PublishedCost[], points: number): PublishedCost[] {
  return costs.filter(
    ({ change, publishedPct }) =>
      change !== undefined && publishedPct !== undefined && Math.abs(-100 * change - publishedPct) > points,
  );
}
