import { type AddCommand, examples } from "./command.ts";

export const addSchema: AddCommand = (program, { terminal }) => {
  program
    .command("schema")
    .argument("<name>", "gate, scenario, workload or result")
    .summary("print the JSON Schema of a file format")
    .description("Prints the JSON Schema of a file format, for editors and other tools.")
    .option("--json", "print JSON (which is what it always prints)")
    .addHelpText(
      "after",
      examples(
        ["schema gate > gate.schema.json", "for an editor's YAML support"],
        ["schema scenario", "the scenario file's keys, types and defaults"],
      ),
    )
    .action(async (name: string) => {
      const { jsonSchema } = await import("../core/config/json-schema.ts");
      terminal.out(JSON.stringify(jsonSchema(name), null, 2));
    });
};
