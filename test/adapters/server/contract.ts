import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkInForce, inForceError } from "../../../src/core/in-force/check.ts";
import { differences, effectiveOptions } from "../../../src/core/in-force/differences.ts";
import { countByClass } from "../../../src/core/in-force/instruments.ts";
import type { DataSet, Server, ServerProvider } from "../../../src/ports.ts";
import { within } from "./machine.ts";
import { performanceSchemaScenarios, scenario } from "./scenario.ts";

/** What a test needs to know of the way servers run, beside the port. */
export type Subject = {
  provider: ServerProvider;
  /** The CPUs of each thread or container that serves this arm. */
  cpusOf(arm: string): Promise<number[][]>;
  /** Ends the arm's server as a crash does. */
  kill(arm: string): Promise<void>;
  /** Processes, containers, mounts and folders of this run. */
  leftovers(): Promise<string[]>;
  end(): Promise<void>;
};

const data: DataSet = { tables: 2, rows: 1_000, seed: 7 };

/** What every provider of servers promises; run against each of them. */
export function describeServers(name: string, open: () => Promise<Subject>): void {
  describe(name, () => {
    let subject: Subject;
    beforeAll(async () => {
      subject = await open();
    });
    afterAll(async () => {
      await subject.end();
      expect(await subject.leftovers()).toEqual([]);
    });
    const start = (arm: string, of = scenario("plain"), from: "fresh" | "kept" = "fresh") =>
      subject.provider.start({ arm, scenario: of, data, from });
    const count = async (server: Server, sql: string) =>
      Number(Object.values((await server.query(sql))[0] ?? {})[0]);

    it("gives both arms the same rows, whatever shapes their data directories", async () => {
      const checksum = `SELECT SUM(CRC32(CONCAT_WS(',', id, k, c, pad))) FROM sbtest2`;
      const base = await start("base");
      const head = await start("head", scenario("shaped", { options: { innodb_page_size: "8K" } }));
      expect(await count(base, "SELECT COUNT(*) FROM sbtest2")).toBe(data.rows);
      expect(await count(head, checksum)).toBe(await count(base, checksum));
      expect(head.inForce.variables.innodb_page_size).toBe("8192");
      expect(differences(base.inForce, head.inForce).map(({ name }) => name)).toContain("innodb_page_size");
    });

    it("loads a data set once", async () => {
      await subject.provider.load(scenario("plain"), data);
      expect(await subject.provider.load(scenario("plain"), data)).toMatchObject({ cached: true });
    });

    it("keeps an arm's data from one start to the next, and gives fresh ones when asked", async () => {
      const first = await start("base");
      await first.query("DELETE FROM sbtest1 WHERE id <= 10");
      await first.stop("keep");
      const second = await start("base", scenario("plain"), "kept");
      expect(await count(second, "SELECT COUNT(*) FROM sbtest1")).toBe(data.rows - 10);
      const third = await start("base");
      expect(await count(third, "SELECT COUNT(*) FROM sbtest1")).toBe(data.rows);
    });

    it("counts the clients' statements, on a clock that moves with them", async () => {
      const server = await start("base");
      const before = await server.counters();
      for (let i = 0; i < 100; i++) await server.query("SELECT COUNT(*) FROM sbtest1 WHERE k > 10");
      const after = await server.counters();
      expect(after.questions - before.questions).toBe(101);
      expect(after.at).toBeGreaterThan(before.at);
      expect(after.cpuSeconds ?? 0).toBeGreaterThan(before.cpuSeconds ?? Number.NaN);
    });

    it("moves a live server from lane to lane", async () => {
      const server = await subject.provider.start({
        arm: "base",
        scenario: scenario("plain"),
        data,
        from: "fresh",
        cpus: [0],
      });
      expect(new Set((await subject.cpusOf("base")).flat())).toEqual(new Set([0]));
      await server.pin([1]);
      expect(new Set((await subject.cpusOf("base")).flat())).toEqual(new Set([1]));
      await server.query("SELECT 1");
    });

    it("tells how much memory a server holds", async () => {
      const server = await start("base", scenario("on", { options: { performance_schema: "ON" } }));
      const { rssBytes, performanceSchemaBytes } = await server.memory();
      expect(performanceSchemaBytes).toBeGreaterThan(1 << 20);
      expect(rssBytes ?? 0).toBeGreaterThan(performanceSchemaBytes / 4);
    });

    it("notices within a second that a server was killed, and says so", async () => {
      const server = await start("head");
      await subject.kill("head");
      const crash = await within(1_000, server.crashed);
      expect(crash.what).toContain("The head server crashed");
    });

    it.each(performanceSchemaScenarios)("reads back $scenario.name as asked", async (asked) => {
      const { inForce } = await start("head", asked.scenario);
      expect(checkInForce(asked.scenario, inForce)).toEqual([]);
      const { enabled, consumers, instruments } = inForce.performanceSchema;
      expect(enabled).toBe(asked.enabled);
      if (!asked.enabled) return;
      const wanted = asked.consumers === "all" ? Object.keys(consumers) : asked.consumers;
      const enabledConsumers = Object.keys(consumers).filter((name) => consumers[name]);
      expect(enabledConsumers.toSorted()).toEqual([...wanted].toSorted());
      // The Performance Schema's own memory is always counted.
      const free = instruments.filter(({ name }) => !name.startsWith("memory/performance_schema/"));
      const states = new Set(
        free.map(({ name, enabled, timed }) => {
          const shouldTime =
            asked.instruments === "all" || (asked.instruments !== "none" && name.startsWith("statement/"));
          return enabled === (asked.instruments !== "none") && (timed === null || timed === shouldTime)
            ? "as asked"
            : name;
        }),
      );
      expect([...states]).toEqual(["as asked"]);
      expect(countByClass(instruments)["wait/io"]?.total).toBeGreaterThan(10);
    });

    it("has the options of the scenario in force, and tells them from the defaults", async () => {
      const asked = scenario("sized", {
        options: { sort_buffer_size: "512K", max_connections: "300", skip_name_resolve: null },
      });
      const { inForce } = await start("head", asked);
      expect(checkInForce(asked, inForce)).toEqual([]);
      expect(effectiveOptions(inForce)).toMatchObject({ sort_buffer_size: "524288", max_connections: "300" });
      expect(effectiveOptions(inForce)).not.toHaveProperty("datadir");
    });

    it.each([
      [
        "clipped",
        { max_sp_recursion_depth: "300" },
        "max_sp_recursion_depth",
        /asked for `300`, the server has `255`/,
      ],
      [
        "misunderstood",
        { performance_schema: "yes" },
        "performance_schema",
        /only ON, TRUE and 1 switch it on; `yes` counts as OFF/,
      ],
    ])("says which value is %s", async (name, options, option, why) => {
      const asked = scenario(name, { options });
      const { inForce } = await start("head", asked);
      const error = inForceError(name, checkInForce(asked, inForce));
      expect(error).toMatchObject({
        kind: "input",
        what: `${name}.yml:1: ${option} is not in force in ${name}`,
      });
      expect(error?.why).toMatch(why);
    });

    it("warns of a loose option that the server does not know", async () => {
      const asked = scenario("loose", { loose: { innodb_bufer_pool_size: "1G" } });
      const { inForce } = await start("head", asked);
      expect(checkInForce(asked, inForce)).toMatchObject([
        { severity: "warning", option: "innodb_bufer_pool_size", why: expect.stringContaining("loose_") },
      ]);
    });

    it.each([
      [
        "an option with a typo",
        { innodb_bufer_pool_size: "1G" },
        /does not know the option innodb_bufer_pool_size/,
      ],
      ["a value that is none", { max_connections: "none" }, /does not accept the value of max_connections/],
    ])("names %s at once", async (_, options, what) => {
      await expect(within(5_000, start("head", scenario("wrong", { options })))).rejects.toMatchObject({
        kind: "input",
        what: expect.stringMatching(what),
      });
    });

    it("names setup SQL that the server refuses, with its place", async () => {
      const wrong = scenario("wrong", { setupSql: ["UPDATE performance_schema.no_such SET a = 1"] });
      await expect(start("head", wrong)).rejects.toMatchObject({
        kind: "input",
        what: expect.stringContaining("wrong.yml:1"),
      });
    });
  });
}
