import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addDecide } from "../../src/commands/decide.ts";
import { RESULT_SCHEMA } from "../../src/core/result.ts";
import { rounds } from "../core/verdict/recorded.ts";
import { wholeResult } from "../core/whole-result.ts";
import { call } from "./call.ts";

let folder = "";
const decide = (...words: string[]) => call(addDecide, ["decide", ...words], folder);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "decide-"));
  const whole = wholeResult();
  writeFileSync(join(folder, "result.json"), JSON.stringify(whole));
  writeFileSync(join(folder, "cut.json"), JSON.stringify(whole).slice(0, 500));
  for (const [i, cell] of whole.cells.entries()) {
    const suite = { ...whole.suite, expected: [cell.id], counts: { [cell.verdict]: 1 } };
    writeFileSync(join(folder, `shard-${i}.json`), JSON.stringify({ ...whole, cells: [cell], suite }));
  }
  const pairs = (change: number) => rounds(change, 12, 3, 0.03).map((d, i) => ({ round: i, d }));
  const foreign = { schema: RESULT_SCHEMA, cells: [{ id: "ours", pairs: pairs(-0.05) }] };
  writeFileSync(join(folder, "foreign.json"), JSON.stringify(foreign));
});

afterAll(() => rmSync(folder, { recursive: true }));

describe("decide", () => {
  it("prints each cell with its reason, and ends with 1 for a regression", async () => {
    const { out, code } = await decide("result.json");
    expect(code).toBe(1);
    expect(out).toMatch(/^pass +reference\/my-cnf\/oltp_read_only\/8 +(?:lost|gained) \d/m);
    expect(out).toMatch(
      /^regression +reference\/my-cnf\/oltp_write_only\/8 +lost 1\d\.\d % \[.*\], tolerance 5 %$/m,
    );
    expect(out).toMatch(/^regression: 1 pass, 1 regression$/m);
    expect(out).toMatch(/^A loss of \d+\.\d % would be proven in 4 of 5 such runs\.$/m);
  });

  it("decides by the tolerances that are given", async () => {
    expect((await decide("result.json", "--tolerance", "40%")).code).toBe(0);
    expect((await decide("result.json", "--tolerance", "2%", "--tolerance", "reference=40%")).code).toBe(0);
    expect((await decide("result.json", "--tolerance", "p95=10%")).out).toContain(
      "p95: no round with a value",
    );
  });

  it("takes several files as shards of one suite", async () => {
    const { out, code } = await decide("shard-0.json", "shard-1.json");
    expect(code).toBe(1);
    expect(out).toMatch(/^regression: 1 pass, 1 regression$/m);
  });

  it("decides pairs that carry only a round and d", async () => {
    const { out, code } = await decide("foreign.json", "--tolerance", "5%");
    expect(out).toMatch(/^(?:suspect|inconclusive) +ours/);
    expect(code).toBe(0);
    expect((await decide("foreign.json", "--tolerance", "5%", "--fail-on", "inconclusive")).code).toBe(3);
  });

  it("does not fail for a regression where that is not asked for", async () => {
    expect((await decide("result.json", "--fail-on", "never")).code).toBe(0);
  });

  it("prints a result that can be decided again", async () => {
    const { out } = await decide("result.json", "--tolerance", "40%", "--json");
    writeFileSync(join(folder, "again.json"), out);
    expect(JSON.parse(out).suite).toMatchObject({ verdict: "pass", counts: { pass: 2 } });
    expect((await decide("again.json")).code).toBe(0);
  });

  it.each([
    ["absent.json", /absent\.json cannot be read/],
    ["cut.json", /cut\.json ends in the middle/],
  ])("says what is wrong with %s", async (file, what) => {
    await expect(decide(file)).rejects.toMatchObject({ kind: "input", what: expect.stringMatching(what) });
  });

  it.each(["5", "0%", "qps=5%", "base=", "p95=-3%"])("refuses the tolerance %s", async (tolerance) => {
    await expect(decide("result.json", "--tolerance", tolerance)).rejects.toMatchObject({
      code: "commander.invalidArgument",
    });
  });
});
