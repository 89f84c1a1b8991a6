import * as core from "@actions/core";
import type { Finding } from "../core/config/finding.ts";
import type { GateError } from "../core/error.ts";

/** The runner as the action sees it: inputs in, annotations and log lines out. */
export const actionsIo = {
  /** An input's value; undefined when the workflow leaves it out. */
  input(name: string): string | undefined {
    return core.getInput(name) || undefined;
  },
  info: core.info,
  /** Marks the finding's line on the pull request. */
  annotate({ severity, place, what, why, remedy }: Finding): void {
    const mark = severity === "error" ? core.error : core.warning;
    const text = [why === undefined ? what : `${what} (${why})`, `Remedy: ${remedy}`].join("\n");
    mark(text, {
      file: place.file,
      startLine: place.line,
      startColumn: place.column,
      title: "mysql-perf-gate",
    });
  },
  fail({ what, why, remedy }: GateError): void {
    core.setFailed([why === undefined ? what : `${what} (${why})`, `Remedy: ${remedy}`].join("\n"));
  },
};
