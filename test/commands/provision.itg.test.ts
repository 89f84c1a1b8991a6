import { Command } from "commander";
import { expect, it } from "vitest";
import { addProvision } from "../../src/commands/provision.ts";

it("provision prints what is where, as text and as JSON", async () => {
  const out: string[] = [];
  const err: string[] = [];
  const program = new Command();
  const terminal = { out: (text: string) => void out.push(text), err: (text: string) => void err.push(text) };
  addProvision(program, { terminal });
  await program.parseAsync(["provision", "sysbench"], { from: "user" });
  expect(out.join()).toMatch(/^sysbench: sysbench \d+\.\d+.* in \//);
  await program.parseAsync(["provision", "sysbench", "--json"], { from: "user" });
  expect(JSON.parse(out.at(-1) ?? "")).toMatchObject([
    { name: "sysbench", program: { program: expect.stringContaining("/") } },
  ]);
});
