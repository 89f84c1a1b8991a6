import { describe, expect, it } from "vitest";
import { addSimulate } from "../../src/commands/simulate.ts";
import { call } from "./call.ts";

const simulate = (...words: string[]) =>
  call(addSimulate, ["simulate", "--suites", "20", "--cells", "6", ...words]);

describe("simulate", () => {
  it("prints a table of what becomes of changes around the tolerance", async () => {
    const { out, code } = await simulate();
    expect(code).toBe(0);
    const lines = out.split("\n");
    expect(lines[0]).toMatch(
      /change +suites failed +regression +suspect +inconclusive +pass +rounds +minutes/,
    );
    expect(lines.slice(1).map((line) => line.trim().split(/ %/)[0])).toEqual([
      "0.0",
      "−5.0",
      "−7.5",
      "−10.0",
    ]);
    expect(lines[1]).toMatch(/0\.0 % +0\.0 % +0\.0 % +0\.0 % +0\.0 % +100\.0 % +2\.\d +\d\.\d/);
  });

  it("repeats itself for a seed", async () => {
    const runs = await Promise.all(
      ["3", "3", "4"].map((seed) => simulate("--seed", seed, "--change", "-5%", "--json")),
    );
    expect(runs[0]?.out).toBe(runs[1]?.out);
    expect(runs[0]?.out).not.toBe(runs[2]?.out);
  });

  it("gives the figures as JSON", async () => {
    const { out } = await simulate("--change", "-20%", "--json");
    const { rows, maxRounds } = JSON.parse(out);
    expect(maxRounds).toBe(12);
    expect(rows).toMatchObject([
      { change: -0.2, suites: 20, failedSuites: 1, cells: { regression: 1 }, roundsPerCell: 4 },
    ]);
  });

  it("keeps to its budget", async () => {
    const { out } = await simulate("--change", "-5%", "--budget", "4m", "--json");
    const { rows, maxRounds } = JSON.parse(out);
    expect(maxRounds).toBe(7);
    expect(rows[0].minutesPerSuite).toBeLessThanOrEqual(4);
    expect(rows[0].minutesPerSuite).toBeGreaterThan(3);
  });

  it("takes more noise for more rounds", async () => {
    const roundsWith = async (...words: string[]) =>
      JSON.parse((await simulate("--change", "0%", "--json", ...words)).out).rows[0].roundsPerCell;
    const quiet = await roundsWith();
    expect(await roundsWith("--noise", "6%")).toBeGreaterThan(quiet);
    expect(await roundsWith("--instance", "3%")).toBeGreaterThan(quiet);
    expect(await roundsWith("--slow-share", "20%", "--slow-size", "20%")).toBeGreaterThan(quiet);
    expect(await roundsWith("--noise", "4%", "--pairs", "1")).toBeGreaterThan(
      await roundsWith("--noise", "4%"),
    );
  });

  it.each([
    ["--cells", "0"],
    ["--noise", "1"],
    ["--budget", "10"],
    ["--seed", "x"],
    ["--correlation", "1"],
  ])("refuses %s %s", async (option, value) => {
    await expect(simulate(option, value)).rejects.toMatchObject({ code: "commander.invalidArgument" });
  });
});
