import type { Command } from "commander";
import type { Terminal } from "../adapters/terminal.ts";
import type { ErrorKind } from "../core/error.ts";

/** The exit codes of every command, as README promises them. */
export const exitCodes = {
  pass: 0,
  regression: 1,
  input: 2,
  inconclusive: 3,
  environment: 4,
  cancelled: 130,
} as const satisfies Record<ErrorKind | "pass" | "regression" | "inconclusive", number>;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** What a command is handed: where to print, where it was called, and how it says its exit code. */
export type Context = {
  terminal: Terminal;
  cwd: string;
  env: NodeJS.ProcessEnv;
  end(code: ExitCode): void;
};

/**
 * Adds one command to the program. Importing a command's file costs nothing: what it needs to do its work is
 * imported inside its action.
 */
export type AddCommand = (program: Command, context: Context) => void;

/** The examples at the end of a command's `--help`. */
export function examples(...lines: [command: string, does: string][]): string {
  const width = Math.max(...lines.map(([command]) => command.length));
  const body = lines.map(([command, does]) => `  $ mysql-perf-gate ${command.padEnd(width)}  # ${does}`);
  return `\nExamples:\n${body.join("\n")}`;
}
