import { existsSync } from "node:fs";
import { join } from "node:path";
import { actionsIo } from "./adapters/actions-io.ts";
import { GateError } from "./core/error.ts";

/** The action: checks the gate file and the my.cnf, and marks what is wrong on their lines. */
async function main(): Promise<void> {
  const root = process.env.GITHUB_WORKSPACE ?? process.cwd();
  const files = filesToCheck(root);
  const [{ validate }, { builtInFiles }, { workingTree }, { hasError }] = await Promise.all([
    import("./core/config/validate.ts"),
    import("./commands/files.ts"),
    import("./adapters/working-tree.ts"),
    import("./core/config/finding.ts"),
  ]);
  const sources = {
    own: { tree: workingTree(root), prefix: "" },
    builtIn: builtInFiles(),
    trust: "trusted" as const,
  };
  const checked = await Promise.all(files.map(({ path, kind }) => validate(sources, path, kind)));
  const findings = checked.flatMap((result) => result.findings);
  for (const finding of findings) actionsIo.annotate(finding);
  if (hasError(findings)) {
    const errors = findings.filter(({ severity }) => severity === "error").length;
    throw new GateError("input", {
      what: `${errors} error${errors === 1 ? "" : "s"} in ${files.map(({ path }) => path).join(" and ")}`,
      remedy: "Mend what is marked on the files' lines.",
    });
  }
  actionsIo.info(`${files.map(({ path }) => path).join(" and ")}: valid`);
}

type FileToCheck = { path: string; kind: "gate" | "my-cnf" };

function filesToCheck(root: string): FileToCheck[] {
  const config = actionsIo.input("config");
  const cnf = actionsIo.input("my-cnf");
  const files: FileToCheck[] = [];
  if (config !== undefined && existsSync(join(root, config))) files.push({ path: config, kind: "gate" });
  if (cnf !== undefined) files.push({ path: cnf, kind: "my-cnf" });
  if (files.length > 0) return files;
  throw new GateError("input", {
    what: "There is nothing to check",
    why: `\`my-cnf\` is not given, and there is no gate file at ${config ?? ".github/mysql-perf-gate.yml"}.`,
    remedy: "Name your server's my.cnf: `with: { my-cnf: deploy/my.cnf }`.",
  });
}

try {
  await main();
} catch (error) {
  const remedy = "This is a defect of the tool: please report it.";
  const what = error instanceof Error ? error.message : String(error);
  actionsIo.fail(
    error instanceof GateError ? error : new GateError("environment", { what, remedy }, { cause: error }),
  );
}
