import { Command } from "commander";
import type { ComputingContext } from "../../src/commands/context.ts";

export type Invocation = { out: string; code: number | undefined };

/** Runs one command as the program would, with the words given; what it throws, it throws. */
export async function invoke(
  add: (program: Command, context: ComputingContext) => void,
  words: readonly string[],
  cwd = process.cwd(),
): Promise<Invocation> {
  const printed: string[] = [];
  let code: number | undefined;
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} });
  const terminal = {
    out: (text: string) => void printed.push(text),
    err: () => {},
    paint: (_: string, text: string) => text,
  };
  add(program, { terminal, cwd, end: (ended) => (code = ended) });
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(words, { from: "user" });
  return { out: printed.join("\n"), code };
}
