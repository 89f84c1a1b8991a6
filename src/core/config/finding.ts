import type { Place } from "./scenario/resolved-scenario.ts";

/** One thing that is wrong, or worth knowing, at one place of a user's file. */
export type Finding = {
  severity: "error" | "warning";
  place: Place;
  what: string;
  why?: string;
  remedy: string;
};

export const hasError = (findings: readonly Finding[]): boolean =>
  findings.some(({ severity }) => severity === "error");
