import { GateError } from "./error.ts";
import type { EvidenceFile } from "./result.ts";

/**
 * The shards of one suite as one result. What was decided in each of them was decided for fewer cells than the
 * suite has, so the whole is to be decided again.
 */
export function mergeResults<T extends EvidenceFile>(first: T, others: readonly T[]): T {
  if (others.length === 0) return first;
  const files = [first, ...others];
  refuseDifferent(files, "maxRounds", "maximal rounds");
  refuseDifferent(files, "falseAlarmRate", "false-alarm rates");
  const cells = files.flatMap((file) => file.cells);
  refuseTwins(cells);
  const arms = new Map<string, NonNullable<T["arms"]>[number]>();
  for (const arm of files.flatMap((file) => file.arms ?? [])) {
    // An arm that crashed in one shard has crashed in the suite.
    if (!arms.has(arm.id) || arm.crashed === true) arms.set(arm.id, arm);
  }
  const suite = {
    ...first.suite,
    expected: [...new Set(files.flatMap((file) => file.suite?.expected ?? []))],
    wallSeconds: Math.max(...files.map((file) => file.suite?.wallSeconds ?? 0)),
    measuredSeconds: files.reduce((sum, file) => sum + (file.suite?.measuredSeconds ?? 0), 0),
  };
  return {
    ...first,
    arms: [...arms.values()],
    cells,
    suite,
    warnings: files.flatMap((file) => file.warnings ?? []),
  };
}

function refuseTwins(cells: EvidenceFile["cells"]): void {
  const seen = new Set<string>();
  const twin = cells.find(({ id }) => seen.size === seen.add(id).size);
  if (twin === undefined) return;
  throw new GateError("input", {
    what: `The cell ${twin.id} is in two of the results`,
    why: "Several results are taken as the shards of one suite, which measure different cells.",
    remedy: "Give the shards of one run, or each result alone.",
  });
}

function refuseDifferent(
  files: readonly EvidenceFile[],
  key: "maxRounds" | "falseAlarmRate",
  name: string,
): void {
  const values = new Set(files.map(({ suite }) => suite?.[key]));
  if (values.size === 1) return;
  throw new GateError("input", {
    what: `The results were planned with different ${name}: ${[...values].map((value) => value ?? "unsaid").join(", ")}`,
    why: "Several results are taken as the shards of one suite, which have one plan.",
    remedy: "Give the shards of one run, or each result alone.",
  });
}
