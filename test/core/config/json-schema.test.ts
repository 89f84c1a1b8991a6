import { readdirSync, readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { jsonSchema } from "../../../src/core/config/json-schema.ts";

const validatorOf = (name: string) =>
  new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(jsonSchema(name));

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => (name.endsWith(".yml") ? [`${folder}/${name}`] : []));

describe("JSON Schema, by an independent validator", () => {
  it.each(files("scenarios"))("accepts %s", (file) => {
    const valid = validatorOf("scenario");
    valid(parse(readFileSync(file, "utf8")));
    expect(valid.errors).toBeNull();
  });

  it.each(files("scenarios/workloads"))("accepts %s", (file) => {
    const valid = validatorOf("workload");
    valid(parse(readFileSync(file, "utf8")));
    expect(valid.errors).toBeNull();
  });

  it("accepts the gate file of the documentation", () => {
    const valid = validatorOf("gate");
    valid(parse(readFileSync("test/fixtures/good/gate.yml", "utf8")));
    expect(valid.errors).toBeNull();
  });

  it.each([
    ["gate", "budget: 10 m"],
    ["gate", "gate: { base: 150% }"],
    ["gate", "server: mysql"],
    ["gate", "threads: many"],
    ["gate", "thraeds: 8"],
    ["scenario", "options: {}"],
    ["scenario", "{ name: s, setup-sql: SELECT 1 }"],
    ["workload", "{ name: w }"],
  ])("refuses as a %s: %s", (name, text) => expect(validatorOf(name)(parse(text))).toBe(false));

  it("names the schemas that there are when asked for another", () => {
    expect(() => jsonSchema("gaet")).toThrow(expect.objectContaining({ remedy: "Did you mean `gate`?" }));
  });
});
