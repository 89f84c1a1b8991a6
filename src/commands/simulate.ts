import { Option } from "commander";
import type { Characteristics, Scheme } from "../core/simulation/simulate.ts";
import { type AddCommand, type Context, examples } from "./command.ts";
import { numberBetween, percentBetween, seconds, wholeBetween } from "./option-values.ts";
import { table } from "./table.ts";

type Options = {
  change?: number;
  noise: number;
  instance: number;
  correlation: number;
  unequal: number;
  slowShare: number;
  slowSize: number;
  cells: number;
  workloads: string[];
  pairs: number;
  rounds?: number;
  budget?: number;
  secondsPerRound: number;
  tolerance: number;
  falseAlarms: number;
  suites: number;
  seed: number;
  json?: boolean;
};

export const addSimulate: AddCommand = (program, context) => {
  const percent = (flags: string, does: string, low: number, high: number, normal: string) =>
    new Option(flags, does)
      .argParser(percentBetween(low, high))
      .default(Number.parseFloat(normal) / 100, normal);
  program
    .command("simulate")
    .summary("show how often the decision is right")
    .description(
      "Runs the decision rule on made-up measurements: how often a suite fails, what becomes of its cells, and how long it takes. Without --change: for no change and for a loss of 1, 1.5 and 2 times the tolerance.",
    )
    .addOption(
      new Option("--change <percent>", "the true change of every cell, such as -10%").argParser(
        percentBetween(-99, 999),
      ),
    )
    .addOption(percent("--noise <percent>", "standard deviation of a pair", 0, 100, "1.5%"))
    .addOption(percent("--instance <percent>", "standard deviation of what a start is worth", 0, 100, "1%"))
    .addOption(
      new Option("--correlation <number>", "between successive pairs")
        .argParser(numberBetween(-0.99, 0.99))
        .default(0),
    )
    .addOption(
      new Option("--unequal <number>", "by which logarithm cells differ in noise")
        .argParser(numberBetween(0, 2))
        .default(0),
    )
    .addOption(percent("--slow-share <percent>", "pairs that a stall falls into", 0, 100, "0%"))
    .addOption(percent("--slow-size <percent>", "how far a stall throws a pair off", 0, 100, "10%"))
    .addOption(
      new Option("--cells <count>", "cells of the suite").argParser(wholeBetween(1, 10_000)).default(36),
    )
    .option("--workloads <names...>", "what the cells are spread over", [
      "oltp_read_only",
      "oltp_read_write",
      "oltp_write_only",
    ])
    .addOption(new Option("--pairs <count>", "pairs of a round").argParser(wholeBetween(1, 1000)).default(3))
    .addOption(
      new Option(
        "--rounds <count>",
        "rounds that a cell can have (default: 12, or what the budget allows)",
      ).argParser(wholeBetween(2, 96)),
    )
    .addOption(new Option("--budget <duration>", "time for the suite, such as 10m").argParser(seconds))
    .addOption(
      new Option("--seconds-per-round <number>", "of one cell")
        .argParser(numberBetween(0.1, 3600))
        .default(12),
    )
    .addOption(percent("--tolerance <percent>", "the largest acceptable loss", 0.01, 99, "5%"))
    .addOption(percent("--false-alarms <percent>", "how often a suite may fail by chance", 0.0001, 50, "1%"))
    .addOption(
      new Option("--suites <count>", "runs to simulate").argParser(wholeBetween(1, 1_000_000)).default(1000),
    )
    .addOption(
      new Option("--seed <number>", "the same seed gives the same figures")
        .argParser(wholeBetween(0, Number.MAX_SAFE_INTEGER))
        .default(1),
    )
    .option("--json", "print the figures as JSON")
    .addHelpText(
      "after",
      examples(
        ["simulate", "the default noise, no change and three losses"],
        ["simulate --cells 9 --change -10% --budget 10m", "what a suite of nine cells finds in ten minutes"],
      ),
    )
    .action((options: Options) => run(options, context));
};

async function run(options: Options, { terminal, end }: Context): Promise<void> {
  const [{ simulate }, { randomFrom }, { roundsWithin }] = await Promise.all([
    import("../core/simulation/simulate.ts"),
    import("../core/stats/random.ts"),
    import("../core/verdict/suite.ts"),
  ]);
  const { tolerance, budget } = options;
  const affordable =
    budget === undefined ? 12 : roundsWithin(budget, options.cells * options.secondsPerRound);
  const maxRounds = options.rounds ?? Math.max(2, affordable);
  const changes =
    options.change === undefined
      ? [0, -1, -1.5, -2].map((times) => times * tolerance).filter((change) => change > -1)
      : [options.change];
  const rows = changes.map((change) => ({
    change,
    ...simulate(schemeOf(options, change, maxRounds), options.suites, randomFrom(options.seed)),
  }));
  terminal.out(options.json ? JSON.stringify({ seed: options.seed, maxRounds, rows }, null, 2) : print(rows));
  end(0);
}

function schemeOf(options: Options, change: number, maxRounds: number): Scheme {
  const { cells, workloads, tolerance, falseAlarms, secondsPerRound, budget } = options;
  const noise = {
    pair: options.noise,
    instance: options.instance,
    correlation: options.correlation,
    unequal: options.unequal,
    slow: { share: options.slowShare, size: options.slowSize },
  };
  const load = { noise, change, pairsPerRound: options.pairs };
  const scheme = { cells, workloads, tolerance, falseAlarms, maxRounds, load, secondsPerRound };
  return budget === undefined ? scheme : { ...scheme, budgetSeconds: budget };
}

function print(rows: readonly (Characteristics & { change: number })[]): string {
  const share = (value: number) => `${(100 * value).toFixed(1)} %`.replace("-", "−");
  const head = [
    "change",
    "suites failed",
    "regression",
    "suspect",
    "inconclusive",
    "pass",
    "rounds",
    "minutes",
  ];
  return table(
    head,
    rows.map(({ change, failedSuites, cells, roundsPerCell, minutesPerSuite }) => [
      share(change),
      share(failedSuites),
      share(cells.regression),
      share(cells.suspect),
      share(cells.inconclusive),
      share(cells.pass),
      roundsPerCell.toFixed(1),
      minutesPerSuite.toFixed(1),
    ]),
  );
}
