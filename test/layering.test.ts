import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importsOf, layerOf, violation } from "./layering.ts";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => join("src", name));

describe("layering", () => {
  it.each(sources)("%s imports only what its layer may", (file) => {
    const found = importsOf(readFileSync(file, "utf8"))
      .map((imported) => violation(file, imported))
      .filter((problem) => problem !== undefined);
    expect(found).toEqual([]);
  });

  it.each([
    ["src/core/plan/plan.ts", 'import { spawn } from "../../adapters/process.ts";'],
    ["src/core/plan/plan.ts", 'import type { Docker } from "../../adapters/docker.ts";'],
    ["src/core/plan/plan.ts", 'import { readFileSync } from "node:fs";'],
    ["src/core/plan/plan.ts", 'const fs = await import("node:fs");'],
    ["src/core/plan/plan.ts", 'export * from "node:fs";'],
    ["src/core/plan/plan.ts", 'import mysql from "mysql2/promise";'],
    ["src/gate.ts", 'import { start } from "./adapters/docker.ts";'],
    ["src/adapters/docker.ts", 'import { resolve } from "../core/config/scenario.ts";'],
    ["src/adapters/docker.ts", 'import { open } from "./git-store.ts";'],
    ["src/adapters/docker.ts", 'import * as core from "@actions/core";'],
    ["src/adapters/docker.ts", 'import mysql from "mysql2/promise";'],
    ["src/ports.ts", 'import { GateError } from "./core/error.ts";'],
    ["src/ports.ts", 'import type { Docker } from "./adapters/docker.ts";'],
  ])("refuses in %s: %s", (file, line) => {
    const imported = importsOf(line);
    expect(imported).toHaveLength(1);
    expect(imported.map((one) => violation(file, one))).not.toContain(undefined);
  });

  it("knows the layer of every source file", () => {
    expect(sources.filter((file) => layerOf(file) === undefined)).toEqual([]);
  });
});
