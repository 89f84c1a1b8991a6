import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readYaml } from "../../../../src/core/config/yaml/yaml-document.ts";

const lines = (...text: string[]): string => `${text.join("\n")}\n`;

describe("reading YAML", () => {
  it("keeps `off`, `yes` and `ON` as the words that they are", () => {
    const { document } = readYaml(lines("a: off", "b: yes", "c: ON"), "f.yml");
    expect(document?.value).toEqual({ a: "off", b: "yes", c: "ON" });
  });

  it("knows the place of a value and of a key", () => {
    const { document } = readYaml(lines("gate:", "  base: 5%", "list:", "  - one", "  - two: 2"), "f.yml");
    expect(document?.placeOf(["gate", "base"])).toEqual({ file: "f.yml", line: 2, column: 9 });
    expect(document?.placeOfKey(["gate", "base"])).toEqual({ file: "f.yml", line: 2, column: 3 });
    expect(document?.placeOf(["list", 1, "two"])).toEqual({ file: "f.yml", line: 5, column: 10 });
  });

  it("gives the place of the nearest value above one that is not there", () => {
    const { document } = readYaml(lines("a: 1", "gate:", "  base: 5%"), "f.yml");
    expect(document?.placeOf(["gate", "missing", "deeper"])).toMatchObject({ line: 3 });
  });

  it("reports every syntax error at its line", () => {
    const { document, findings } = readYaml(lines("a: [1", "b: {", "a: 2"), "f.yml");
    expect(document).toBeUndefined();
    expect(findings.length).toBeGreaterThan(1);
  });

  it("reports a key that stands twice", () => {
    const { findings } = readYaml(lines("a: 1", "b: 2", "a: 3"), "f.yml");
    expect(findings).toEqual([expect.objectContaining({ place: { file: "f.yml", line: 3, column: 1 } })]);
    expect(findings[0]?.what).toContain("second time");
  });

  it("refuses aliases that multiply", () => {
    const levels = Array.from({ length: 12 }, (_, n) => `l${n + 1}: &l${n + 1} [${`*l${n},`.repeat(9)}]`);
    const { document, findings } = readYaml(lines("l0: &l0 [x,x,x,x,x,x,x,x,x]", ...levels), "f.yml");
    expect(document).toBeUndefined();
    expect(findings[0]?.what).toContain("aliases");
  });

  it("refuses a document that is nested too deeply for any reader", () => {
    const { document, findings } = readYaml("[".repeat(200_000), "f.yml");
    expect(document).toBeUndefined();
    expect(findings.length).toBeGreaterThan(0);
  });

  it("reads any text, or says at which line it cannot", () => {
    const scraps = [
      "a",
      ": ",
      "- ",
      "\n",
      "  ",
      "[",
      "]",
      "{",
      "}",
      "&x ",
      "*x ",
      "|",
      ">",
      "'",
      '"',
      "#",
      "!!map ",
      "? ",
      "%",
      "5%",
      "---\n",
      "<<: ",
      "\t",
      "\u0000",
      "\u{1f600}",
    ];
    const text = fc.array(fc.constantFrom(...scraps), { maxLength: 40 }).map((parts) => parts.join(""));
    const property = fc.property(fc.oneof(text, fc.string({ maxLength: 200 })), (source) => {
      const { document, findings } = readYaml(source, "f.yml");
      expect(document === undefined).toBe(findings.length > 0);
      for (const { place } of findings) expect(place.line).toBeGreaterThan(0);
    });
    fc.assert(property, { numRuns: 30_000 });
  });
});
