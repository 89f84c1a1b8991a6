import type { Warning } from "../result.ts";

/** The doubts that deciding itself raises; measuring has others. */
const kinds = [
  "assumed-noise",
  "assumed-plan",
  "dropped-pairs",
  "one-round",
  "stalls",
  "unused-rounds",
] as const;

export type DecisionWarning = Warning & { kind: (typeof kinds)[number] };

/** Deciding again raises its doubts anew, so these do not outlive the judgement that they came with. */
export function isOfDecision({ kind }: Warning): boolean {
  return kinds.some((own) => own === kind);
}
