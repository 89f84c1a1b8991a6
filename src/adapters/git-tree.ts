import { posix } from "node:path";
import type { SourceList, SourceProblem, SourceText, SourceTree } from "../core/config/source-tree.ts";
import { GateError } from "../core/error.ts";
import { attempt, type Finished, lastLines } from "./process.ts";

const maxBytes = 1024 * 1024;
const limits = { timeoutMs: 30_000 };

/** A repository's files as they are at a commit; the working tree is not touched. */
export async function gitTree(repository: string, ref: string): Promise<SourceTree> {
  const git = (...args: string[]): Promise<Finished> =>
    attempt({ program: "git", args: ["-C", repository, ...args] }, limits);
  const found = await git("rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`);
  if (found.code !== 0) throw unknownRef(ref, found.stderr);
  const commit = found.stdout.trim();
  const objectOf = async (
    path: string,
  ): Promise<{ mode: string; type: string; size: number } | SourceProblem> => {
    const name = posix.normalize(path);
    if (name.startsWith("../") || name.startsWith("/") || name === "..") return "outside";
    if (name === ".") return { mode: "040000", type: "tree", size: 0 };
    const { stdout } = await git("ls-tree", "--long", "-z", commit, "--", name.replace(/\/$/, ""));
    const [, mode, type, size] = /^(\d+) (\w+) \S+ +(\S+)\t/.exec(stdout) ?? [];
    return mode === undefined || type === undefined ? "absent" : { mode, type, size: Number(size) || 0 };
  };
  return {
    async read(path): Promise<SourceText> {
      const object = await objectOf(path);
      if (typeof object === "string") return no(object);
      // A link's target may lie anywhere; at another commit it is not followed.
      if (object.type !== "blob" || object.mode === "120000") return no("not-a-file");
      if (object.size > maxBytes) return no("too-large");
      const { stdout } = await git("cat-file", "blob", `${commit}:${posix.normalize(path)}`);
      return stdout.includes("\uFFFD") ? no("not-text") : { ok: true, text: stdout };
    },
    async list(folder): Promise<SourceList> {
      const object = await objectOf(folder);
      if (typeof object === "string") return no(object);
      if (object.type !== "tree") return no("not-a-file");
      const inside =
        posix.normalize(folder) === "." ? [] : ["--", `${posix.normalize(folder).replace(/\/$/, "")}/`];
      const { stdout } = await git("ls-tree", "--name-only", "-z", commit, ...inside);
      const names = stdout.split("\0").filter((name) => name !== "");
      return { ok: true, names: names.map((name) => posix.basename(name)).sort() };
    },
  };
}

const no = (problem: SourceProblem) => ({ ok: false as const, problem });

function unknownRef(ref: string, says: string): GateError {
  return new GateError("input", {
    what: `git does not know \`${ref}\` here`,
    why: says.trim() === "" ? "A shallow checkout has only the newest commit." : lastLines(says, 2),
    remedy: "Fetch it first: `git fetch origin BRANCH`, or `fetch-depth: 0` for actions/checkout.",
  });
}
