#!/usr/bin/env node
import { Command, CommanderError } from "commander";
import { terminal } from "./adapters/terminal.ts";
import { type Context, type ExitCode, exitCodes } from "./commands/command.ts";
import { addDecide } from "./commands/decide.ts";
import { addDemo } from "./commands/demo.ts";
import { addDoctor } from "./commands/doctor.ts";
import { addProvision } from "./commands/provision.ts";
import { addRun } from "./commands/run.ts";
import { addScenarios } from "./commands/scenarios.ts";
import { addSchema } from "./commands/schema.ts";
import { addSimulate } from "./commands/simulate.ts";
import { addValidate } from "./commands/validate.ts";
import { GateError } from "./core/error.ts";
import { version } from "./version.ts";

const commands = [
  addDemo,
  addRun,
  addDoctor,
  addProvision,
  addScenarios,
  addValidate,
  addSchema,
  addDecide,
  addSimulate,
];

/** The command line; returns the exit code and never throws. */
async function main(argv: string[]): Promise<ExitCode> {
  let code: ExitCode = exitCodes.pass;
  const screen = terminal(process);
  const context: Context = {
    terminal: screen,
    cwd: process.cwd(),
    env: process.env,
    end: (ended) => (code = ended),
  };
  try {
    await program(context).parseAsync(argv, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.pass : exitCodes.input;
    const shown = error instanceof GateError ? error : defect(error);
    screen.err(`${screen.paint("red", "error:")} ${shown.what}`);
    if (shown.why !== undefined) screen.err(`  why: ${shown.why}`);
    screen.err(`  remedy: ${shown.remedy}`);
    if (argv.includes("--debug") && error instanceof Error) screen.err(`${error.stack}`);
    return exitCodes[shown.kind];
  }
}

function program(context: Context): Command {
  const root = new Command("mysql-perf-gate")
    .description("Blocks a MySQL configuration that costs throughput before it ships.")
    .version(version)
    .option("--debug", "show the stack trace of an error")
    .showSuggestionAfterError()
    .showHelpAfterError("(add --help for the options)")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => context.terminal.out(text.trimEnd()),
      writeErr: (text) => context.terminal.err(text.trimEnd()),
      getOutHelpWidth: () => context.terminal.columns,
      getErrHelpWidth: () => context.terminal.columns,
    });
  for (const add of commands) add(root, context);
  return root;
}

function defect(error: unknown): GateError {
  const what = `mysql-perf-gate failed: ${error instanceof Error ? error.message : String(error)}`;
  const remedy =
    "This is a defect of the tool: please report it with the output of the same command and --debug.";
  return new GateError("environment", { what, remedy }, { cause: error });
}

// An error that nobody awaited must not look like a regression, which Node's own exit code 1 would.
for (const event of ["uncaughtException", "unhandledRejection"] as const) {
  process.on(event, (error: unknown) => {
    process.stderr.write(`${defect(error).what}\n`);
    process.exit(exitCodes.environment);
  });
}
process.exitCode = await main(process.argv.slice(2));
