import { describe, expect, it } from "vitest";
import { type Preflight, preflightProblems } from "../../../src/core/sysbench/preflight.ts";

type Differing = { [part in keyof Preflight]?: Partial<Preflight[part]> };

/** A load that would work, but for what differs. */
function preflight({ load, generator, script, server }: Differing = {}): Preflight {
  return {
    load: {
      workload: { name: "rw", script: "oltp_read_write", options: { skip_trx: false } },
      threads: 8,
      data: { tables: 2, rows: 1000 },
      socket: "/run/arm/mysqld.sock",
      ...load,
    },
    generator: {
      version: "1.0.20",
      drivers: ["mysql"],
      options: ["rand-type"],
      openFiles: 1024,
      ...generator,
    },
    script: { options: ["skip-trx", "tables"], ...script },
    server: {
      variables: { max_prepared_stmt_count: "16382", max_connections: "151", open_files_limit: "1024" },
      rows: [1000, 1000],
      ...server,
    },
  };
}

describe("preflight", () => {
  it("finds nothing in a load that would work", () => {
    expect(preflightProblems(preflight())).toEqual([]);
  });

  it.each<[string, Differing, RegExp, RegExp]>([
    ["an old sysbench", { generator: { version: "0.4.12" } }, /sysbench 0\.4\.12 is too old/, /provision/],
    ["a missing driver", { generator: { drivers: ["pgsql"] } }, /without its MySQL driver/, /provision/],
    ["a script that does not load", { script: { refused: "module 'x' not found" } }, /cannot load/, /path/],
    [
      "an option that nobody knows",
      { load: { workload: { name: "rw", script: "oltp_read_write", options: { skip_tx: true } } } },
      /`skip_tx`, which neither sysbench nor oltp_read_write knows/,
      /name/,
    ],
    [
      "too many prepared statements",
      { load: { threads: 128, data: { tables: 16, rows: 1000 } }, server: { rows: Array(16).fill(1000) } },
      /up to 18688 statements, and the server allows 16382/,
      /max_prepared_stmt_count to at least 18688/,
    ],
    [
      "too many connections",
      { load: { threads: 150 } },
      /need 152 connections, and the server allows 151/,
      /max_connections to at least 152/,
    ],
    [
      "too many open files",
      { generator: { openFiles: 39 } },
      /need 40 open files, .* allows 39/,
      /ulimit -n 40/,
    ],
    [
      "a long socket path",
      { load: { socket: `/${"é".repeat(54)}` } },
      /109 bytes long/,
      /MYSQL_PERF_GATE_CACHE/,
    ],
    ["a missing table", { server: { rows: [1000] } }, /table sbtest2 is missing/, /Load the data again/],
    [
      "a short table",
      { server: { rows: [1000, 999] } },
      /sbtest2 has 999 rows instead of 1000/,
      /fresh copy/,
    ],
  ])("%s", (_, differing, what, remedy) => {
    const problems = preflightProblems(preflight(differing));
    expect(problems).toEqual([
      expect.objectContaining({
        what: expect.stringMatching(what),
        remedy: expect.stringMatching(remedy),
      }),
    ]);
  });

  it.each<[string, Differing]>([
    ["exactly enough connections", { load: { threads: 149 } }],
    ["exactly enough files", { generator: { openFiles: 40 } }],
    ["the longest socket path", { load: { socket: `/${"x".repeat(106)}` } }],
    ["tables that have grown", { server: { rows: [2000, 1001] } }],
    ["no socket", { load: { socket: undefined } }],
    ["a script without a list of options", { script: { options: undefined } }],
    ["a server without that limit", { server: { variables: {} } }],
    [
      "an own script, whose statements are not known",
      {
        load: {
          threads: 100,
          data: { tables: 99, rows: 1 },
          workload: { name: "o", script: "/o.lua", options: {} },
        },
        server: { rows: Array(99).fill(1) },
      },
    ],
  ])("accepts %s", (_, differing) => {
    expect(preflightProblems(preflight(differing))).toEqual([]);
  });

  it("finds all at once", () => {
    const problems = preflightProblems(
      preflight({ generator: { version: "0.5", drivers: [], openFiles: 10 }, server: { rows: [] } }),
    );
    expect(problems).toHaveLength(5);
  });
});
