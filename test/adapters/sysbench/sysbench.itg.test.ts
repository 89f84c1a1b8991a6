import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { cpusOf } from "../../../src/adapters/affinity.ts";
import { createOwner, markedProcesses, type Owner } from "../../../src/adapters/process.ts";
import { provisionSysbench } from "../../../src/adapters/provision/provision.ts";
import { openSysbench } from "../../../src/adapters/sysbench/sysbench.ts";
import type { LoadScript } from "../../../src/core/sysbench/facts.ts";
import { preflightProblems } from "../../../src/core/sysbench/preflight.ts";
import { reportProblems } from "../../../src/core/sysbench/report-problems.ts";
import { statementsOf } from "../../../src/core/sysbench/statements.ts";
import type { Endpoint, LoadGenerator, LoadOrder, RunningLoad, SysbenchProgram } from "../../../src/ports.ts";
import { prepareTables, type ScratchMysqld, startScratchMysqld } from "./scratch-mysqld.ts";

const data = { tables: 2, rows: 2000 };
const mark = `sysbench-itg-${process.pid}`;
const folder = mkdtempSync(join(tmpdir(), "sysbench-itg-"));
const controller = resolve("scenarios/workloads/controlled.lua");

let server: ScratchMysqld;
let owner: Owner;
let program: SysbenchProgram;
let sysbench: LoadGenerator;

beforeAll(async () => {
  ({ program } = await provisionSysbench());
  owner = createOwner({ mark });
  server = await startScratchMysqld();
  await prepareTables(server, program, data);
  sysbench = await openSysbench({ program, controller, folder, owner });
});

afterAll(async () => {
  await owner.stopAll();
  await server.stop();
  rmSync(folder, { recursive: true });
});

let seed = 0;

function order(
  workload: LoadScript,
  differing: { threads?: number; endpoint?: Endpoint; cpus?: number[] } = {},
) {
  const { threads = 4, endpoint = server.endpoint, cpus } = differing;
  seed += 1;
  const load = { workload, threads, data, seed, endpoint };
  return { arm: "base", load, ...(cpus && { cpus }) } satisfies LoadOrder;
}

function stock(script: string, options: LoadScript["options"] = {}): LoadScript {
  return { name: script, script, options };
}

/** A user's Lua file, written for one test. */
function own(name: string, text: string): LoadScript {
  const script = join(folder, `${name}.lua`);
  writeFileSync(script, text);
  return { name, script, options: {} };
}

function builtIn(file: string): LoadScript {
  const { name, script, options = {} } = parse(readFileSync(join("scenarios/workloads", file), "utf8"));
  return { name, script: script.endsWith(".lua") ? resolve("scenarios", script) : script, options };
}

function threadsOfLoad(): number[] {
  return markedProcesses(mark).flatMap((pid) => readdirSync(`/proc/${pid}/task`).map(Number));
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let left = 500; !(await holds()); left -= 1) {
    if (left === 0) throw new Error("waited in vain");
    await delay(20);
  }
}

/** The server has executed this many more of the load's statements than before it. */
async function busy(running: Promise<RunningLoad>, statements = 1000): Promise<RunningLoad> {
  const before = await server.status("Questions");
  const load = await running;
  await until(async () => (await server.status("Questions")) > before + statements);
  return load;
}

describe("every built-in workload", () => {
  const files = readdirSync("scenarios/workloads").filter((file) => file.endsWith(".yml"));

  it.each(files)("%s runs, and the server has counted what sysbench reports", async (file) => {
    const workload = builtIn(file);
    const variables = Object.fromEntries(
      (await server.query("SHOW GLOBAL VARIABLES")).map((row) => [row.Variable_name, row.Value ?? ""]),
    );
    const load = { workload, threads: 4, data, socket: server.endpoint.path };
    const script = await sysbench.examine(workload);
    const state = { variables, rows: [data.rows, data.rows] };
    expect(preflightProblems({ load, generator: sysbench.facts, script, server: state })).toEqual([]);

    const [selects, updates] = [await server.status("Com_select"), await server.status("Com_update")];
    const running = await busy(sysbench.start(order(workload)), 5000);
    const report = await running.stop();
    const selected = (await server.status("Com_select")) - selects;
    const updated = (await server.status("Com_update")) - updates;

    expect(reportProblems(workload, report)).toEqual([]);
    expect(selected).toBe(report.statements.read);
    const { read, write } = statementsOf(workload)?.perEvent ?? { read: Number.NaN, write: Number.NaN };
    // Of a mix, each thread is at most one statement away from its share, at any moment.
    expect(Math.abs(report.statements.read - read * report.events)).toBeLessThanOrEqual(
      Number.isInteger(read) ? 0 : 4,
    );
    if (workload.script.includes("update_index")) {
      expect(updated).toBe(report.statements.write);
      expect(Math.abs(updated - write * report.events)).toBeLessThanOrEqual(4);
    }
    expect(running.clientLibrary).toMatch(/^lib(mariadb|mysqlclient)\.so/);
    expect(running.args).toContain(`--rand-seed=${seed}`);
  });
});

