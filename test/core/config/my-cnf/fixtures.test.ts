import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type MyCnf, readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import { applyPolicy } from "../../../../src/core/config/policy/options-policy.ts";
import expected from "../../../fixtures/bad/my-cnf.json" with { type: "json" };
import { memoryTree } from "../memory-tree.ts";

/** A file as `validate` looks at it: the reader's findings and the policy's. */
async function validate(folder: string, file: string): Promise<MyCnf> {
  const text = readFileSync(`${folder}/${file}`, "utf8");
  const { options, findings } = await readMyCnf(memoryTree({ [file]: text }), file, {});
  const policy = applyPolicy(options, { trust: "trusted", origin: "my-cnf", release: {} });
  return { options: policy.options, findings: [...findings, ...policy.findings] };
}

const bad = "test/fixtures/bad/my-cnf";
const good = "test/fixtures/good/my-cnf";

describe("bad option files", () => {
  it.each(expected)("$file: line $line", async ({ file, line, severity, remedy }) => {
    const { findings } = await validate(bad, file);
    const found = findings
      .filter(({ place }) => place.line === line)
      .map((one) => [one.severity, one.remedy]);
    expect(found).toContainEqual([severity, expect.stringContaining(remedy)]);
  });

  it("are all in the table", () => {
    expect(expected.map(({ file }) => file).sort()).toEqual(readdirSync(bad).sort());
  });
});

describe("good option files", () => {
  it.each(readdirSync(good))("%s has nothing wrong, and its own matters are set aside", async (file) => {
    const { options, findings } = await validate(good, file);
    const others = findings.filter(({ what }) => !what.includes("set aside") && !what.includes("left out"));
    expect(others).toEqual([]);
    expect(options.length).toBeGreaterThan(4);
    expect(options.map(({ name }) => name)).not.toContain("datadir");
  });
});
