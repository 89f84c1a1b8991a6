import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { GateError } from "../core/error.ts";
import type { CellVerdict } from "../core/result.ts";
import type { Judgement } from "../core/verdict/judge.ts";
import type { FailOn } from "../core/verdict/suite.ts";
import type { ComputingContext } from "./context.ts";
import { percentBetween } from "./option-values.ts";
import { type Tolerances, withTolerance } from "./tolerance-option.ts";

type Options = { tolerance?: Tolerances; falseAlarms?: number; failOn: FailOn; json?: boolean };

export function addDecide(program: Command, context: ComputingContext): void {
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
    .action((first: string, others: string[], options: Options) => run(first, others, options, context));
}

async function run(
  first: string,
  others: string[],
  options: Options,
  { terminal, cwd, end }: ComputingContext,
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
  terminal.out(options.json ? JSON.stringify(result, null, 2) : text(judgement, terminal));
  end(exitCodeOf(judgement.suite.verdict, options.failOn));
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

const colour: Record<CellVerdict, "red" | "yellow" | "green"> = {
  pass: "green",
  improvement: "green",
  suspect: "yellow",
  inconclusive: "yellow",
  regression: "red",
  error: "red",
};

function text({ suite, cells, warnings }: Judgement, terminal: ComputingContext["terminal"]): string {
  const width = Math.max(...cells.map(({ id }) => id.length));
  const lines = cells.flatMap(({ id, verdict, reasons, warnings: own }) => [
    `${terminal.paint(colour[verdict], verdict.padEnd("inconclusive".length))}  ${id.padEnd(width)}  ${reasons.join("; ")}`,
    ...own.map((warning) => terminal.paint("dim", `  ${warning.text}`)),
  ]);
  const counts = Object.entries(suite.counts)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict}`);
  const reach =
    suite.minimumDetectablePct === undefined
      ? []
      : [`A loss of ${suite.minimumDetectablePct.toFixed(1)} % would be proven in 4 of 5 such runs.`];
  const doubts = warnings.map((warning) => terminal.paint("dim", warning.text));
  return [
    ...lines,
    "",
    `${terminal.paint("bold", suite.verdict)}: ${counts.join(", ")}`,
    ...reach,
    ...doubts,
  ].join("\n");
}