describe("a running load", () => {
  it("ends when it is told to, with its report, a log, and nothing else left behind", async () => {
    const running = await busy(sysbench.start(order(stock("oltp_read_only"), { threads: 32 })));
    expect(running.cpuSeconds()).toBeGreaterThan(0);
    const report = await running.stop();
    expect(report.latency?.p99).toBeGreaterThanOrEqual(report.latency?.p95 ?? Number.NaN);
    expect(readFileSync(running.logFile, "utf8")).toContain("Threads started!");
    expect(readdirSync(folder).filter((name) => /\.(control|cnf)$/.test(name))).toEqual([]);
    expect(running.cpuSeconds()).toBeUndefined();
    expect(markedProcesses(mark)).toEqual([]);
  });

  it("sends nothing while it is halted, and no latency holds that time", async () => {
    const running = await busy(sysbench.start(order(stock("oltp_point_select"))));
    running.halt();
    const selects = () => server.status("Com_select");
    await until(async () => (await selects()) === (await delay(100).then(selects)));
    const before = await selects();
    await delay(2000);
    expect(await selects()).toBe(before);
    running.resume();
    await until(async () => (await selects()) > before);
    const { latency } = await running.stop();
    expect(latency?.max).toBeLessThan(2000);
  });

  it("can be ended while it is halted", async () => {
    const running = await busy(sysbench.start(order(stock("oltp_point_select"))));
    running.halt();
    await delay(100);
    expect((await running.stop()).events).toBeGreaterThan(0);
  });

  it("stays on its lane from its first moment, and moves with all its threads", async () => {
    const running = await sysbench.start(order(stock("oltp_read_only"), { threads: 16, cpus: [1] }));
    const lanes = () => new Set(threadsOfLoad().map((thread) => cpusOf(thread).join()));
    expect(threadsOfLoad().length).toBeGreaterThan(16);
    expect(lanes()).toEqual(new Set(["1"]));
    for (const lane of [[0], [1], [0, 1]]) {
      await running.pin(lane);
      expect(lanes()).toEqual(new Set([lane.join()]));
    }
    await running.stop();
  });

  it("that is killed says so", async () => {
    const running = await sysbench.start(order(stock("oltp_read_only")));
    for (const pid of markedProcesses(mark)) process.kill(pid, "SIGKILL");
    expect((await running.failed).what).toBe("sysbench was killed from outside");
    await expect(running.stop()).rejects.toThrow("sysbench was killed from outside");
  });

  it("that can no longer be waited for is killed", async () => {
    const limits = { connectMs: 30_000, stopMs: 500 };
    const impatient = await openSysbench({ program, controller, folder, owner, limits });
    const slow = own(
      "slow",
      `function event() con = con or sysbench.sql.driver():connect(); con:query("SELECT SLEEP(60)") end`,
    );
    const running = await impatient.start(order(slow));
    const sleeping = "SELECT 1 FROM information_schema.processlist WHERE state = 'User sleep'";
    await until(async () => (await server.query(sleeping)).length === 4);
    await expect(running.stop()).rejects.toThrow("sysbench had not ended after 0.5 s and was killed");
    expect(markedProcesses(mark)).toEqual([]);
  });

  it("for a set time ends by itself, with the rates of each second", async () => {
    const { report, intervals } = await sysbench.run(order(stock("oltp_read_only")), 3);
    expect(report.seconds).toBeGreaterThanOrEqual(3);
    expect(intervals.map(({ at }) => at).slice(0, 2)).toEqual([1, 2]);
  });
});

