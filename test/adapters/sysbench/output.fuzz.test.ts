import { expect, it } from "vitest";
import { readOutput } from "../../../src/adapters/sysbench/output.ts";
import { recorded, recordings } from "./fixtures.ts";

/** mulberry32: the same mutations in every run. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const inserted = [
  "\n",
  " ",
  ":",
  "-1",
  "nan",
  "1e999",
  "|",
  "FATAL: ",
  "\u0000",
  "99999999999999999999",
  "{",
  '"',
];

function mutate(text: string, random: (below: number) => number): string {
  const at = random(text.length + 1);
  const length = random(40);
  switch (random(4)) {
    case 0:
      return text.slice(0, at) + text.slice(at + length);
    case 1:
      return text.slice(0, at) + inserted[random(inserted.length)] + text.slice(at);
    case 2:
      return text.slice(0, at) + text.slice(random(text.length + 1));
    default:
      return text.slice(0, at) + text.slice(at, at + length) + text.slice(at);
  }
}

function isCount(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

it("reads any of 200,000 mutilated outputs, and what it finds are numbers", { timeout: 120_000 }, () => {
  const random = randomFrom(20260401);
  const texts = recordings.map((name) => recorded(name).stdout);
  for (let round = 0; round < 200_000; round += 1) {
    let text = texts[random(texts.length)] ?? "";
    for (let mutations = random(4); mutations >= 0; mutations -= 1) text = mutate(text, random);
    const { report, intervals, fatal } = readOutput(text);
    const { statements, latency, ...plain } = report ?? { statements: {}, latency: undefined };
    const { p95 = 0, p99 = 0, ...times } = latency ?? {};
    const numbers = [plain, statements, times, { p95, p99 }, ...intervals].flatMap(Object.values);
    const sound = numbers.every(isCount) && fatal.every(({ times: count }) => count >= 1);
    if (!sound) expect.fail(`${text}\n=> ${JSON.stringify({ report, intervals, fatal })}`);
  }
});

it("reads megabytes, and lines of a megabyte", () => {
  const { stdout } = recorded("histogram-95");
  const output = readOutput(`${stdout.repeat(2000)}FATAL: x\n${" ".repeat(1e6)}|${"*".repeat(1e6)}\n`);
  expect(output.fatal).toHaveLength(1);
});
