import { describe, expect, it } from "vitest";
import { checkInForce, inForceError, describe as inWords } from "../../../src/core/in-force/check.ts";
import { scenario } from "../../adapters/server/scenario.ts";
import { facts, instruments } from "./facts.ts";

const check = (written: Parameters<typeof scenario>[1], found: Parameters<typeof facts>[0]) =>
  checkInForce(scenario("s", written), facts(found));

describe("checkInForce", () => {
  it("finds nothing where all is in force", () => {
    const options = {
      sort_buffer_size: "1M",
      skip_name_resolve: null,
      skip_log_bin: null,
      innodb_flush_method: "O_DIRECT",
    };
    const variables = {
      sort_buffer_size: "1048576",
      skip_name_resolve: "ON",
      log_bin: "OFF",
      innodb_flush_method: "O_DIRECT",
    };
    expect(check({ options }, { variables })).toEqual([]);
  });

  it("quotes the log where the server has said why", () => {
    const logged = [
      "2026-11-20T09:57:27Z 0 [Warning] [MY-010141] [Server] Changed limits: max_connections: 19190 (requested 100000)",
    ];
    const [found] = check(
      { options: { max_connections: "100000" } },
      { variables: { max_connections: "19190" }, logged },
    );
    expect(found && inWords(found)).toBe(
      "max_connections: asked for `100000`, the server has `19190`: " +
        'its log says "Changed limits: max_connections: 19190 (requested 100000)"',
    );
  });

  it.each([
    [
      "a clipped number",
      { a: "300" },
      { variables: { a: "255" }, changed: { a: { source: "EXPLICIT" } } },
      /largest value/,
    ],
    [
      "a raised number",
      { a: "1" },
      { variables: { a: "8" }, changed: { a: { source: "EXPLICIT" } } },
      /smallest value/,
    ],
    ["yes", { a: "yes" }, { variables: { a: "OFF" } }, /`yes` counts as OFF/],
    ["an empty value", { a: "" }, { variables: { a: "OFF" } }, /an empty value counts as OFF/],
    [
      "a later SET",
      { a: "x" },
      { variables: { a: "y" }, changed: { a: { source: "DYNAMIC" } } },
      /set again afterwards \(DYNAMIC\)/,
    ],
    ["an ignored option", { a: "x" }, { variables: { a: "y" } }, /kept its default/],
    [
      "an option that another one sets",
      { a: "x" },
      { variables: { a: "y" }, changed: { a: { source: "EXPLICIT" } } },
      /another option/,
    ],
  ])("names %s", (_, options, found, why) => {
    expect(check({ options }, found)).toMatchObject([
      { severity: "error", option: "a", why: expect.stringMatching(why) },
    ]);
  });

  it("takes a buffer pool that was rounded up to whole chunks for what was asked", () => {
    const chunks = { innodb_buffer_pool_chunk_size: "134217728", innodb_buffer_pool_instances: "1" };
    const options = { innodb_buffer_pool_size: "100M" };
    expect(check({ options }, { variables: { ...chunks, innodb_buffer_pool_size: "134217728" } })).toEqual(
      [],
    );
    expect(
      check({ options }, { variables: { ...chunks, innodb_buffer_pool_size: "268435456" } }),
    ).toHaveLength(1);
    expect(
      check({ options }, { variables: { ...chunks, innodb_buffer_pool_size: "67108864" } }),
    ).toHaveLength(1);
  });

  it("warns of a loose option that the server does not know, and of one that it does not show", () => {
    const found = check({ loose: { a: "1" }, options: { external_locking: null } }, {});
    expect(found).toMatchObject([
      { severity: "warning", option: "external_locking", why: expect.stringContaining("cannot be verified") },
      { severity: "warning", option: "a", why: expect.stringContaining("loose_") },
    ]);
    expect(inForceError("s", found)).toBeUndefined();
  });
});

describe("of the Performance Schema", () => {
  const performanceSchema = {
    enabled: true,
    consumers: { events_waits_current: false },
    instruments: instruments({
      "statement/sql/select": "on",
      "wait/io/file": "off",
      "memory/performance_schema/x": "off",
    }),
    memoryBytes: 1,
  };
  const consumer = "performance_schema_consumer_events_waits_current";

  it("consumers are held against the consumers", () => {
    expect(check({ options: { [consumer]: "OFF" } }, { performanceSchema })).toEqual([]);
    expect(check({ options: { [consumer]: "yes" } }, { performanceSchema })).toMatchObject([
      { option: consumer, why: expect.stringContaining("counts as OFF") },
    ]);
  });

  it("instruments are held against the patterns", () => {
    const set = (...patterns: string[]) => ({ options: { performance_schema_instrument: patterns } });
    expect(check(set("%=OFF", "statement/%=ON"), { performanceSchema })).toEqual([]);
    expect(check(set("%=ON"), { performanceSchema })).toMatchObject([
      { is: "wait/io/file enabled false, timed false" },
    ]);
    expect(check(set("statment/%=ON"), { performanceSchema })).toMatchObject([
      { why: "no instrument has such a name" },
    ]);
    expect(check(set("statement/%"), { performanceSchema })).toMatchObject([
      { why: "it is not of the form pattern=ON" },
    ]);
  });

  it("what setup SQL may have changed is not held against the options", () => {
    const written = { options: { [consumer]: "ON" }, setupSql: ["UPDATE …"] };
    expect(check(written, { performanceSchema })).toEqual([]);
  });

  it("nothing is expected of one that the scenario switches off", () => {
    const watched = { [consumer]: "ON", performance_schema_instrument: "%=ON" };
    const off = { options: { performance_schema: "OFF", ...watched } };
    expect(check(off, { variables: { performance_schema: "OFF" } })).toEqual([]);
  });

  it("what it is asked to watch is not in force where the server has it off by default", () => {
    const written = { options: { [consumer]: "ON", performance_schema_instrument: "%=ON" } };
    const why = "performance_schema itself is off on this server";
    expect(check(written, {})).toMatchObject([{ option: consumer, why }, { why }]);
  });
});

describe("inForceError", () => {
  it("names the first place and lists them all", () => {
    const found = check({ options: { a: "yes", b: "2" } }, { variables: { a: "OFF", b: "1" } });
    const error = inForceError("s", found);
    expect(error).toMatchObject({ kind: "input", what: "s.yml:1: a is not in force in s (and 1 more)" });
    expect(error?.why?.split("\n")).toHaveLength(2);
  });
});
