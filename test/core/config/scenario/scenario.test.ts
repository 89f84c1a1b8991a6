import { describe, expect, it } from "vitest";
import { builtInFiles } from "../../../../src/commands/files.ts";
import { loadScenario, type Sources, scenarioNames } from "../../../../src/core/config/scenario/scenario.ts";
import { memoryTree } from "../memory-tree.ts";

const asked = { file: "gate.yml", line: 1, column: 1 };
const builtIn = builtInFiles();
const builtInNames = await scenarioNames(builtIn);

function load(files: Record<string, string>, reference = "s.yml", trust: Sources["trust"] = "trusted") {
  return loadScenario({ own: { tree: memoryTree(files), prefix: "" }, builtIn, trust }, reference, asked);
}

const optionsOf = async (files: Record<string, string>) =>
  Object.fromEntries((await load(files)).value?.options.map(({ name, value }) => [name, value]) ?? []);

describe("a scenario", () => {
  it.each(builtInNames)("%s, built in, is sound", async (name) => {
    const { value, findings } = await load({}, name);
    expect(findings).toEqual([]);
    expect(value?.name).toBe(name);
  });

  it.each(builtInNames)("%s, built in, would be accepted even from a fork", async (name) => {
    expect((await load({}, name, "untrusted")).findings).toEqual([]);
  });

  it("adds its options to those of the one that it extends, and its own count", async () => {
    const files = {
      "base.yml": "name: base\noptions: { innodb_io_capacity: 200, sync_binlog: 0 }\n",
      "s.yml": "name: s\nextends: base.yml\noptions: { innodb-io-capacity: 400 }\n",
    };
    expect(await optionsOf(files)).toEqual({ innodb_io_capacity: "400", sync_binlog: "0" });
  });

  it("takes its my.cnf after what it extends and before its own options", async () => {
    const files = {
      "base.yml": "name: base\noptions: { innodb_io_capacity: 1000, sync_binlog: 1, max_connections: 100 }\n",
      "my.cnf": "[mysqld]\ninnodb_io_capacity=2000\nsync_binlog=2\n",
      "s.yml": "name: s\nextends: base.yml\nmy-cnf: my.cnf\noptions: { innodb_io_capacity: 3000 }\n",
    };
    expect(await optionsOf(files)).toEqual({
      innodb_io_capacity: "3000",
      sync_binlog: "2",
      max_connections: "100",
    });
  });

  it("keeps all values of an option that adds up", async () => {
    const s = "name: s\noptions:\n  performance_schema_instrument: ['%=OFF', 'statement/%=ON']\n";
    const { value } = await load({ "s.yml": s });
    expect(value?.options.map((option) => option.value)).toEqual(["%=OFF", "statement/%=ON"]);
  });

  it("extends a built-in one, whose setup SQL runs before its own", async () => {
    const s =
      "name: s\nextends: pfson_conon_insoff\nsetup-sql:\n  - UPDATE performance_schema.setup_actors SET HISTORY = 'NO'\n";
    const { value } = await load({ "s.yml": s });
    expect(value?.setupSql.map(({ sql }) => sql)).toHaveLength(3);
    expect(value?.setupSql.at(-1)?.sql).toContain("setup_actors");
  });

  it("writes YAML's true as ON and keeps an empty value apart from one that is empty text", async () => {
    const s = "name: s\noptions: { performance_schema: true, skip_name_resolve: , sql_mode: '' }\n";
    expect(await optionsOf({ "s.yml": s })).toEqual({
      performance_schema: "ON",
      skip_name_resolve: null,
      sql_mode: "",
    });
  });

  it("knows where each option stands, also in an included my.cnf", async () => {
    const files = {
      "conf/my.cnf": "[mysqld]\n!include more.cnf\n",
      "conf/more.cnf": "[mysqld]\n\nmax_connections=7\n",
      "s.yml": "name: s\nmy-cnf: conf/my.cnf\n",
    };
    const { value } = await load(files);
    expect(value?.options[0]?.place).toMatchObject({ file: "conf/more.cnf", line: 3 });
  });

  it("reports a cycle through several files, and where", async () => {
    const files = {
      "s.yml": "name: s\nextends: b.yml\n",
      "b.yml": "name: b\nextends: c.yml\n",
      "c.yml": "name: c\nextends: s.yml\n",
    };
    const { value, findings } = await load(files);
    expect(value).toBeUndefined();
    expect(findings).toHaveLength(1);
    expect(findings[0]).toMatchObject({
      place: { file: "c.yml", line: 2 },
      why: "s.yml extends b.yml extends c.yml extends s.yml.",
    });
  });

  it("reports all that is wrong with it and with what it names, at once", async () => {
    const files = {
      "my.cnf": "[mysqld]\nperformance_schemaa=ON\n",
      "s.yml":
        "name: s\nextends: nothing\nmy-cnf: my.cnf\noptions: { inodb_io_capacity: 1 }\nsetup-sql: ['SELECT 1; SELECT 2']\n",
    };
    const { findings } = await load(files);
    expect(new Set(findings.map(({ place }) => `${place.file}:${place.line}`))).toEqual(
      new Set(["s.yml:2", "my.cnf:2", "s.yml:4", "s.yml:5"]),
    );
  });
});