describe("a load that cannot start", () => {
  it("because of the server's limits says so", async () => {
    await server.query("SET GLOBAL max_prepared_stmt_count = 15");
    const started = sysbench.start(order(stock("oltp_read_only")));
    await expect(started).rejects.toThrow("limit of prepared statements is too low");
    await server.query("SET GLOBAL max_prepared_stmt_count = 16382");
  });

  it("in time is killed", async () => {
    const limits = { connectMs: 500, stopMs: 500 };
    const impatient = await openSysbench({ program, controller, folder, owner, limits });
    const text = `function thread_init() sysbench.sql.driver():connect():query("SELECT SLEEP(60)") end function event() end`;
    await expect(impatient.start(order(own("stuck", text)))).rejects.toThrow(
      "had not connected all its threads",
    );
    expect(markedProcesses(mark)).toEqual([]);
  });
});

describe("a user's own script", () => {
  it("may require a file beside it, have options, and print what it likes", async () => {
    writeFileSync(join(folder, "beside.lua"), "return { limit = 7 }");
    const workload = own(
      "own",
      `local beside = require("beside")
       sysbench.cmdline.options = { shift = {"Added to the limit", 0} }
       function thread_init() drv = sysbench.sql.driver(); con = drv:connect() end
       function event() con:query("SELECT " .. beside.limit + sysbench.opt.shift) end
       function sysbench.hooks.report_cumulative(stat) print("mine: " .. stat.events) end`,
    );
    expect(await sysbench.examine(workload)).toEqual({ options: ["shift"] });
    const running = await sysbench.start(order({ ...workload, options: { shift: 35 } }));
    const report = await running.stop();
    expect(report.statements).toEqual({ read: report.events, write: 0, other: 0 });
    expect(readFileSync(running.logFile, "utf8")).toContain(`mine: ${report.events}`);
  });

  it.each([
    ["has a mistake", "function event() return missing.field end", "The workload's Lua script failed"],
    ["stops by itself", "function event() return true end", "sysbench ended before it was asked to"],
  ])("that %s ends the load with that cause", async (name, text, what) => {
    const running = await sysbench.start(order(own(name.replaceAll(" ", "-"), text)));
    expect((await running.failed).what).toContain(what);
  });

  it.each([
    ["no event()", "x = 1", /has no event\(\) function/],
    ["a syntax error", "function event( end", /expected near 'end'/],
  ])("with %s is refused before anything runs", async (name, text, why) => {
    const workload = own(name.replaceAll(/\W/g, "-"), text);
    const examined = await sysbench.examine(workload);
    expect(examined).toEqual({ refused: expect.stringMatching(why) });
    await expect(sysbench.start(order(workload))).rejects.toThrow("sysbench cannot load");
  });
});

describe("a password", () => {
  it("reaches sysbench by no argument, and no file for longer than it takes to connect", async () => {
    const password = `it's a #secret, "no"`.replaceAll('"', "");
    await server.query(`CREATE USER careful@localhost IDENTIFIED BY '${password.replaceAll("'", "''")}'`);
    await server.query("GRANT ALL ON sbtest.* TO careful@localhost");
    const endpoint = { ...server.endpoint, user: "careful", password };
    const running = await sysbench.start(order(stock("oltp_point_select"), { endpoint }));
    const seen = markedProcesses(mark).map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    expect(seen).toHaveLength(1);
    expect(seen.join() + running.args.join()).not.toContain("secret");
    expect(readdirSync(folder).filter((name) => name.endsWith(".cnf"))).toEqual([]);
    await running.stop();
    expect(readFileSync(running.logFile, "utf8")).not.toContain("secret");
  });
});

describe("a server that dies", () => {
  it("ends the load with that cause", async () => {
    const running = await sysbench.start(order(stock("oltp_read_write")));
    process.kill(server.pid, "SIGKILL");
    const failure = await running.failed;
    expect(failure.what).toBe("sysbench lost its connection to the server");
    expect(failure.why).toMatch(/error 20(06|13)/);
    expect(existsSync(running.logFile)).toBe(true);
  });
});
