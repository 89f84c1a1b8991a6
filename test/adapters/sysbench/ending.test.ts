import { describe, expect, it } from "vitest";
import { failureOf } from "../../../src/adapters/sysbench/ending.ts";
import { recorded, recordings } from "./fixtures.ts";

const causes: [recording: string, kind: string, what: RegExp, why: RegExp | undefined][] = [
  ["access-denied", "environment", /refused sysbench's user/, /error 1045: Access denied for user 'nobody'/],
  ["cannot-connect", "environment", /could not reach the server/, /error 2002: Can't connect/],
  ["connection-killed", "environment", /lost its connection/, /error 20(06|13) /],
  ["server-killed", "environment", /lost its connection/, /error 2013 \(Lost connection/],
  ["unknown-database", "environment", /missing or have another form/, /Unknown database 'none'/],
  ["no-such-table", "environment", /missing or have another form/, /Table 'sbtest.sbtest3' doesn't exist/],
  ["prepared-statements", "environment", /limit of prepared statements/, /max_prepared_stmt_count/],
  ["too-many-connections", "environment", /no connections left/, /error 1040: Too many connections/],
  ["read-only-server", "environment", /does not allow the workload's writes/, /--super-read-only/],
  ["invalid-option", "input", /does not know one of the workload's options/, /--no-such-option=1/],
  ["no-such-script", "input", /Lua script failed/, /module 'oltp_read_onyl' not found/],
  ["script-fails", "input", /Lua script failed/, /fails\.lua:4: attempt to index local 'missing'/],
  ["alarm", "environment", /not all connected in time/, /failed to initialize within 30 seconds/],
  ["killed", "environment", /killed from outside/, undefined],
  ["terminated", "environment", /without its final report, with signal SIGTERM/, undefined],
  ["segmentation-fault", "environment", /crashed \(SIGSEGV\)/, undefined],
];

describe("the cause of a failure", () => {
  it.each(causes)("%s", (name, kind, what, why) => {
    const failure = failureOf(recorded(name));
    expect(failure).toMatchObject({ kind, what: expect.stringMatching(what) });
    if (why === undefined) expect(failure.why).toBeUndefined();
    else expect(failure.why).toMatch(why);
    expect(failure.remedy).not.toBe("");
  });

  it("is known for every recording without a report", () => {
    const unhappy = recordings.filter((name) => recorded(name).output.report === undefined);
    expect(unhappy.sort()).toEqual(causes.map(([name]) => name).sort());
  });

  it("is named when sysbench ends in order, but by itself", () => {
    expect(failureOf(recorded("controlled")).what).toBe(
      "sysbench ended before it was asked to, in good order",
    );
  });

  it("of an unknown server error is that error", () => {
    const output = { started: true, intervals: [], report: undefined };
    const fatal = [{ text: "mysql_stmt_execute() returned error 1264 (Out of range)", times: 3 }];
    const exit = { code: 1, signal: null };
    expect(failureOf({ exit, output: { ...output, fatal }, stderr: "" })).toMatchObject({
      what: "sysbench gave up on the server's error 1264",
      why: "sysbench said: mysql_stmt_execute() returned error 1264 (Out of range) (3 times)",
    });
  });
});
