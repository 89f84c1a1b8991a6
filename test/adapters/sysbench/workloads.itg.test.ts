import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { LoadScript } from "../../../src/core/sysbench/facts.ts";
import { preflightProblems } from "../../../src/core/sysbench/preflight.ts";
import { reportProblems } from "../../../src/core/sysbench/report-problems.ts";
import { statementsOf } from "../../../src/core/sysbench/statements.ts";
import { openSubject, type Subject } from "./subject.ts";

let subject: Subject;
beforeAll(async () => {
  subject = await openSubject();
});
afterAll(() => subject.close());

function builtIn(file: string): LoadScript {
  const { name, script, options = {} } = parse(readFileSync(join("scenarios/workloads", file), "utf8"));
  return { name, script: script.endsWith(".lua") ? resolve("scenarios", script) : script, options };
}

describe("every built-in workload", () => {
  const files = readdirSync("scenarios/workloads").filter((file) => file.endsWith(".yml"));

  it.each(files)("%s runs, and the server has counted what sysbench reports", async (file) => {
    const workload = builtIn(file);
    const variables = Object.fromEntries(
      (await subject.server.query("SHOW GLOBAL VARIABLES")).map((row) => [
        row.Variable_name,
        row.Value ?? "",
      ]),
    );
    const load = { workload, threads: 4, data: subject.data, socket: subject.server.endpoint.path };
    const script = await subject.sysbench.examine(workload);
    const state = { variables, rows: [subject.data.rows, subject.data.rows] };
    expect(preflightProblems({ load, generator: subject.sysbench.facts, script, server: state })).toEqual([]);

    const [selects, updates] = [
      await subject.server.status("Com_select"),
      await subject.server.status("Com_update"),
    ];
    const running = await subject.busy(subject.sysbench.start(subject.order(workload)), 5000);
    const report = await running.stop();
    const selected = (await subject.server.status("Com_select")) - selects;
    const updated = (await subject.server.status("Com_update")) - updates;

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
    expect(running.args).toContainEqual(expect.stringMatching(/^--rand-seed=\d+$/));
  });
});

describe("a user's own script", () => {
  it("may require a file beside it, have options, and print what it likes", async () => {
    writeFileSync(join(subject.folder, "beside.lua"), "return { limit = 7 }");
    const workload = subject.ownScript(
      "own",
      `local beside = require("beside")
       sysbench.cmdline.options = { shift = {"Added to the limit", 0} }
       function thread_init() drv = sysbench.sql.driver(); con = drv:connect() end
       function event() con:query("SELECT " .. beside.limit + sysbench.opt.shift) end
       function sysbench.hooks.report_cumulative(stat) print("mine: " .. stat.events) end`,
    );
    expect(await subject.sysbench.examine(workload)).toEqual({ options: ["shift"] });
    const running = await subject.sysbench.start(subject.order({ ...workload, options: { shift: 35 } }));
    const report = await running.stop();
    expect(report.statements).toEqual({ read: report.events, write: 0, other: 0 });
    expect(readFileSync(running.logFile, "utf8")).toContain(`mine: ${report.events}`);
  });

  it.each([
    ["has a mistake", "function event() return missing.field end", "The workload's Lua script failed"],
    ["stops by itself", "function event() return true end", "sysbench ended before it was asked to"],
  ])("that %s ends the load with that cause", async (name, text, what) => {
    const running = await subject.sysbench.start(
      subject.order(subject.ownScript(name.replaceAll(" ", "-"), text)),
    );
    expect((await running.failed).what).toContain(what);
  });

  it.each([
    ["no event()", "x = 1", /has no event\(\) function/],
    ["a syntax error", "function event( end", /expected near 'end'/],
  ])("with %s is refused before anything runs", async (name, text, why) => {
    const workload = subject.ownScript(name.replaceAll(/\W/g, "-"), text);
    const examined = await subject.sysbench.examine(workload);
    expect(examined).toEqual({ refused: expect.stringMatching(why) });
    await expect(subject.sysbench.start(subject.order(workload))).rejects.toThrow("sysbench cannot load");
  });
});
