import type { CellVerdict, Estimate } from "../result.ts";
import { tTail, tUpperQuantile } from "../stats/student-t.ts";
import type { Evidence } from "./evidence.ts";
import type { Outcome } from "./sequential.ts";

/** Of the intervals that are printed, and of all that is read off them. */
const CONFIDENCE = 0.95;
const TAIL = (1 - CONFIDENCE) / 2;

/** What a finished test says: the decision, and where there is none, whether the loss is suspect. */
export function verdictOf({ decision, evidence }: Outcome, margin: number): Exclude<CellVerdict, "error"> {
  switch (decision) {
    case "regression":
      return "regression";
    case "pass":
      return evidence !== undefined && tTail(evidence.mean / evidence.standardError, evidence.df) < TAIL
        ? "improvement"
        : "pass";
    case "open":
      return evidence !== undefined &&
        evidence.mean < margin &&
        tTail(-evidence.mean / evidence.standardError, evidence.df) < TAIL
        ? "suspect"
        : "inconclusive";
  }
}

/** The change in percent. `direction` turns a gain, which the evidence is on, back into head against base. */
export function estimateOf(evidence: Evidence, direction: 1 | -1, pairs: number): Estimate {
  const width = tUpperQuantile(TAIL, evidence.df) * evidence.standardError;
  const [low, high] = [direction * evidence.mean - width, direction * evidence.mean + width];
  return {
    changePct: 100 * Math.expm1(direction * evidence.mean),
    lowPct: 100 * Math.expm1(low),
    highPct: 100 * Math.expm1(high),
    confidence: CONFIDENCE,
    rounds: evidence.rounds,
    pairs,
  };
}
