import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addDoctor } from "../../src/commands/doctor.ts";
import { type Check, unmet } from "../../src/commands/doctor-checks.ts";

async function doctor(...args: string[]): Promise<{ text: string; code: number | undefined }> {
  const out: string[] = [];
  let code: number | undefined;
  const program = new Command();
  addDoctor(program, {
    terminal: { out: (text) => void out.push(text) },
    env: process.env,
    end: (ended) => {
      code = ended;
    },
  });
  await program.parseAsync(["doctor", ...args], { from: "user" });
  return { text: out.join("\n"), code };
}

describe("doctor", () => {
  it("shows every check, and for each that is not met the line that mends it", async () => {
    const { text, code } = await doctor("--json");
    const { checks, unmet: needs }: { checks: Check[]; unmet: string[] } = JSON.parse(text);
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Docker", "CPUs", "Memory", "Disk"]),
    );
    for (const check of checks) expect(check.mend !== undefined).toBe(check.state !== "found");
    expect(code).toBe(needs.length === 0 ? 0 : 4);
  });

  it("prints one line for what was found and one for its remedy", async () => {
    const { text } = await doctor();
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
