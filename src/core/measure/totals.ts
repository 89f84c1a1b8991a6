import type { Warning } from "../result.ts";

/** Where the server's counter and sysbench's own total may part before somebody is told, or not believed. */
const WORTH_A_WARNING = 0.01;
const BEYOND_BELIEF = 0.05;

/** The server and its client counted the same statements: what one arm's whole life in a round adds up to. */
export function checkTotals(
  arm: string,
  seenByServer: number,
  seenByClient: number,
): { warning?: Warning; failure?: string } {
  const difference = Math.abs(seenByServer - seenByClient) / Math.max(seenByClient, 1);
  if (difference <= WORTH_A_WARNING) return {};
  const text = `${arm}: the server counted ${seenByServer} statements and sysbench ${seenByClient}, ${(difference * 100).toFixed(1)} % apart`;
  return difference > BEYOND_BELIEF ? { failure: text } : { warning: { kind: "totals-differ", text } };
}
