import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { provisionMysqld } from "../../../src/adapters/provision/provision.ts";
import { parseDsn } from "../../../src/adapters/server/dsn.ts";
import { externalServers } from "../../../src/adapters/server/external.ts";
import { armFolder } from "../../../src/adapters/server/launcher.ts";
import { type Connection, connect } from "../../../src/adapters/server/mysql.ts";
import { startServer } from "../../../src/adapters/server/start.ts";
import { checkInForce } from "../../../src/core/in-force/check.ts";
import type { Server, ServerProvider } from "../../../src/ports.ts";
import { localServers, takenPort } from "./local-subject.ts";
import { within } from "./machine.ts";
import { performanceSchemaScenarios, scenario } from "./scenario.ts";

const data = { tables: 2, rows: 500, seed: 3 };
const names = ["sort_buffer_size", "innodb_flush_log_at_trx_commit", "sql_mode"];

describe("an external server", () => {
  let local: Awaited<ReturnType<typeof localServers>>;
  let server: Server;
  let admin: Connection;
  let provider: ServerProvider;
  let dsn: string;

  /** A server with a port and a password, as somebody else would run it. */
  beforeAll(async () => {
    local = await localServers((await provisionMysqld()).program);
    await local.provider
      .start({ arm: "theirs", scenario: scenario("plain"), data, from: "fresh" })
      .then((one) => one.stop("keep"));
    const { port, close } = await takenPort();
    await close();
    const folder = armFolder(`${local.run.folder}/theirs`);
    const own = { skip_networking: "OFF", port: String(port), bind_address: "127.0.0.1" };
    server = await startServer({
      launcher: local.launcher,
      name: "theirs",
      folder,
      scenario: scenario("theirs"),
      own,
    });
    await server.query("CREATE DATABASE bench");
    await server.query("CREATE USER 'out side'@'127.0.0.1' IDENTIFIED BY 'p@ss/word'");
    await server.query("GRANT ALL ON *.* TO 'out side'@'127.0.0.1'");
    dsn = `mysql://out%20side:p%40ss%2Fword@localhost:${port}/bench`;
    const primary = parseDsn("PERF_GATE_DSN", dsn);
    provider = await externalServers({
      primary,
      readers: [primary],
      sysbench: local.sysbench,
      run: local.run,
    });
    admin = await connect(primary);
  });
  afterAll(async () => {
    admin.close();
    await provider.close();
    await server.stop("discard");
    await local.end();
    expect(await local.leftovers()).toEqual([]);
  });

  const state = async () => {
    const variables = await admin.query(
      `SHOW GLOBAL VARIABLES WHERE Variable_name IN ('${names.join("', '")}')`,
    );
    const consumers = await admin.query("SELECT * FROM performance_schema.setup_consumers");
    return {
      variables,
      consumers,
      instruments: await admin.query("SELECT NAME, ENABLED, TIMED FROM performance_schema.setup_instruments"),
    };
  };
  const start = (of: ReturnType<typeof scenario>) =>
    provider.start({ arm: "head", scenario: of, data, from: "fresh" });

  it("is loaded once, and its rows are verified each time", async () => {
    expect(await provider.load(scenario("plain"), data)).toMatchObject({ cached: false });
    expect(await provider.load(scenario("plain"), data)).toMatchObject({ cached: true });
    await admin.query("DELETE FROM sbtest2 WHERE id = 9");
    await expect(provider.load(scenario("plain"), data)).rejects.toThrow("sbtest2 holds 499 rows");
    await admin.query("DROP TABLE sbtest1, sbtest2");
  });

  it("has the scenario in force while it is that arm, and its own settings again afterwards", async () => {
    const before = await state();
    const asked = scenario("dynamic", {
      options: {
        sort_buffer_size: "512K",
        innodb_flush_log_at_trx_commit: "2",
        sql_mode: "STRICT_TRANS_TABLES",
      },
      setupSql: performanceSchemaScenarios[5].scenario.setupSql.map(({ sql }) => sql),
    });
    const arm = await start(asked);
    expect(checkInForce(asked, arm.inForce)).toEqual([]);
    expect(Object.values(arm.inForce.performanceSchema.consumers)).not.toContain(false);
    expect(await state()).not.toEqual(before);
    await arm.stop("discard");
    expect(await state()).toEqual(before);
  });

  it("changes arms by taking the first one's settings back", async () => {
    const before = await state();
    await start(scenario("one", { options: { sort_buffer_size: "1M" } }));
    const second = await start(scenario("two", { options: { innodb_flush_log_at_trx_commit: "0" } }));
    expect(second.inForce.variables.sort_buffer_size).toBe("262144");
    await second.stop("discard");
    expect(await state()).toEqual(before);
  });

  it.each([
    [
      "an option of the start alone",
      { options: { sort_buffer_size: "1M", performance_schema: "OFF" } },
      /x.yml:2: performance_schema cannot be set/,
    ],
    ["an option with a typo", { options: { sort_bufer_size: "1M" } }, /sort_bufer_size cannot be set/],
    [
      "setup SQL that fails",
      { options: { sort_buffer_size: "1M" }, setupSql: ["UPDATE no.such SET a = 1"] },
      /x.yml:2: the server refuses the setup SQL/,
    ],
  ])("refuses %s and leaves nothing changed", async (_, written, what) => {
    const before = await state();
    await expect(start(scenario("x", written))).rejects.toMatchObject({
      kind: "input",
      what: expect.stringMatching(what),
    });
    expect(await state()).toEqual(before);
  });

  it("counts statements, hands out its endpoints, and refuses to be pinned", async () => {
    const arm = await start(scenario("plain"));
    expect(arm.readEndpoint).toEqual(arm.endpoint);
    const before = await arm.counters();
    await arm.query("SELECT 1");
    expect((await arm.counters()).questions - before.questions).toBe(2);
    await expect(arm.pin([0])).rejects.toMatchObject({ remedy: expect.stringContaining("interleaved") });
  });

  it("has its own settings again even when the connection was lost", async () => {
    const before = await state();
    const arm = await start(scenario("plain", { options: { sort_buffer_size: "1M" } }));
    const [own] = await arm.query("SELECT CONNECTION_ID() AS id");
    await admin.query(`KILL ${own?.id}`);
    await within(1_000, arm.crashed);
    await arm.stop("discard");
    expect(await state()).toEqual(before);
    await provider.close();
    const primary = parseDsn("PERF_GATE_DSN", dsn);
    provider = await externalServers({ primary, sysbench: local.sysbench, run: local.run });
  });

  it("tells a refused user from a server that is not there", async () => {
    const open = (address: string) =>
      externalServers({ primary: parseDsn("X", address), sysbench: local.sysbench, run: local.run });
    await expect(open(dsn.replace("p%40ss", "wrong"))).rejects.toMatchObject({
      what: expect.stringContaining("refuses this user"),
    });
    await expect(open("mysql://u:secret@127.0.0.1:1/x")).rejects.toMatchObject({
      what: expect.stringContaining("cannot be reached"),
    });
  });

  it("notices when it goes away", async () => {
    const arm = await start(scenario("plain"));
    await local.kill("theirs");
    expect((await within(1_000, arm.crashed)).what).toContain("the head arm");
  });
});
