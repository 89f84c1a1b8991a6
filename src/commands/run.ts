import { Option } from "commander";
import { type AddCommand, type Context, examples, exitCodes } from "./command.ts";
import { wholeBetween } from "./option-values.ts";
import type { RunOptions } from "./run-order.ts";

type Options = RunOptions & {
  seed?: number;
  provision?: boolean;
  out: string;
  quiet?: boolean;
  json?: boolean;
};

export const addRun: AddCommand = (program, context) => {
  program
    .command("run")
    .argument("[gate.yml]", "a gate file; without it .github/mysql-perf-gate.yml, where there is one")
    .summary("the gate: measure, decide, report")
    .description(
      "Measures two or more server configurations against each other, decides, and says so by its exit code.",
    )
    .option("--my-cnf <file>", "a my.cnf to gate, as the scenario my-cnf")
    .option("--base-ref <ref>", "compare each of the gate's own files with itself at this git ref")
    .option("--base <file>", "compare --head with this my.cnf or scenario file")
    .option("--head <file>", "the my.cnf or scenario file under review")
    .option("--scenarios <names>", "scenarios to compare with the reference, by name or path")
    .option("--reference <name>", "the scenario that the others are compared with")
    .option("--workloads <names>", "such as oltp_read_only,oltp_write_only")
    .option("--threads <list>", "client threads: 8, or 1,8,32, or 1..1024")
    .option("--tolerance <percent>", "the largest acceptable loss, for every comparison")
    .option("--false-alarms <percent>", "how often the suite may fail although all hold their tolerance")
    .option("--budget <duration>", "time for measuring, such as 10m")
    .option("--server <server>", "auto, local, local:/path/to/mysqld, or an image such as mysql:8.4")
    .option("--method <method>", "auto, duet or interleaved")
    .option("--fail-on <verdict>", "regression, inconclusive or never")
    .addOption(
      new Option("--policy <policy>", "whose files: untrusted is what a fork's pull request gets").choices([
        "trusted",
        "untrusted",
      ]),
    )
    .addOption(
      new Option("--seed <number>", "of all that is left to chance, to run the same again").argParser(
        wholeBetween(0, 2 ** 31 - 1),
      ),
    )
    .option("--provision", "fetch missing programs into this program's cache folder")
    .option("--out <folder>", "where the result goes", "mysql-perf-gate-out")
    .option("--quiet", "print the verdict alone")
    .option("--json", "print the result as JSON")
    .addHelpText(
      "after",
      examples(
        ["run", "the repository's gate file"],
        ["run --my-cnf deploy/my.cnf --base-ref origin/main", "a changed my.cnf against the one on main"],
        ["run --base old.cnf --head new.cnf --budget 3m", "two files"],
        ["run --scenarios pfson_conon_inson --reference pfsoff", "what a built-in scenario costs"],
      ),
    )
    .action((file: string | undefined, options: Options) => run(file, options, context));
};

async function run(file: string | undefined, options: Options, context: Context): Promise<void> {
  const { terminal, cwd, end } = context;
  const [{ orderedGate }, { inOrder, printFindings }, { hasError }, { planOf }] = await Promise.all([
    import("./run-order.ts"),
    import("./findings.ts"),
    import("../core/config/finding.ts"),
    import("../core/plan/plan.ts"),
  ]);
  const { gate, atBase, unchanged, findings, repository } = await orderedGate(cwd, file, options);
  if (gate === undefined || hasError(findings)) {
    if (options.json) terminal.out(JSON.stringify({ findings: inOrder(findings) }, null, 2));
    else printFindings(terminal, findings);
    return end(exitCodes.input);
  }
  if (!options.json && !options.quiet) printFindings(terminal, findings);
  for (const name of unchanged) terminal.err(`${name}: nothing that a gate measures differs from the base`);
  const nothingChanged = unchanged.length > 0 && planOf(gate, atBase).cells.length === 0;
  if (nothingChanged) {
    if (options.json) terminal.out(JSON.stringify({ unchanged }, null, 2));
    return end(exitCodes.pass);
  }
  const { measureAndRecord } = await import("./measure-and-record.ts");
  const { exitCodeOf } = await import("../core/verdict/suite.ts");
  const result = await measureAndRecord({ gate, atBase, unchanged, repository, ...options }, context);
  if (options.json) terminal.out(JSON.stringify(result, null, 2));
  if (result.suite.cutOff === "cancelled") return end(exitCodes.cancelled);
  const undecided = (result.suite.counts.pass ?? 0) + (result.suite.counts.improvement ?? 0) === 0;
  // Time that ran out before anything was decided says as little as a server that did not start.
  if (result.suite.cutOff === "budget" && result.suite.verdict === "inconclusive" && undecided) {
    return end(exitCodes.environment);
  }
  end(exitCodeOf(result.suite, gate.settings["fail-on"]));
}
