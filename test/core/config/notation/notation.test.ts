import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDuration, printDuration } from "../../../../src/core/config/notation/duration.ts";
import { parsePercentage, printPercentage } from "../../../../src/core/config/notation/percentage.ts";
import { parseServerSpec, printServerSpec } from "../../../../src/core/config/notation/server-spec.ts";
import { parseThreads, printThreads } from "../../../../src/core/config/notation/thread-list.ts";

describe("duration", () => {
  it.each([
    ["90s", 90],
    ["10m", 600],
    ["1h30m", 5400],
    ["1h0m5s", 3605],
    ["0s", 0],
  ])("reads %s as %d seconds", (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(["", "10", "10 m", "1.5h", "m", "5s10m", "-3s", "10min", "1h 30m"])("refuses %j", (text) =>
    expect(parseDuration(text)).toBeUndefined(),
  );
});

describe("percentage", () => {
  it.each([
    ["5%", 0.05],
    ["0.5%", 0.005],
    ["100%", 1],
    ["7%", 0.07],
  ])("reads %s as %d", (text, fraction) => expect(parsePercentage(text)).toBeCloseTo(fraction, 12));

  it.each(["5", "5 %", "-1%", "101%", "1e1%", ".5%", "%", "5%%"])("refuses %j", (text) =>
    expect(parsePercentage(text)).toBeUndefined(),
  );

  it("prints 7 % without the binary fraction's tail", () => expect(printPercentage(0.07)).toBe("7%"));
});

describe("thread list", () => {
  it.each([
    ["8", [8]],
    ["1,8,32", [1, 8, 32]],
    ["1..1024", [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]],
    ["1, 4..16", [1, 4, 8, 16]],
  ])("reads %s", (text, levels) => expect(parseThreads(text)).toEqual(levels));

  it.each(["", "0", "8,8", "1..1000", "8..1", "1,,2", "-1", "1...4", "99999", "a"])("refuses %j", (text) =>
    expect(parseThreads(text)).toBeUndefined(),
  );
});

describe("server", () => {
  it.each([
    ["auto", { kind: "auto" }],
    ["local", { kind: "local" }],
    ["local:/usr/sbin/mysqld", { kind: "local", path: "/usr/sbin/mysqld" }],
    ["external", { kind: "external" }],
    ["mysql:8.4", { kind: "image", image: "mysql:8.4" }],
    ["ghcr.io/o/p:1", { kind: "image", image: "ghcr.io/o/p:1" }],
    ["localhost:5000/mysql:8.4", { kind: "image", image: "localhost:5000/mysql:8.4" }],
    [`mysql@sha256:${"a".repeat(64)}`, { kind: "image", image: `mysql@sha256:${"a".repeat(64)}` }],
  ])("reads %s", (text, spec) => expect(parseServerSpec(text)).toEqual(spec));

  it.each([
    "",
    "mysql",
    "Local",
    "local:relative/mysqld",
    "mysql:",
    "-v:1",
    "mysql:8.4 --privileged",
    "localhost:5000/mysql",
  ])("refuses %j", (text) => expect(parseServerSpec(text)).toBeUndefined());
});

// What may be typed by mistake: near misses of the languages themselves rather than noise alone.
const typed = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.stringMatching(/^[0-9hms%.,:/a-z @_-]{0,40}$/),
  fc.stringMatching(/^(\d{1,6}[hms%]?(\.\.|,)?){0,12}$/),
);

describe("any text", () => {
  const notations = {
    duration: [parseDuration, printDuration],
    percentage: [parsePercentage, printPercentage],
    threads: [parseThreads, printThreads],
    server: [parseServerSpec, printServerSpec],
  } as const;

  it.each(Object.keys(notations) as (keyof typeof notations)[])(
    "as %s is refused, or survives being printed",
    (name) => {
      const [parse, print] = notations[name] as readonly [
        (text: string) => unknown,
        (value: never) => string,
      ];
      const property = fc.property(typed, (text) => {
        const value = parse(text);
        if (value !== undefined) expect(parse(print(value as never))).toEqual(value);
      });
      fc.assert(property, { numRuns: 20_000 });
    },
  );

  it.each([
    ["duration", "9".repeat(100_000)],
    ["percentage", `${"1".repeat(100_000)}%`],
    ["threads", "1,".repeat(100_000)],
    ["server", `${"a-".repeat(100_000)}!`],
  ] as const)("as %s is refused when it is very long", (name, text) => {
    expect(notations[name][0](text)).toBeUndefined();
  });
});
