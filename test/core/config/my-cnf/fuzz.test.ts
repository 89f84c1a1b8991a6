import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { optionNames } from "../../../../src/core/config/my-cnf/known-options.ts";
import { readLines } from "../../../../src/core/config/my-cnf/lines.ts";
import { mergeOptions } from "../../../../src/core/config/my-cnf/merge-options.ts";
import { printMyCnf } from "../../../../src/core/config/my-cnf/print-my-cnf.ts";
import { readMyCnf } from "../../../../src/core/config/my-cnf/read-my-cnf.ts";
import type { ServerOption } from "../../../../src/core/config/scenario/resolved-scenario.ts";
import { memoryTree } from "../memory-tree.ts";
import { layouts } from "./layouts.ts";
import { snippets } from "./snippets.ts";

const release = { flavour: "mysql", version: "9.7" } as const;
const seed = 20_261_120;

/** Pieces that mean something to the parser, strung together in orders that nobody would write. */
const fragments = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "[",
        "]",
        "=",
        "#",
        ";",
        "!",
        "'",
        '"',
        "\\",
        "\n",
        "\r\n",
        " ",
        "\t",
        "-",
        "_",
        "\0",
        "\uFEFF",
      ),
      fc.constantFrom(
        "[mysqld]\n",
        "!include ",
        "!includedir ",
        "my.cnf",
        "loose_",
        "skip_",
        "maximum_",
        "=ON",
        "1.5G",
      ),
      fc.constantFrom(
        "max_connections",
        "performance_schema",
        "optimizer_switch=mrr=",
        "sql_mode=",
        "log_bin",
      ),
      fc.string({ unit: "grapheme", maxLength: 12 }),
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(""));

/** Real snippets with a stretch of text put in the place of another. */
const mutated = fc
  .record({
    text: fc.constantFrom(
      ...Object.values(snippets).map((snippet) => `[mysqld]\n${snippet}\n`),
      ...Object.values(layouts).flatMap((files) => Object.values(files)),
    ),
    at: fc.nat(80),
    cut: fc.nat(6),
    put: fragments,
  })
  .map(({ text, at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut));

describe("any text at all", () => {
  it("is read line by line without a crash, and every place is in the text", () => {
    fc.assert(
      fc.property(fc.oneof(fragments, mutated, fc.string({ unit: "binary" })), (text) => {
        const { lines, findings } = readLines(text, "my.cnf");
        const lengths = text.split("\n").map((line) => line.length);
        for (const { place } of [...lines, ...findings]) {
          const length = lengths[place.line - 1];
          if (length === undefined || place.column < 1 || place.column > length + 1) return false;
        }
        return true;
      }),
      { numRuns: 100_000, seed },
    );
  });

  it("is understood without a crash", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fragments, mutated), async (text) => {
        const { options } = await readMyCnf(memoryTree({ "my.cnf": text }), "my.cnf", release);
        expect(options.every(({ name }) => /^[A-Za-z0-9_.]+$/.test(name))).toBe(true);
      }),
      { numRuns: 20_000, seed },
    );
  });
});

/** Work that grew with the square of the length would take minutes here. */
describe("a text of a mebibyte", () => {
  const size = 2 ** 20;
  it.each([
    ["spaces", " ".repeat(size)],
    ["a line of spaces with something behind", `[mysqld]\na=${" ".repeat(size)}b`],
    ["quotes", `[mysqld]\na=${"'\"".repeat(size / 2)}`],
    ["backslashes", `[mysqld]\na='${"\\".repeat(size)}`],
    ["brackets", "[".repeat(size)],
    ["exclamation marks", "!".repeat(size)],
    ["newlines", "\n".repeat(size)],
    ["groups", "[mysqdl]\n".repeat(size / 9)],
    ["options that are not known", `[mysqld]\n${"max_conections=1\n".repeat(size / 17)}`],
    ["long names", `[mysqld]\n${`${"a_".repeat(500)}\n`.repeat(1000)}`],
    ["prefixes", `[mysqld]\n${`${"loose_skip_".repeat(300)}x\n`.repeat(300)}`],
    ["digits", `[mysqld]\n${`max_connections=${"9".repeat(4000)}\n`.repeat(250)}`],
    ["sets", `[mysqld]\n${`sql_mode=${"ANSI,".repeat(800)}\n`.repeat(250)}`],
  ])("of %s is read", async (_, text) => {
    const { findings } = await readMyCnf(memoryTree({ "my.cnf": text }), "my.cnf", release);
    expect(Array.isArray(findings)).toBe(true);
  });
});

const plainNames = optionNames(release).filter(
  (name) => !/^(?:skip|disable|enable|maximum|loose)_/.test(name),
);
const anyOption: fc.Arbitrary<ServerOption> = fc.record({
  name: fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...plainNames) },
    // Each of these is compared with all known names, which takes time.
    { weight: 1, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_.]{0,20}$/) },
  ),
  value: fc
    .oneof(
      fc.constant(null),
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.string({
        unit: fc.constantFrom("#", "'", '"', "\\", " ", "\n", "\r", "\t", "\b", "=", ";", "a", "à"),
        maxLength: 20,
      }),
    )
    .filter((value) => !value?.includes("\0")),
  loose: fc.boolean(),
  place: fc.constant({ file: "my.cnf", line: 1, column: 1 }),
});

describe("a configuration that is printed and read again", () => {
  it("is the same", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyOption, { maxLength: 12 }), async (generated) => {
        const prefixed = /^(?:skip|disable|enable|maximum|loose)_/;
        const options = mergeOptions(
          generated.filter(({ name }) => !prefixed.test(name)),
          release,
        );
        const { options: again } = await readMyCnf(
          memoryTree({ "my.cnf": printMyCnf(options) }),
          "my.cnf",
          release,
        );
        expect(again.map(({ place, ...option }) => option)).toEqual(
          options.map(({ place, ...option }) => option),
        );
      }),
      { numRuns: 20_000, seed },
    );
  });

  it("is the same with a skip that has no other spelling", async () => {
    const options: ServerOption[] = [
      { name: "skip_log_bin", value: null, loose: false, place: { file: "my.cnf", line: 2, column: 1 } },
      { name: "skip_name_resolve", value: null, loose: true, place: { file: "my.cnf", line: 3, column: 1 } },
    ];
    const { options: again } = await readMyCnf(
      memoryTree({ "my.cnf": printMyCnf(options) }),
      "my.cnf",
      release,
    );
    expect(again).toEqual(options);
  });
});
