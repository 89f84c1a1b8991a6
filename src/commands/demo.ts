import { Option } from "commander";
import { type AddCommand, type Context, examples, exitCodes } from "./command.ts";
import { wholeBetween } from "./option-values.ts";

type Options = { out: string; seed?: number };

/** What the demonstration measures: the costliest of the built-in scenarios, with the defaults of a gate. */
const gate = {
  scenarios: ["pfson_conon_inson"],
  reference: "pfsoff",
  workloads: ["oltp_read_only", "oltp_read_write", "oltp_write_only"],
  threads: 4,
  gate: { base: "off", reference: "5%", baseline: "off" },
  budget: "3m",
};

export const addDemo: AddCommand = (program, context) => {
  program
    .command("demo")
    .summary("see a gate catch a costly configuration, here and now")
    .description(
      "Measures MySQL with all Performance Schema consumers and instruments against MySQL without, on this machine, " +
        "and shows what a gate would have said. Fetches what is missing into a private folder; takes about 3 minutes.",
    )
    .option("--out <folder>", "where the result goes", "mysql-perf-gate-out")
    .addOption(
      new Option("--seed <number>", "of all that is left to chance, to run the same again").argParser(
        wholeBetween(0, 2 ** 31 - 1),
      ),
    )
    .addHelpText("after", examples(["demo", "needs nothing but Node and a Debian or Ubuntu machine"]))
    .action((options: Options) => run(options, context));
};

async function run(options: Options, context: Context): Promise<void> {
  const { terminal, cwd, end } = context;
  const [{ gateOf }, { overlaid }, { builtInFiles, referenceFile }, { workingTree }, { measureAndRecord }] =
    await Promise.all([
      import("../core/config/gate/gate.ts"),
      import("./overlay.ts"),
      import("./files.ts"),
      import("../adapters/working-tree.ts"),
      import("./measure-and-record.ts"),
    ]);
  const [{ exitCodeOf }, { publishedBeside }] = await Promise.all([
    import("../core/verdict/suite.ts"),
    import("./published-beside.ts"),
  ]);
  const sources = {
    own: { tree: workingTree(cwd), prefix: "" },
    builtIn: builtInFiles(),
    trust: "trusted" as const,
  };
  const { value } = await gateOf(sources, overlaid(undefined, gate));
  if (value === undefined) throw new Error("the demonstration's own gate is not valid");
  terminal.out("pfson_conon_inson (everything instrumented) against pfsoff, both at once on swapped CPUs");
  const order = {
    gate: value,
    atBase: new Map(),
    unchanged: [],
    repository: cwd,
    provision: true,
    ...options,
  };
  const result = await measureAndRecord(order, context);
  const published = referenceFile("pfs-overhead-rds-polardb.csv");
  for (const line of publishedBeside(result, published)) terminal.out(line);
  const code = exitCodeOf(result.suite, "regression");
  terminal.out(`A gate would have ended with exit code ${code} here. Everything is in ${options.out}.`);
  if (result.suite.cutOff === "cancelled") return end(exitCodes.cancelled);
  end(result.suite.verdict === "error" ? exitCodes.environment : exitCodes.pass);
}
