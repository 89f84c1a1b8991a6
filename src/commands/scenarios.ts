import { type AddCommand, type Context, examples } from "./command.ts";

export const addScenarios: AddCommand = (program, context) => {
  program
    .command("scenarios")
    .argument("[name]", "show one scenario or workload whole")
    .summary("list scenarios and workloads")
    .description("Lists the scenarios and workloads that a gate file can name, and where each comes from.")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples(
        ["scenarios", "what there is"],
        ["scenarios pfson_conon_inson", "its options and its setup SQL"],
      ),
    )
    .action((name: string | undefined, options: { json?: boolean }) => run(name, options, context));
};

async function run(
  name: string | undefined,
  { json }: { json?: boolean },
  { terminal, cwd }: Context,
): Promise<void> {
  const [
    { catalogue, named },
    { builtInFiles, repositoryRoot },
    { workingTree },
    { printCatalogue, printEntry },
  ] = await Promise.all([
    import("../core/config/catalogue.ts"),
    import("./files.ts"),
    import("../adapters/working-tree.ts"),
    import("./print-catalogue.ts"),
  ]);
  const own = { tree: workingTree(repositoryRoot(cwd)), prefix: "" };
  const entries = await catalogue({ own, builtIn: builtInFiles(), trust: "trusted" });
  const shown = name === undefined ? entries : named(entries, name);
  if (json) terminal.out(JSON.stringify(shown, null, 2));
  else if (name === undefined) printCatalogue(terminal, entries);
  else for (const entry of shown) printEntry(terminal, entry);
}
