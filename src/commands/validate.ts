import { Option } from "commander";
import type { FileKind } from "../core/config/validate.ts";
import { type AddCommand, type Context, examples, exitCodes } from "./command.ts";

type Options = { as?: FileKind; policy: "trusted" | "untrusted"; json?: boolean };

export const addValidate: AddCommand = (program, context) => {
  program
    .command("validate")
    .argument("<files...>", "gate files, scenarios, workloads, my.cnf files")
    .summary("check gate files, scenarios and my.cnf files")
    .description("Checks files and all that they name; prints every finding as file:line:column.")
    .addOption(
      new Option("--as <kind>", "what the files are").choices(["gate", "scenario", "workload", "my-cnf"]),
    )
    .addOption(
      new Option("--policy <policy>", "whose files: untrusted is what a fork's pull request gets")
        .choices(["trusted", "untrusted"])
        .default("trusted"),
    )
    .option("--json", "print the findings as JSON")
    .addHelpText(
      "after",
      examples(
        ["validate .github/mysql-perf-gate.yml", "a gate file and every scenario that it names"],
        ["validate deploy/my.cnf perf/*.yml", "several files at once"],
        ["validate --policy untrusted deploy/my.cnf", "as if it came from a fork"],
      ),
    )
    .action((files: string[], options: Options) => run(files, options, context));
};

async function run(files: string[], options: Options, { terminal, cwd, end }: Context): Promise<void> {
  const [{ validate }, { builtInFiles, locate }, { workingTree }, { countOf, inOrder, printFindings }] =
    await Promise.all([
      import("../core/config/validate.ts"),
      import("./files.ts"),
      import("../adapters/working-tree.ts"),
      import("./findings.ts"),
    ]);
  const builtIn = builtInFiles();
  const results = [];
  for (const named of files) {
    const { root, path } = locate(cwd, named);
    const sources = { own: { tree: workingTree(root), prefix: "" }, builtIn, trust: options.policy };
    results.push({ file: path, ...(await validate(sources, path, options.as)) });
  }
  const findings = results.flatMap((result) => result.findings);
  if (options.json) {
    terminal.out(
      JSON.stringify(
        { files: results.map(({ file, kind }) => ({ file, kind })), findings: inOrder(findings) },
        null,
        2,
      ),
    );
  } else {
    printFindings(terminal, findings);
    for (const { file, kind, findings: own } of results) {
      if (own.length === 0) terminal.out(`${file}: ${kind} ${terminal.paint("green", "valid")}`);
    }
    terminal.out(`${countOf(findings)} in ${files.length} file${files.length === 1 ? "" : "s"}`);
  }
  end(findings.some(({ severity }) => severity === "error") ? exitCodes.input : exitCodes.pass);
}
