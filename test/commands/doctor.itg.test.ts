import { describe, expect, it } from "vitest";
import { addDoctor } from "../../src/commands/doctor.ts";
import { type Check, unmet } from "../../src/commands/doctor-checks.ts";
import { call } from "./call.ts";

describe("doctor", () => {
  it("shows every check, and for each that is not met the line that mends it", async () => {
    const { out: text, code } = await call(addDoctor, ["doctor", "--json"]);
    const { checks, unmet: needs }: { checks: Check[]; unmet: string[] } = JSON.parse(text);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Docker", "CPUs", "Memory", "Disk"]),
    );
    for (const check of checks) expect(check.mend !== undefined).toBe(check.state !== "found");
    expect(code).toBe(needs.length === 0 ? 0 : 4);
  });

  it("prints one line for what was found and one for its remedy", async () => {
    const { out: text } = await call(addDoctor, ["doctor"]);
    expect(text).toMatch(/^ok +CPUs .*lane/m);
  });

  it("is content with one way to have a server, and not without a sysbench", () => {
    const check = (need: Check["need"], state: Check["state"]): Check => ({
      name: "x",
      need,
      state,
      found: "",
    });
    const one = [check("server", "missing"), check("server", "found"), check("room", "poor")];
    expect(unmet([...one, check("sysbench", "found")])).toEqual([]);
    expect(unmet([...one, check("sysbench", "missing")])).toEqual(["sysbench"]);
  });
});
