import { parseEvidence } from "../src/core/read-result.ts";
import { RESULT_SCHEMA } from "../src/core/result.ts";
import { QUIET, roundsOf } from "../src/core/simulation/noise.ts";
import { randomFrom } from "../src/core/stats/random.ts";
import { decideAgain } from "../src/core/verdict/decide-again.ts";

/** `npm run bench -- decide [cells]`: reading and deciding one result with very many cells. */
export async function main([cells = "10000"]: string[]): Promise<void> {
  const text = resultOf(Number(cells));
  const started = performance.now();
  const file = parseEvidence(text, "result.json");
  const read = performance.now();
  const { judgement } = decideAgain(file, { tolerance: 0.05 });
  const decided = performance.now();
  const ms = (from: number, to: number) => `${Math.round(to - from)} ms`;
  console.log(
    `${cells} cells, ${(text.length / 2 ** 20).toFixed(1)} MiB: ${JSON.stringify(judgement.suite.counts)}`,
  );
  console.log(
    `read and checked ${ms(started, read)}, decided ${ms(read, decided)}, in all ${ms(started, decided)}`,
  );
}

/** Six rounds of three pairs each; a tenth of the cells lost a tenth. */
function resultOf(cells: number): string {
  const random = randomFrom(1);
  const noise = { ...QUIET, pair: 0.015, instance: 0.01 };
  return JSON.stringify({
    schema: RESULT_SCHEMA,
    cells: Array.from({ length: cells }, (_, i) => {
      const next = roundsOf({ noise, change: i % 10 === 0 ? -0.1 : 0, pairsPerRound: 1 }, random);
      const pairs = Array.from({ length: 18 }, (_, pair) => ({ round: Math.floor(pair / 3) + 1, d: next() }));
      return { id: `cell-${i}`, workload: `workload-${i % 30}`, tolerance: 0.05, pairs };
    }),
    suite: { maxRounds: 12 },
  });
}
