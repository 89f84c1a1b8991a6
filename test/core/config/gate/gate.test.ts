import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import * as z from "zod";
import { builtInFiles } from "../../../../src/commands/files.ts";
import { loadGate } from "../../../../src/core/config/gate/gate.ts";
import { type GateFile, gateSchema } from "../../../../src/core/config/gate/gate-schema.ts";
import { readYaml } from "../../../../src/core/config/yaml/yaml-document.ts";
import { memoryTree } from "../memory-tree.ts";

const builtIn = builtInFiles();
const load = (gate: string, files: Record<string, string> = {}, trust: "trusted" | "untrusted" = "trusted") =>
  loadGate(
    { own: { tree: memoryTree({ "gate.yml": gate, ...files }), prefix: "" }, builtIn, trust },
    "gate.yml",
  );

describe("a gate file", () => {
  it("may be empty: every key has a default", async () => {
    const { value, findings } = await load("");
    expect(findings).toEqual([]);
    expect(value?.scenarios.map(({ name }) => name)).toEqual(["default"]);
    expect(value?.reference.name).toBe("pfsoff");
    expect(value?.workloads.map(({ name }) => name)).toEqual([
      "oltp_read_only",
      "oltp_read_write",
      "oltp_write_only",
    ]);
    expect(value?.settings).toMatchObject({
      threads: [8],
      data: { tables: 4, rows: 50_000 },
      gate: { base: 0.05, reference: "off", baseline: 0.05 },
      "false-alarms": 0.01,
      budget: 600,
      method: "auto",
      "fail-on": "regression",
    });
  });

  it("with a my.cnf alone measures that one", async () => {
    const { value } = await load("my-cnf: deploy/my.cnf\n", {
      "deploy/my.cnf": "[mysqld]\nmax_connections=500\n",
    });
    expect(value?.scenarios.map(({ name }) => name)).toEqual(["my-cnf"]);
  });

  it("may name one of its own scenarios as the reference", async () => {
    const files = { "perf/a.yml": "name: a\n", "perf/b.yml": "name: b\n" };
    const { value, findings } = await load("scenarios: [perf/a.yml, perf/b.yml]\nreference: a\n", files);
    expect(findings).toEqual([]);
    expect(value?.reference.name).toBe("a");
  });

  it("takes a script of the repository as a workload, named after it", async () => {
    const gate = "workloads:\n  - { script: perf/hot-row.lua, options: { rows: 10 }, writes: false }\n";
    const { value, findings } = await load(gate, { "perf/hot-row.lua": "function event() end\n" });
    expect(findings).toEqual([]);
    expect(value?.workloads).toEqual([
      { name: "hot-row", script: "perf/hot-row.lua", options: { rows: 10 }, writes: false, origin: "own" },
    ]);
  });

  it.each([
    ["an own script", "workloads: [{ script: perf/own.lua }]"],
    ["a server of its own", "server: local:/tmp/evil/mysqld"],
    ["an image", "server: evil/mysql:8.4"],
    ["a server elsewhere", "server: external"],
  ])("of a stranger's may not choose %s", async (_, gate) => {
    const files = { "perf/own.lua": "function event() end\n" };
    expect((await load(gate, files)).findings).toEqual([]);
    const { value, findings } = await load(gate, files, "untrusted");
    expect(value).toBeUndefined();
    expect(findings[0]?.what).toContain("may not come from an untrusted pull request");
  });

  it("reads as the same gate after it was printed", () => {
    const percent = fc.integer({ min: 1, max: 9_999 }).map((hundredths) => hundredths / 10_000);
    const gates = fc.record({
      server: fc.constantFrom<GateFile["server"]>(
        { kind: "auto" },
        { kind: "local", path: "/usr/sbin/mysqld" },
        { kind: "image", image: "mysql:8.4" },
      ),
      reference: fc.constantFrom("pfsoff", "default"),
      threads: fc.uniqueArray(fc.integer({ min: 1, max: 4096 }), { minLength: 1, maxLength: 10 }),
      gate: fc.record({ base: percent, reference: fc.constant("off" as const), baseline: percent }),
      "false-alarms": percent.filter((rate) => rate <= 0.5),
      budget: fc.integer({ min: 10, max: 1_000_000 }),
      method: fc.constantFrom("auto" as const, "duet" as const, "interleaved" as const),
    });
    const defaults = gateSchema.parse({});
    const property = fc.property(gates, (given) => {
      const gate: GateFile = { ...defaults, ...given };
      const text = stringify(z.encode(gateSchema, gate));
      const again = gateSchema.parse(readYaml(text, "gate.yml").document?.value);
      expect(again.threads).toEqual(gate.threads);
      expect(again.budget).toBe(gate.budget);
      expect(again.server).toEqual(gate.server);
      expect(again.gate.base).toBeCloseTo(given.gate.base, 10);
      expect(again["false-alarms"]).toBeCloseTo(given["false-alarms"], 10);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
