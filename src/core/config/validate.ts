import type { Finding } from "./finding.ts";
import { gateOf } from "./gate/gate.ts";
import { type Sources, scenarioOf, scenarioOfCnf } from "./scenario/scenario.ts";
import { workloadSchema } from "./workload/workload-schema.ts";
import { conform, readDocument } from "./yaml/document.ts";
import type { YamlDocument } from "./yaml/yaml-document.ts";

export type FileKind = "gate" | "scenario" | "workload" | "my-cnf";

/** Every finding of one file and of what it names. The kind is seen from the file unless it is given. */
export async function validate(
  sources: Sources,
  path: string,
  as?: FileKind,
): Promise<{ kind: FileKind; findings: Finding[] }> {
  const file = { file: `${sources.own.prefix}${path}`, line: 1, column: 1 };
  if (as === "my-cnf" || (as === undefined && /\.(?:cnf|ini|conf)$/.test(path))) {
    return { kind: "my-cnf", findings: (await scenarioOfCnf(sources, path, file)).findings };
  }
  const document = await readDocument(sources.own, path);
  if (document.value === undefined) return { kind: as ?? "gate", findings: document.findings };
  const kind = as ?? kindOf(document.value.value);
  return { kind, findings: await findingsOf(sources, kind, document.value) };
}

async function findingsOf(sources: Sources, kind: FileKind, document: YamlDocument): Promise<Finding[]> {
  if (kind === "scenario") return (await scenarioOf(sources, document)).findings;
  if (kind === "workload") return conform(document, workloadSchema).findings;
  return (await gateOf(sources, document)).findings;
}

/** Only scenarios and workloads have a name of their own, and only workloads a script. */
function kindOf(value: unknown): FileKind {
  const has = (key: string) => typeof value === "object" && value !== null && Object.hasOwn(value, key);
  if (has("script")) return "workload";
  return ["name", "extends", "options", "setup-sql"].some(has) ? "scenario" : "gate";
}
