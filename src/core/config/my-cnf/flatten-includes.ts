import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import type { SourceProblem, SourceTree } from "../source-tree.ts";
import { type Line, readLines } from "./lines.ts";

/** The server follows includes so deep and ignores deeper ones. */
const deepest = 10;
/** No honest configuration comes near; files that each include another twice would else multiply. */
const mostFiles = 200;

/** The lines of a file with those of the included files in place of the directives. */
export async function flatten(
  tree: SourceTree,
  path: string,
): Promise<{ lines: Line[]; findings: Finding[] }> {
  const reader = new IncludeReader(tree);
  await reader.add(path, { file: path, line: 1, column: 1 }, []);
  return reader;
}

type Include = Extract<Line, { path: string }>;

class IncludeReader {
  readonly lines: Line[] = [];
  readonly findings: Finding[] = [];
  readonly #tree: SourceTree;
  #files = 0;

  constructor(tree: SourceTree) {
    this.#tree = tree;
  }

  /** `above`: the files whose includes led here, the first one first. */
  async add(path: string, place: Place, above: string[]): Promise<void> {
    this.#files += 1;
    if (this.#files > mostFiles) {
      if (this.#files === mostFiles + 1) this.findings.push(tooManyFiles(place));
      return;
    }
    const source = await this.#tree.read(path);
    if (!source.ok) {
      this.findings.push(unreadable(path, source.problem, place, above.length === 0));
      return;
    }
    const { lines, findings } = readLines(source.text, path);
    this.findings.push(...findings);
    for (const line of lines) {
      if (line.kind === "include" || line.kind === "includedir") await this.#include(line, [...above, path]);
      else this.lines.push(line);
    }
  }

  async #include({ kind, path, place }: Include, chain: string[]): Promise<void> {
    const target = inTree(place.file, path);
    if (chain.length > deepest) {
      this.findings.push(tooDeep(path, place));
      return;
    }
    if (target === undefined) {
      this.findings.push(unreadable(path, "outside", place, false));
      return;
    }
    this.findings.push(relative(path, target, place));
    for (const file of kind === "include" ? [target] : await this.#optionFiles(target, place)) {
      if (chain.includes(file)) this.findings.push(cycle(file, place));
      else await this.add(file, place, chain);
    }
  }

  /** A folder's option files: those that end with `.cnf`, hidden ones too, in the order of their bytes. */
  async #optionFiles(folder: string, place: Place): Promise<string[]> {
    const listed = await this.#tree.list(folder);
    if (!listed.ok) {
      this.findings.push(unreadable(folder, listed.problem, place, true));
      return [];
    }
    const names = listed.names.filter((name) => name.endsWith(".cnf")).sort();
    return names.map((name) => (folder === "" ? name : `${folder}/${name}`));
  }
}

/** The path from the tree's root; undefined when it leaves the tree. */
function inTree(from: string, path: string): string | undefined {
  if (path.startsWith("/")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of path.split("/")) {
    if (part === "" || part === ".") continue;
    if (part !== "..") parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join("/");
}

/** What the server makes of a file that it cannot read depends on how it was named. */
function unreadable(path: string, problem: SourceProblem, place: Place, fatal: boolean): Finding {
  if (problem === "outside") {
    return {
      severity: "warning",
      place,
      what: `What \`${path}\` holds is left out`,
      why: "It lies outside the repository, so it is neither reviewed nor there when the gate runs.",
      remedy: "Put the file into the repository and include it with a relative path, or remove the line.",
    };
  }
  const reasons = {
    absent: "There is no such file.",
    "not-a-file": "It is not a file of the kind that is expected here.",
    "not-text": "It is not text in UTF-8.",
    "too-large": "It is larger than an option file may be.",
  };
  // The server goes on without a missing `!include`, but not without a missing `!includedir`.
  const ignored = problem === "absent" && !fatal;
  return {
    severity: ignored ? "warning" : "error",
    place,
    what: `\`${path}\` cannot be read`,
    why: ignored ? `${reasons[problem]} The server goes on without it.` : reasons[problem],
    remedy: "Correct the path, or add the file to the repository.",
  };
}

function relative(path: string, target: string, place: Place): Finding {
  return {
    severity: "warning",
    place,
    what: `\`${path}\` is read as \`${target}\` of the repository`,
    why: "A server looks for a relative path in the folder that it happens to be started in.",
    remedy: "Make sure that production starts the server where this path means the same file.",
  };
}

function cycle(file: string, place: Place): Finding {
  return {
    severity: "error",
    place,
    what: `\`${file}\` includes itself`,
    why: `The server reads it ${deepest} times over before it stops.`,
    remedy: "Remove the directive.",
  };
}

function tooDeep(path: string, place: Place): Finding {
  return {
    severity: "warning",
    place,
    what: `\`${path}\` is not read: it is included more than ${deepest} levels deep`,
    why: "The server ignores such a directive.",
    remedy: "Include the file from one further up.",
  };
}

function tooManyFiles(place: Place): Finding {
  return {
    severity: "error",
    place,
    what: `More than ${mostFiles} files are included`,
    remedy: "Include fewer files.",
  };
}
