import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../../src/adapters/sysbench/arguments.ts";
import type { Endpoint, Load } from "../../../src/ports.ts";

const socket: Endpoint = {
  kind: "socket",
  path: "/run/a.sock",
  user: "u",
  password: "s3cret",
  database: "d",
};

function load(differing: Partial<Load> = {}): Load {
  const workload = { name: "oltp_read_only", script: "oltp_read_only", options: {} };
  return { workload, threads: 8, data: { tables: 4, rows: 50_000 }, seed: 7, endpoint: socket, ...differing };
}

function given(options: Load["workload"]["options"]): string[] {
  return argumentsFor(load({ workload: { name: "w", script: "oltp_read_only", options } }), course);
}

const course = { seconds: 30, reportEvery: 1 };

describe("arguments", () => {
  it("spell out all that has a default which differs from version to version", () => {
    expect(argumentsFor(load(), course)).toEqual([
      "--rand-type=uniform",
      "--db-ps-mode=auto",
      "--tables=4",
      "--table-size=50000",
      "--db-driver=mysql",
      "--mysql-socket=/run/a.sock",
      "--mysql-user=u",
      "--mysql-db=d",
      "--mysql-ignore-errors=1213,1020,1205",
      "--threads=8",
      "--rand-seed=7",
      "--events=0",
      "--time=30",
      "--report-interval=1",
      "--percentile=95",
      "--histogram=on",
    ]);
  });

  it.each([
    [["h1", "h2"], "--mysql-host=h1,h2"],
    // Which the client library would take for its default socket.
    [["localhost"], "--mysql-host=127.0.0.1"],
  ])("reach %j by TCP", (hosts, expected) => {
    const endpoint: Endpoint = { kind: "tcp", hosts, port: 3307, user: "u", password: "", database: "d" };
    const args = argumentsFor(load({ endpoint }), course);
    expect(args).toEqual(expect.arrayContaining([expected, "--mysql-port=3307"]));
    expect(args.join(" ")).not.toContain("--mysql-socket");
  });

  it.each([
    [{ skip_trx: true }, "--skip-trx=on"],
    [{ range_selects: false }, "--range-selects=off"],
    [{ read_share: 80 }, "--read-share=80"],
    [{ "rand-type": "pareto" }, "--rand-type=pareto"],
    [{ rand_type: "zipfian" }, "--rand-type=zipfian"],
  ])("pass on the workload's %j", (options, expected) => {
    const args = given(options);
    expect(args).toContain(expected);
    expect(args.filter((arg) => arg.startsWith("--rand-type="))).toHaveLength(1);
  });

  it("keep what is the tool's, however a workload spells it", () => {
    const args = given({ threads: 1, table_size: 1, "rand-seed": 1 });
    expect(args).toEqual(expect.arrayContaining(["--threads=8", "--table-size=50000", "--rand-seed=7"]));
    expect(args.filter((arg) => /^--(threads|table.size|rand.seed)=/.test(arg))).toHaveLength(3);
  });

  it("leave out what a script of one's own does not declare", () => {
    const args = argumentsFor(load(), course, ["table-size", "shift"]).join(" ");
    expect(args).toContain("--table-size=50000");
    expect(args).not.toContain("--tables=");
  });

  it("hold no password", () => {
    expect(argumentsFor(load(), course).join(" ")).not.toContain("s3cret");
  });
});
