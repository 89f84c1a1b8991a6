import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cpusOf } from "../../../src/adapters/affinity.ts";
import { openSubject, type Subject, stock, until } from "./subject.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await openSubject();
});
afterAll(() => subject.close());

describe("a running load", () => {
  it("ends when it is told to, with its report, a log, and nothing else left behind", async () => {
    const running = await subject.busy(
      subject.sysbench.start(subject.order(stock("oltp_read_only"), { threads: 32 })),
    );
    expect(running.cpuSeconds()).toBeGreaterThan(0);
    const report = await running.stop();
    expect(report.latency?.p99).toBeGreaterThanOrEqual(report.latency?.p95 ?? Number.NaN);
    expect(readFileSync(running.logFile, "utf8")).toContain("Threads started!");
    expect(readdirSync(subject.folder).filter((name) => /\.(control|cnf)$/.test(name))).toEqual([]);
    expect(running.cpuSeconds()).toBeUndefined();
    expect(subject.processes()).toEqual([]);
  });

  it("sends nothing while it is halted, and no latency holds that time", async () => {
    const running = await subject.busy(subject.sysbench.start(subject.order(stock("oltp_point_select"))));
    running.halt();
    const selects = () => subject.server.status("Com_select");
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
    const running = await subject.busy(subject.sysbench.start(subject.order(stock("oltp_point_select"))));
    running.halt();
    await delay(100);
    expect((await running.stop()).events).toBeGreaterThan(0);
  });

  it("stays on its lane from its first moment, and moves with all its threads", async () => {
    const running = await subject.sysbench.start(
      subject.order(stock("oltp_read_only"), { threads: 16, cpus: [1] }),
    );
    const lanes = () => new Set(subject.threads().map((thread) => cpusOf(thread).join()));
    expect(subject.threads().length).toBeGreaterThan(16);
    expect(lanes()).toEqual(new Set(["1"]));
    for (const lane of [[0], [1], [0, 1]]) {
      await running.pin(lane);
      expect(lanes()).toEqual(new Set([lane.join()]));
    }
    await running.stop();
  });

  it("that is killed says so", async () => {
    const running = await subject.sysbench.start(subject.order(stock("oltp_read_only")));
    for (const pid of subject.processes()) process.kill(pid, "SIGKILL");
    expect((await running.failed).what).toBe("sysbench was killed from outside");
    await expect(running.stop()).rejects.toThrow("sysbench was killed from outside");
  });

  it("ends with the process that has started it, however that ended", async () => {
    const control = join(subject.folder, "orphan");
    writeFileSync(control, "\0");
    const { program, args, env } = subject.program;
    const load = [program, ...args, "scenarios/workloads/controlled.lua", "--time=60"];
    const where = [`--mysql-socket=${subject.server.endpoint.path}`, "--mysql-user=root"];
    const parent = spawn("sh", ["-c", '"$@" & wait', "sh", ...load, ...where, "run"], {
      stdio: "ignore",
      env: {
        ...process.env,
        ...env,
        MYSQL_PERF_GATE_SCRIPT: "oltp_point_select",
        MYSQL_PERF_GATE_CONTROL: control,
      },
    });
    const clients = "SELECT 1 FROM information_schema.processlist WHERE db = 'sbtest'";
    const connected = async () => (await subject.server.query(clients)).length;
    await until(async () => (await connected()) === 1);
    parent.kill("SIGKILL");
    await until(async () => (await connected()) === 0);
  });

  it("that can no longer be waited for is killed", async () => {
    const limits = { connectMs: 30_000, stopMs: 500 };
    const impatient = await subject.impatient(limits);
    const slow = subject.ownScript(
      "slow",
      `function event() con = con or sysbench.sql.driver():connect(); con:query("SELECT SLEEP(60)") end`,
    );
    const running = await impatient.start(subject.order(slow));
    const sleeping = "SELECT 1 FROM information_schema.processlist WHERE state = 'User sleep'";
    await until(async () => (await subject.server.query(sleeping)).length === 4);
    await expect(running.stop()).rejects.toThrow("sysbench had not ended after 0.5 s and was killed");
    expect(subject.processes()).toEqual([]);
  });

  it("for a set time ends by itself, with the rates of each second", async () => {
    const { report, intervals } = await subject.sysbench.run(subject.order(stock("oltp_read_only")), 3);
    expect(report.seconds).toBeGreaterThanOrEqual(3);
    expect(intervals.map(({ at }) => at).slice(0, 2)).toEqual([1, 2]);
  });
});

describe("a load that cannot start", () => {
  it("because of the server's limits says so", async () => {
    await subject.server.query("SET GLOBAL max_prepared_stmt_count = 15");
    const started = subject.sysbench.start(subject.order(stock("oltp_read_only")));
    await expect(started).rejects.toThrow("limit of prepared statements is too low");
    await subject.server.query("SET GLOBAL max_prepared_stmt_count = 16382");
  });

  it("in time is killed", async () => {
    const limits = { connectMs: 500, stopMs: 500 };
    const impatient = await subject.impatient(limits);
    const text = `function thread_init() sysbench.sql.driver():connect():query("SELECT SLEEP(60)") end function event() end`;
    await expect(impatient.start(subject.order(subject.ownScript("stuck", text)))).rejects.toThrow(
      "had not connected all its threads",
    );
    expect(subject.processes()).toEqual([]);
  });
});

describe("a password", () => {
  it("reaches sysbench by no argument, and no file for longer than it takes to connect", async () => {
    const password = `it's a #secret, "no"`.replaceAll('"', "");
    await subject.server.query(
      `CREATE USER careful@localhost IDENTIFIED BY '${password.replaceAll("'", "''")}'`,
    );
    await subject.server.query("GRANT ALL ON sbtest.* TO careful@localhost");
    const endpoint = { ...subject.server.endpoint, user: "careful", password };
    const running = await subject.sysbench.start(subject.order(stock("oltp_point_select"), { endpoint }));
    const seen = subject.processes().map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
    expect(seen).toHaveLength(1);
    expect(seen.join() + running.args.join()).not.toContain("secret");
    expect(readdirSync(subject.folder).filter((name) => name.endsWith(".cnf"))).toEqual([]);
    await running.stop();
    expect(readFileSync(running.logFile, "utf8")).not.toContain("secret");
  });
});

describe("a server that dies", () => {
  it("ends the load with that cause", async () => {
    const running = await subject.sysbench.start(subject.order(stock("oltp_read_write")));
    process.kill(subject.server.pid, "SIGKILL");
    const failure = await running.failed;
    expect(failure.what).toBe("sysbench lost its connection to the server");
    expect(failure.why).toMatch(/error 20(06|13)/);
    expect(existsSync(running.logFile)).toBe(true);
  });
});
