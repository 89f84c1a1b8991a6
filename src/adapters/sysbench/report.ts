import type { LoadReport } from "../../core/sysbench/load-report.ts";
import { type Bucket, percentileOf } from "./histogram.ts";

/** The one line that scenarios/workloads/controlled.lua prints: exact numbers, times in seconds. */
export function exactReport(line: string | undefined, histogram: readonly Bucket[]): LoadReport | undefined {
  const values = new Map(Object.entries(parseJson(line)));
  return reportOf(
    {
      seconds: values.get("time_total"),
      events: values.get("events"),
      read: values.get("reads"),
      write: values.get("writes"),
      other: values.get("other"),
      ignoredErrors: values.get("errors"),
      reconnects: values.get("reconnects"),
      min: thousandfold(values.get("latency_min")),
      avg: thousandfold(values.get("latency_avg")),
      max: thousandfold(values.get("latency_max")),
    },
    histogram,
  );
}

/** The report in sysbench's own words. */
export function printedReport(
  lines: readonly string[],
  histogram: readonly Bucket[],
): LoadReport | undefined {
  const values = labelledNumbers(lines);
  // The last of its numbers; without it, percentiles may have been cut off.
  if (!values.has("sum")) return undefined;
  return reportOf(
    {
      seconds: values.get("total time") ?? values.get("time elapsed"),
      events: values.get("total number of events"),
      read: values.get("read"),
      write: values.get("write"),
      other: values.get("other"),
      ignoredErrors: values.get("ignored errors"),
      reconnects: values.get("reconnects"),
      // To a hundredth of a millisecond, which is all that is printed.
      min: values.get("min"),
      avg: values.get("avg"),
      max: values.get("max"),
    },
    histogram,
    { p95: values.get("95th percentile"), p99: values.get("99th percentile") },
  );
}

/** Under the report's own headings alone: a script may print what it likes. */
function labelledNumbers(lines: readonly string[]): Map<string, number> {
  const values = new Map<string, number>();
  let section = "";
  for (const line of lines) {
    if (/^\S[^:]{0,40}:$/.test(line)) section = line;
    const [, label = "", value] = /^ {4,12}([a-z0-9][a-z0-9 ]{0,40}): +(\d+(?:\.\d+)?)/.exec(line) ?? [];
    if (value !== undefined && sections.has(section)) values.set(label, Number(value));
  }
  return values;
}

const sections = new Set(["SQL statistics:", "General statistics:", "Throughput:", "Latency (ms):"]);

type Fields = Record<
  | ("seconds" | "events" | "read" | "write" | "other" | "ignoredErrors" | "reconnects")
  | ("min" | "avg" | "max"),
  unknown
>;

type Percentiles = { p95?: number | undefined; p99?: number | undefined };

/** Undefined when a number is missing: half a report is none. */
function reportOf(
  fields: Fields,
  histogram: readonly Bucket[],
  printed: Percentiles = {},
): LoadReport | undefined {
  if (!Object.values(fields).every(isMeasure)) return undefined;
  const { seconds, events, read, write, other, ignoredErrors, reconnects, ...times } = fields as Record<
    keyof Fields,
    number
  >;
  const p95 = percentileOf(histogram, 95) ?? printed.p95;
  const p99 = percentileOf(histogram, 99) ?? printed.p99;
  const latency = events === 0 ? undefined : { ...times, p95, p99 };
  return { seconds, events, statements: { read, write, other }, ignoredErrors, reconnects, latency };
}

function isMeasure(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

function parseJson(line = ""): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    // Cut off in the middle: its writer was killed.
    return {};
  }
}

function thousandfold(seconds: unknown): unknown {
  return typeof seconds === "number" ? seconds * 1000 : seconds;
}
