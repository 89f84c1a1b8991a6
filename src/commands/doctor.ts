import { type AddCommand, examples } from "./command.ts";
import type { Check } from "./doctor-checks.ts";

const marks: Record<Check["state"], string> = { found: "ok", poor: "!", missing: "-" };

export const addDoctor: AddCommand = (program, { terminal, env, end }) => {
  program
    .command("doctor")
    .summary("what this machine has, what is missing, and the line that mends it")
    .description("Shows what this machine has for measuring: servers, sysbench, CPUs and lanes, limits.")
    .option("--json", "print JSON")
    .addHelpText("after", examples(["doctor", "before the first run on a machine"]))
    .action(async ({ json }: { json?: boolean }) => {
      const { checkMachine, unmet } = await import("./doctor-checks.ts");
      const checks = await checkMachine(env);
      const needs = unmet(checks);
      if (json) terminal.out(JSON.stringify({ checks, unmet: needs }, null, 2));
      else for (const line of checks.flatMap(lines)) terminal.out(line);
      end(needs.length === 0 ? 0 : 4);
    });
};

function lines({ name, state, found, mend }: Check): string[] {
  const first = `${marks[state].padEnd(3)}${name.padEnd(24)}${found}`;
  return mend === undefined ? [first] : [first, `${" ".repeat(27)}→ ${mend}`];
}
