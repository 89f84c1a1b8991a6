import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import { comparisons } from "../notation/tolerance.ts";
import type { Path, YamlDocument } from "../yaml/yaml-document.ts";
import type { Gate } from "./gate.ts";

/** The rules that more than one key takes part in; every one of them is asked, none stops another. */
export function gateFindings(gate: Gate, document: YamlDocument): Finding[] {
  return [duplicates, comparesNothing, strayTolerances, lonelyReference, externalDuet].flatMap((rule) =>
    rule(gate).map(({ path, ...complaint }) => ({ ...complaint, place: document.placeOf(path) })),
  );
}

type Complaint = Omit<Finding, "place"> & { path: Path };

function duplicates({ scenarios, workloads }: Gate): Complaint[] {
  const lists = { scenarios, workloads };
  return Object.entries(lists).flatMap(([key, entries]) =>
    entries.flatMap(({ name }, index) => {
      const first = entries.findIndex((other) => other.name === name);
      if (first === index) return [];
      return {
        severity: "error" as const,
        path: [key, index],
        what: `\`${key}\` has the name \`${name}\` a second time`,
        why: "Two results could not be told apart.",
        remedy: "Remove one of the two, or give it another name.",
      };
    }),
  );
}

function comparesNothing({ settings }: Gate): Complaint[] {
  if (comparisons.some((comparison) => settings.gate[comparison] !== "off")) return [];
  if (settings.tolerances.some((entry) => comparisons.some((one) => typeof entry[one] === "number")))
    return [];
  return [
    {
      severity: "error",
      path: ["gate"],
      what: "All three comparisons are off",
      why: "A gate that compares nothing would always be green.",
      remedy: "Give at least one of `base`, `reference`, `baseline` a tolerance.",
    },
  ];
}

function strayTolerances({ settings, scenarios, workloads }: Gate): Complaint[] {
  const known = {
    scenario: scenarios.map(({ name }) => name),
    workload: workloads.map(({ name }) => name),
    threads: settings.threads.map(String),
  };
  return settings.tolerances.flatMap((entry, index) =>
    (["scenario", "workload", "threads"] as const).flatMap((key) => {
      const wanted = entry[key];
      if (wanted === undefined || known[key].includes(String(wanted))) return [];
      const suggestion = didYouMean(String(wanted), known[key]);
      return {
        severity: "error" as const,
        path: ["tolerances", index, key],
        what: `There is a tolerance for ${key} \`${wanted}\`, which this gate does not measure`,
        why: `It measures ${known[key].join(", ")}.`,
        remedy: suggestion === undefined ? "Remove the entry." : `Did you mean \`${suggestion}\`?`,
      };
    }),
  );
}

/** Costs relative to a reference need something else than the reference. */
function lonelyReference({ settings, scenarios, reference }: Gate): Complaint[] {
  if (settings.gate.reference === "off" || scenarios.some(({ name }) => name !== reference.name)) return [];
  return [
    {
      severity: "error",
      path: ["gate", "reference"],
      what: `The reference \`${reference.name}\` is the only scenario`,
      why: "There is nothing to compare with it.",
      remedy: "Add a scenario, or write `reference: off`.",
    },
  ];
}

function externalDuet({ settings }: Gate): Complaint[] {
  if (settings.server.kind !== "external" || settings.method !== "duet") return [];
  return [
    {
      severity: "error",
      path: ["method"],
      what: "`method` is duet with an external server",
      why: "A duet pins both servers to CPUs of this machine.",
      remedy: "Write `method: interleaved`, or leave `method` out.",
    },
  ];
}
