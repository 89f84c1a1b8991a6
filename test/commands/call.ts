import { Command } from "commander";
import type { AddCommand, ExitCode } from "../../src/commands/command.ts";

type Called = { out: string; err: string; code: ExitCode };

/** Calls one command as the command line does, in this process, and collects what it prints; throws what it throws. */
export async function call(add: AddCommand, argv: readonly string[], cwd = process.cwd()): Promise<Called> {
  const out: string[] = [];
  const err: string[] = [];
  let code: ExitCode = 0;
  const program = new Command();
  add(program, {
    terminal: {
      out: (text) => void out.push(text),
      err: (text) => void err.push(text),
      status: () => undefined,
      columns: 100,
      paint: (_, text) => text,
    },
    cwd,
    env: process.env,
    end: (ended) => {
      code = ended;
    },
  });
  for (const command of program.commands)
    command.exitOverride().configureOutput({ writeErr: () => undefined });
  await program.parseAsync(argv, { from: "user" });
  return { out: out.join("\n"), err: err.join("\n"), code };
}
