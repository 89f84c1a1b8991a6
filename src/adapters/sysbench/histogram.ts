/** A row of `--histogram`: how many events took about this many milliseconds. */
export type Bucket = { ms: number; count: number };

export function readBucket(line: string): Bucket[] {
  const [, ms, count] = /^ *(\d{1,9}\.\d{3}) \|\** *(\d{1,15})$/.exec(line) ?? [];
  return ms === undefined || count === undefined ? [] : [{ ms: Number(ms), count: Number(count) }];
}

/** As sysbench's own percentile (sb_histogram.c): the first bucket up to which so many of the events lie. */
export function percentileOf(histogram: readonly Bucket[], percent: number): number | undefined {
  const events = histogram.reduce((sum, { count }) => sum + count, 0);
  const wanted = Math.floor((events * percent) / 100 + 0.5);
  let seen = 0;
  for (const { ms, count } of histogram) {
    seen += count;
    if (seen >= wanted) return ms;
  }
  return undefined;
}
