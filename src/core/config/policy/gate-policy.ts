import type { Finding } from "../finding.ts";
import type { GateFile } from "../gate/gate-schema.ts";
import { isPath } from "../notation/name.ts";
import { printServerSpec, type ServerSpec } from "../notation/server-spec.ts";
import type { ResolvedScenario } from "../scenario/resolved-scenario.ts";
import type { YamlDocument } from "../yaml/yaml-document.ts";

/** What a stranger's gate file may not choose: which program runs here. Everything that it starts is named by us. */
export function untrustedGateFindings(
  document: YamlDocument,
  settings: GateFile,
  scenarios: readonly ResolvedScenario[],
): Finding[] {
  const refuse = (path: readonly PropertyKey[], what: string): Finding => ({
    severity: "error",
    place: document.placeOf(path),
    what: `${what} may not come from an untrusted pull request`,
    why: "It is a program that would run on this machine.",
    remedy: "Leave it out, or let somebody with write access run the gate on this change.",
  });
  const scripts = settings.workloads.flatMap((workload, index) =>
    typeof workload === "object" && isPath(workload.script)
      ? [refuse(["workloads", index], `The script \`${workload.script}\``)]
      : [],
  );
  const servers = [settings.server, ...scenarios.flatMap(({ server }) => server ?? [])].filter(
    choosesProgram,
  );
  return [
    ...scripts,
    ...servers.map((server) => refuse(["server"], `The server \`${printServerSpec(server)}\``)),
  ];
}

function choosesProgram(server: ServerSpec): boolean {
  return server.kind !== "auto" && !(server.kind === "local" && server.path === undefined);
}
