/** A user's files as the gate may read them: the checked-out repository, or the same at another git ref. */
export type SourceTree = {
  /** The text of a file; `path` is relative to the tree's root. Never throws for what the user got wrong. */
  read(path: string): Promise<SourceText>;
  /** Names of the files in a folder, for `!includedir`. */
  list(folder: string): Promise<SourceList>;
};
export type SourceText = { ok: true; text: string } | { ok: false; problem: SourceProblem };
export type SourceList = { ok: true; names: string[] } | { ok: false; problem: SourceProblem };
export type SourceProblem = "absent" | "outside" | "too-large" | "not-text" | "not-a-file";
