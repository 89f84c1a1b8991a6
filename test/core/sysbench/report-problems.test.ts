import { describe, expect, it } from "vitest";
import type { LoadReport } from "../../../src/core/sysbench/load-report.ts";
import { reportProblems } from "../../../src/core/sysbench/report-problems.ts";
import { recorded } from "../../adapters/sysbench/fixtures.ts";

const writeOnly = { name: "oltp_write_only", script: "oltp_write_only", options: {} };

function report(differing: Partial<LoadReport> = {}): LoadReport {
  const latency = { min: 1, avg: 2, max: 9, p95: 3, p99: 4 };
  const statements = { read: 0, write: 4000, other: 2000 };
  return { seconds: 10, events: 1000, statements, ignoredErrors: 0, reconnects: 0, latency, ...differing };
}

function reportOf(name: string): LoadReport {
  const { report: found } = recorded(name).output;
  if (found === undefined) throw new Error(`${name} has no report`);
  return found;
}

describe("a report", () => {
  it.each([
    ["oltp_read_only", "read-only"],
    ["oltp_read_write", "read-write"],
    ["oltp_write_only", "write-only"],
    ["oltp_point_select", "point-select"],
    ["oltp_update_index", "update-index"],
    ["point_select_update_index", "mix"],
  ])("of a sound run of %s has no problem", (script, recording) => {
    expect(reportProblems({ name: script, script, options: {} }, reportOf(recording))).toEqual([]);
  });

  it("shows by its few writes that the tables were smaller than the load was told", () => {
    const [problem, ...others] = reportProblems(writeOnly, reportOf("table-size-too-large"));
    expect(problem?.what).toMatch(/changed 1\.\d\d rows in an event instead of 4/);
    expect(others).toEqual([]);
  });

  it.each<[string, Partial<LoadReport>, RegExp]>([
    ["no event", { events: 0 }, /Not one event/],
    ["deadlocks", { ignoredErrors: 11 }, /11 of 1011 events ended in a deadlock/],
    ["reconnects", { reconnects: 2 }, /connect again 2 times/],
    [
      "few writes",
      { statements: { read: 0, write: 3900, other: 2100 } },
      /3\.90 rows in an event instead of 4/,
    ],
  ])("with %s is doubtful", (_, differing, what) => {
    expect(reportProblems(writeOnly, report(differing))).toEqual([
      expect.objectContaining({ what: expect.stringMatching(what) }),
    ]);
  });

  it("may have a few of everything", () => {
    const few = report({ ignoredErrors: 10, statements: { read: 0, write: 3930, other: 2070 } });
    expect(reportProblems(writeOnly, few)).toEqual([]);
  });
});
