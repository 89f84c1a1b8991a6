import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orderedGate } from "../../src/commands/run-order.ts";
import { planOf } from "../../src/core/plan/plan.ts";

let repository = "";
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), "repository-"));
  git("init", "-q", "-b", "main");
});
afterEach(() => rmSync(repository, { recursive: true }));

function git(...args: string[]): void {
  const as = ["-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "commit.gpgsign=false"];
  execFileSync("git", ["-C", repository, ...as, ...args]);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(repository, path)), { recursive: true });
  writeFileSync(join(repository, path), text);
}

function commit(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) write(path, text);
  git("add", "-A");
  git("commit", "-qm", "base");
}

const gatePath = ".github/mysql-perf-gate.yml";
const names = (options: readonly { name: string; value: string | null }[] | undefined) =>
  Object.fromEntries((options ?? []).map(({ name, value }) => [name, value]));

describe("what run is asked to compare", () => {
  it("is a my.cnf with itself at the base ref", async () => {
    commit({ "deploy/my.cnf": "[mysqld]\nmax_connections=100\n" });
    write("deploy/my.cnf", "[mysqld]\nmax_connections=200\n");
    const { gate, atBase } = await orderedGate(repository, undefined, {
      myCnf: "deploy/my.cnf",
      baseRef: "main",
    });
    expect(names(gate?.scenarios[0]?.options)).toEqual({ max_connections: "200" });
    expect(names(atBase.get("my-cnf")?.options)).toEqual({ max_connections: "100" });
  });

  it("is nothing where both mean the same", async () => {
    commit({ "my.cnf": "[mysqld]\ninnodb_buffer_pool_size=1G\ndatadir=/a\n" });
    write("my.cnf", "[mysqld]\ninnodb-buffer-pool-size = 1024M\ndatadir=/b\n");
    const { unchanged, atBase } = await orderedGate(repository, undefined, {
      myCnf: "my.cnf",
      baseRef: "main",
    });
    expect(unchanged).toEqual(["my-cnf"]);
    expect(atBase.size).toBe(0);
  });

  it("leaves a new file without a base, and reports one that cannot be read there", async () => {
    commit({ "a.cnf": "[mysqld]\nmax_connections=1x\n" });
    write("new.cnf", "[mysqld]\nmax_connections=100\n");
    write("a.cnf", "[mysqld]\nmax_connections=100\n");
    expect(
      (await orderedGate(repository, undefined, { myCnf: "new.cnf", baseRef: "main" })).atBase.size,
    ).toBe(0);
    const { gate, findings } = await orderedGate(repository, undefined, { myCnf: "a.cnf", baseRef: "main" });
    expect(gate).toBeUndefined();
    expect(findings[0]?.place).toMatchObject({ file: "main:a.cnf", line: 2 });
  });

  it("runs the base on the server that the gate file named there, unless the command line names one", async () => {
    commit({
      [gatePath]: "server: mysql:8.0\nmy-cnf: my.cnf\n",
      "my.cnf": "[mysqld]\nmax_connections=100\n",
    });
    write(gatePath, "server: mysql:8.4\nmy-cnf: my.cnf\n");
    const server = async (options: { server?: string }) =>
      (await orderedGate(repository, undefined, { baseRef: "main", ...options })).atBase.get("my-cnf")
        ?.server;
    expect(await server({})).toEqual({ kind: "image", image: "mysql:8.0" });
    write("my.cnf", "[mysqld]\nmax_connections=200\n");
    expect(await server({ server: "mysql:9.7" })).toEqual({ kind: "image", image: "mysql:9.7" });
  });

  it("is --head with --base and nothing else, whatever the gate file lists", async () => {
    commit({ [gatePath]: "scenarios: [pfson_conon_inson]\n", "a.cnf": "[mysqld]\nport=1\n" });
    write("old.cnf", "[mysqld]\nmax_connections=100\n");
    write("new.cnf", "[mysqld]\nmax_connections=200\n");
    const { gate, atBase } = await orderedGate(repository, undefined, {
      base: join(repository, "old.cnf"),
      head: join(repository, "new.cnf"),
    });
    expect(gate?.scenarios.map(({ name }) => name)).toEqual(["my-cnf"]);
    expect(names(atBase.get("my-cnf")?.options)).toEqual({ max_connections: "100" });
  });

  it("takes two files from outside of any repository", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    writeFileSync(join(elsewhere, "my.cnf"), "[mysqld]\nmax_connections=200\n");
    write("my.cnf", "[mysqld]\nmax_connections=100\n");
    const options = { base: "my.cnf", head: join(elsewhere, "my.cnf") };
    const { gate } = await orderedGate(repository, undefined, options);
    rmSync(elsewhere, { recursive: true });
    expect(names(gate?.scenarios[0]?.options)).toEqual({ max_connections: "200" });
  });

  it("holds every cell to --tolerance, whatever the scenario's own file grants", async () => {
    write("s.yml", "name: s\ntolerances: [{ base: 90%, reference: 90% }]\n");
    const { gate } = await orderedGate(repository, undefined, { scenarios: "s.yml", tolerance: "5%" });
    const cells = gate === undefined ? [] : planOf(gate, new Map()).cells;
    expect(new Set(cells.map(({ tolerance }) => tolerance))).toEqual(new Set([0.05]));
  });

  it.each([
    ["a key without a value", "budget:\n"],
    ["a list", "- pfsoff\n"],
  ])("does not take %s in the gate file for a default", async (_, text) => {
    commit({ [gatePath]: text });
    const { gate, findings } = await orderedGate(repository, undefined, { scenarios: "default" });
    expect(gate).toBeUndefined();
    expect(findings[0]?.place).toMatchObject({ file: gatePath, line: 1 });
  });

  it("does not hide what is wrong with the gate file's own `gate`", async () => {
    commit({ [gatePath]: "gate: 20%\n" });
    const { gate, findings } = await orderedGate(repository, undefined, { scenarios: "default" });
    expect(gate).toBeUndefined();
    expect(findings[0]).toMatchObject({ place: { file: gatePath, line: 1 } });
  });

  it.each([
    [{ baseRef: "no-such-ref" }, "git does not know"],
    [{ base: "a.cnf" }, "--base is given without --head"],
    [{ base: "a.cnf", head: "b.cnf", baseRef: "main" }, "Both --base and --base-ref"],
  ])("refuses %j", async (options, what) => {
    commit({ "a.cnf": "[mysqld]\n", "b.cnf": "[mysqld]\n" });
    await expect(orderedGate(repository, undefined, { myCnf: "a.cnf", ...options })).rejects.toThrow(what);
  });
});
