import { describe, expect, it } from "vitest";
import { readOutput } from "../../../src/adapters/sysbench/output.ts";
import { recorded, recordings } from "./fixtures.ts";

const withReport = recordings.filter((name) =>
  /\n(General statistics:|mysql-perf-gate)/.test(recorded(name).stdout),
);

/** A labelled number as the recording has it, read without the parser. */
function printed(stdout: string, label: string): number {
  return Number(stdout.split(`${label}:`)[1]?.trim().split(/[\s(]/)[0]?.replace("s", ""));
}

describe("sysbench's own report", () => {
  it.each(withReport.filter((name) => !name.startsWith("controlled")))("%s", (name) => {
    const { stdout, output } = recorded(name);
    const { report } = output;
    const { read, write, other } = report?.statements ?? { read: 0, write: 0, other: 0 };
    expect(read + write + other).toBe(printed(stdout, "total"));
    expect({ ...report, statements: undefined, latency: undefined }).toEqual({
      seconds: printed(stdout, "total time"),
      events: printed(stdout, "total number of events"),
      ignoredErrors: printed(stdout, "ignored errors"),
      reconnects: printed(stdout, "reconnects"),
    });
    expect(report?.latency).toMatchObject({
      min: printed(stdout, " min"),
      avg: printed(stdout, " avg"),
      max: printed(stdout, " max"),
    });
  });

  it("has no percentile where sysbench was told to compute none", () => {
    expect(recorded("percentile-0").output.report?.latency).toMatchObject({ p95: undefined, p99: undefined });
  });

  it("of the development version has other words for time and percentiles", () => {
    // As sysbench 1.1.0-3ceba0b prints it.
    const report = readOutput(
      `
SQL statistics:
    queries performed:
        read:                            42960
        write:                           17184
        other:                           8592
        total:                           68736
    transactions:                        4296   (427.24 per sec.)
    queries:                             68736  (6835.88 per sec.)
    ignored errors:                      3      (0.30 per sec.)
    reconnects:                          0      (0.00 per sec.)

Throughput:
    events/s (eps):                      427.2428
    time elapsed:                        10.0552s
    total number of events:              4296

Latency (ms):
         min:                                   10.16
         avg:                                   56.08
         max:                                  185.66
         95th percentile:                       94.10
         99th percentile:                      118.92
        999th percentile:                      150.29
         sum:                               240906.55

Threads fairness:
    events (avg/stddev):           179.0000/1.22
    execution time (avg/stddev):   10.0378/0.01
`,
    ).report;
    expect(report).toEqual({
      seconds: 10.0552,
      events: 4296,
      statements: { read: 42960, write: 17184, other: 8592 },
      ignoredErrors: 3,
      reconnects: 0,
      latency: { min: 10.16, avg: 56.08, max: 185.66, p95: 94.1, p99: 118.92 },
    });
  });

  it("is not mixed up with what a script prints", () => {
    const { stdout, output } = recorded("read-only");
    const chatter = "My own numbers:\n    read:   1\n         min:   0.00\n";
    expect(readOutput(chatter + stdout + chatter).report).toEqual(output.report);
  });
});

describe("the controlled load's report", () => {
  it("has times of events in more than hundredths of a millisecond, and both percentiles", () => {
    const { report } = recorded("controlled").output;
    expect(report?.events).toBeGreaterThan(100);
    expect(report?.statements.read).toBe(14 * (report?.events ?? 0));
    expect(report?.latency?.avg).not.toBe(Number(report?.latency?.avg.toFixed(2)));
    expect(report?.latency?.p99).toBeGreaterThan(report?.latency?.p95 ?? Number.POSITIVE_INFINITY);
  });

  it("has no latency where no event took place", () => {
    const { report } = recorded("controlled-no-events").output;
    expect(report).toMatchObject({ events: 0, latency: undefined });
  });
});

describe("the histogram", () => {
  it.each([
    ["histogram-95", "95th percentile", "p95"],
    ["histogram-99", "99th percentile", "p99"],
  ] as const)("%s gives the percentile that sysbench itself prints", (name, label, field) => {
    const { stdout, output } = recorded(name);
    expect(output.report?.latency?.[field]?.toFixed(2)).toBe(printed(stdout, label).toFixed(2));
  });
});

describe("lines on the way", () => {
  it("give the rates of each second", () => {
    const [first, second, ...rest] = recorded("read-only").output.intervals;
    expect(rest).toEqual([]);
    expect([first?.at, second?.at]).toEqual([1, 2]);
    expect(first?.statementsPerSecond).toBeCloseTo(16 * (first?.eventsPerSecond ?? 0), -2);
  });

  it("may be about the queue of a given rate as well, which is none of them", () => {
    expect(recorded("rate").stdout).toContain("queue length");
    expect(recorded("rate").output.intervals).toHaveLength(2);
  });

  it("of the development version have several percentiles and fractions of a second", () => {
    const line =
      "[ 54.5s ] thds: 16 tps: 567.83 qps: 11411.67 (r/w/o: 8003.66/2272.34/1135.67) " +
      "lat (ms,95%,99%,99.9%): 86.00/90.12/99.50 err/s: 0.25 reconn/s: 0.00\n";
    expect(readOutput(line).intervals).toEqual([
      {
        at: 54.5,
        threads: 16,
        eventsPerSecond: 567.83,
        statementsPerSecond: 11411.67,
        errorsPerSecond: 0.25,
      },
    ]);
  });

  it("that say FATAL are counted where sysbench folds them", () => {
    const folded = "FATAL: one\n(last message repeated 7 times)\nFATAL: two\n";
    expect(readOutput(folded).fatal).toEqual([
      { text: "one", times: 8 },
      { text: "two", times: 1 },
    ]);
  });
});

describe("an output that is cut off", () => {
  it.each(withReport)("%s: has the whole report or none", (name) => {
    const { stdout, output } = recorded(name);
    const begin = stdout.search(/SQL statistics:|mysql-perf-gate/);
    for (let length = begin; length <= stdout.length; length += 1) {
      const { report } = readOutput(stdout.slice(0, length));
      if (report !== undefined) expect(report).toEqual(output.report);
    }
  });
});
