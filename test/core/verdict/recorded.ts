import type { EvidenceCell } from "../../../src/core/result.ts";
import { randomFrom } from "../../../src/core/stats/random.ts";
import type { ExpectedCell, Suite } from "../../../src/core/verdict/suite.ts";

/** A measured cell with one pair in each round. */
export function cellOf(
  id: string,
  rounds: readonly number[],
  more: Partial<EvidenceCell> = {},
): EvidenceCell {
  return { id, pairs: rounds.map((d, i) => ({ round: i + 1, d })), ...more };
}

export function expected(id: string, more: Partial<ExpectedCell> = {}): ExpectedCell {
  return { id, workload: "oltp_read_only", tolerance: 0.05, ...more };
}

export function suiteOf(cells: ExpectedCell[], more: Partial<Suite> = {}): Suite {
  return { cells, falseAlarms: 0.01, maxRounds: 12, secondsPerRound: 12, ...more };
}

/** Rounds around a true change, with the noise of a quiet machine. */
export function rounds(change: number, count: number, seed = 1, deviation = 0.01): number[] {
  const random = randomFrom(seed);
  return Array.from({ length: count }, () => Math.log1p(change) + deviation * random.normal());
}
