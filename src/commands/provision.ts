import { Argument } from "commander";
import { type AddCommand, examples } from "./command.ts";

const programs = ["mysql", "mariadb", "sysbench"] as const;

export const addProvision: AddCommand = (program, { terminal }) => {
  program
    .command("provision")
    .addArgument(
      new Argument("[program...]", "what to get")
        .choices(programs)
        .default(["mysql", "sysbench"], "mysql, sysbench"),
    )
    .summary("get sysbench and a mysqld into a private cache folder")
    .description(
      "Gets sysbench and a mysqld into a private cache folder by this machine's package sources, without root and " +
        "without touching the system's own servers. MariaDB takes MySQL's place where there is no MySQL.",
    )
    .option("--json", "print what is where as JSON")
    .addHelpText(
      "after",
      examples(["provision", "MySQL and sysbench"], ["provision mariadb", "MariaDB alone"]),
    )
    .action(async (names: (typeof programs)[number][], { json }: { json?: boolean }) => {
      const { provisionAll } = await import("../adapters/provision/provision.ts");
      const found = await provisionAll(names, { onFetch: (what) => terminal.err(`fetching ${what} …`) });
      for (const { note } of found) if (note !== undefined) terminal.err(note);
      if (json) terminal.out(JSON.stringify(found, null, 2));
      else for (const { name, banner, folder } of found) terminal.out(`${name}: ${banner} in ${folder}`);
    });
};
