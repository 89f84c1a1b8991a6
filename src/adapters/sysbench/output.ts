import type { Interval, LoadReport } from "../../core/sysbench/load-report.ts";
import { readBucket } from "./histogram.ts";
import { exactReport, printedReport } from "./report.ts";

/** A line that begins with FATAL, and how often it came in a row. */
type Fatal = { text: string; times: number };

/** What a sysbench has printed on stdout, whole or cut off anywhere. */
export type Output = {
  /** All threads were connected and began. */
  started: boolean;
  intervals: Interval[];
  fatal: Fatal[];
  report: LoadReport | undefined;
};

/** Knows 1.0 and the development version, whose reports differ in a heading and two labels. */
export function readOutput(stdout: string): Output {
  // What follows the last line break was cut off, perhaps in the middle of a number.
  const lines = stdout.split("\n").slice(0, -1);
  const histogram = lines.flatMap(readBucket);
  const exact = lines.findLast((line) => line.startsWith(exactMark));
  return {
    started: lines.includes("Threads started!"),
    intervals: lines.flatMap(readInterval),
    fatal: lines.flatMap((line, index) => readFatal(line, lines[index + 1])),
    report: exactReport(exact?.slice(exactMark.length), histogram) ?? printedReport(lines, histogram),
  };
}

/** sysbench folds a message that comes again at once into one line after it. */
function readFatal(line: string, next = ""): Fatal[] {
  if (!line.startsWith("FATAL: ")) return [];
  const repeats = /^\(last message repeated (\d{1,9}) times\)$/.exec(next)?.[1] ?? 0;
  return [{ text: line.slice("FATAL: ".length), times: 1 + Number(repeats) }];
}

/** What scenarios/workloads/controlled.lua puts before its line. */
const exactMark = "mysql-perf-gate report ";

const number = /(\d+(?:\.\d+)?)/.source;
const interval = new RegExp(
  `^\\[ ${number}s \\] thds: ${number} tps: ${number} qps: ${number} \\([^)]*\\) lat \\([^)]*\\): \\S+ err/s:? ${number} `,
);

function readInterval(line: string): Interval[] {
  const found = interval.exec(line)?.slice(1).map(Number) ?? [];
  const [at, threads, eventsPerSecond, statementsPerSecond, errorsPerSecond] = found;
  if (at === undefined || threads === undefined || eventsPerSecond === undefined) return [];
  if (statementsPerSecond === undefined || errorsPerSecond === undefined) return [];
  return [{ at, threads, eventsPerSecond, statementsPerSecond, errorsPerSecond }];
}
