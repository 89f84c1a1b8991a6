import type { Finding } from "../finding.ts";
import type { Place, ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import type { SourceTree } from "../source-tree.ts";
import { flatten } from "./flatten-includes.ts";
import { addsUp, mergeOptions } from "./merge-options.ts";
import { readOption } from "./read-option.ts";
import { writtenOptions } from "./written-options.ts";

/** An option file and what it includes, as the server of that release understands it. */
export type MyCnf = {
  /** In the server's order; an option appears once, except those that add up. */
  options: ServerOption[];
  findings: Finding[];
};

/** Reads a my.cnf of the user's. With findings of severity `error`, `options` is what the rest of the file says. */
export async function readMyCnf(tree: SourceTree, path: string, release: ServerRelease): Promise<MyCnf> {
  const { lines, findings } = await flatten(tree, path);
  const written = writtenOptions(lines, release);
  const readings = written.options.map((option) => readOption(option, release));
  const options = readings.flatMap(({ option }) => option ?? []);
  return {
    options: mergeOptions(options, release),
    findings: inOrder([
      ...findings,
      ...written.findings,
      ...readings.flatMap((reading) => reading.findings),
      ...repeated(options),
    ]),
  };
}

/** By file, in the order in which the files first come up, and by line within each. */
function inOrder(findings: Finding[]): Finding[] {
  const files = [...new Set(findings.map(({ place }) => place.file))];
  const rank = new Map(files.map((file, index) => [file, index]));
  return findings.sort(
    ({ place: a }, { place: b }) =>
      (rank.get(a.file) ?? 0) - (rank.get(b.file) ?? 0) || a.line - b.line || a.column - b.column,
  );
}

/** An option set twice within one file is a slip; across files it is what includes are for. */
function repeated(options: ServerOption[]): Finding[] {
  const first = new Map<string, Place>();
  const findings: Finding[] = [];
  for (const { name, place } of options) {
    const key = `${place.file}\n${name}`;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, place);
    else if (!addsUp(name)) findings.push(setAgain(name, place, earlier));
  }
  return findings;
}

function setAgain(name: string, place: Place, earlier: Place): Finding {
  return {
    severity: "warning",
    place,
    what: `\`${name}\` is set again`,
    why: `Line ${earlier.line} sets it too, and the last one wins.`,
    remedy: "Remove one of the lines.",
  };
}
