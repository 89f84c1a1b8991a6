import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { Option } from "commander";
import { GateError } from "../core/error.ts";
import type { FailOn } from "../core/verdict/suite.ts";
import { type AddCommand, type Context, examples } from "./command.ts";
import { judgementText } from "./judgement-text.ts";
import { percentBetween } from "./option-values.ts";
import { type Tolerances, withTolerance } from "./tolerance-option.ts";

type Options = { tolerance?: Tolerances; falseAlarms?: number; failOn: FailOn; json?: boolean };

export const addDecide: AddCommand = (program, context) => {
  program
    .command("decide")
    .argument("<result>", "a result.json")
    .argument("[shards...]", "those of the other shards of its suite")
    .summary("decide again from recorded pairs")
    .description(
      "Decides again from the pairs of a recorded run, with other tolerances if given; needs no server.",
    )
    .addOption(
      new Option(
        "--tolerance <percent>",
        "the largest acceptable loss: 8%, or of a comparison: reference=35%, or of a metric: p95=20%; may be repeated",
      ).argParser(withTolerance),
    )
    .addOption(
      new Option(
        "--false-alarms <percent>",
        "how often the suite may fail although all hold their tolerance",
      ).argParser(percentBetween(0.0001, 50)),
    )
    .addOption(
      new Option("--fail-on <verdict>", "what ends with an exit code other than 0")
        .choices(["regression", "inconclusive", "never"])
        .default("regression"),
    )
    .option("--json", "print the result with the new verdicts")
    .addHelpText(
      "after",
      examples(
        ["decide out/result.json --tolerance 8%", "would 8 % have been held?"],
        ["decide shard-1/result.json shard-2/result.json", "the shards of one suite together"],
      ),
    )
    .action((first: string, others: string[], options: Options) => run(first, others, options, context));
};

async function run(
  first: string,
  others: string[],
  options: Options,
  { terminal, cwd, end }: Context,
): Promise<void> {
  const [{ parseEvidence }, { mergeResults }, { decideAgain }, { exitCodeOf }] = await Promise.all([
    import("../core/read-result.ts"),
    import("../core/merge-results.ts"),
    import("../core/verdict/decide-again.ts"),
    import("../core/verdict/suite.ts"),
  ]);
  const read = async (file: string) => parseEvidence(await contentOf(resolve(cwd, file), file), file);
  const whole = mergeResults(await read(first), await Promise.all(others.map(read)));
  const { result, judgement } = decideAgain(whole, { ...options.tolerance, ...given(options) });
  terminal.out(options.json ? JSON.stringify(result, null, 2) : judgementText(judgement, terminal));
  end(exitCodeOf(judgement.suite, options.failOn));
}

function given({ falseAlarms }: Options): { falseAlarms?: number } {
  return falseAlarms === undefined ? {} : { falseAlarms };
}

async function contentOf(path: string, file: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new GateError(
      "input",
      {
        what: `${file} cannot be read`,
        why: cause instanceof Error ? cause.message : String(cause),
        remedy: "Give the path of a result.json.",
      },
      { cause },
    );
  }
}
