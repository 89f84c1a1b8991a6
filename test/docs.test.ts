import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { referencePages } from "../scripts/reference-pages.ts";
import { defaultGatePath } from "../src/core/config/gate/gate.ts";
import { gateSchema } from "../src/core/config/gate/gate-schema.ts";

describe("the documentation", () => {
  it.each(referencePages())("%s says what the schema says (npm run docs)", (file, text) => {
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  it("README's gate file follows the schema", () => {
    const [, block] = /```yaml\n(server:[\s\S]*?)```/.exec(readFileSync("README.md", "utf8")) ?? [];
    expect(gateSchema.safeParse(parse(block ?? "no such block")).error?.issues).toBeUndefined();
  });

  it("action.yml's default is the path where the command line looks too", () => {
    expect(parse(readFileSync("action.yml", "utf8")).inputs.config.default).toBe(defaultGatePath);
  });

  it("gives each dependency its reason", () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
    const reasons = readFileSync("docs/dependencies.md", "utf8").matchAll(/^\| (\S+) \| \S.* \|$/gm);
    const named = [...reasons].map(([, name]) => name).filter((name) => name !== "---");
    expect(named.sort()).toEqual([...Object.keys(dependencies), ...Object.keys(devDependencies)].sort());
  });
});
