import { isSteady } from "../core/measure/steady.ts";
import type { Clock } from "./outside.ts";
import type { Side, Sides } from "./side.ts";

/** Between two looks at the rates. */
const STEP_MS = 500;

export type WarmUp = { seconds: number; steady: boolean };

/** Lets the load run until both rates are steady, or for as long as the limit; nothing of it is counted. */
export async function warmUp(sides: Sides, clock: Clock, limitSeconds: number): Promise<WarmUp> {
  const started = clock.now();
  const rates = { base: [] as number[], head: [] as number[] };
  const rateOf = { base: rateReader(sides.base), head: rateReader(sides.head) };
  await Promise.all([rateOf.base(), rateOf.head()]);
  for (;;) {
    await clock.sleep(STEP_MS);
    const [base, head] = await Promise.all([rateOf.base(), rateOf.head()]);
    rates.base.push(base);
    rates.head.push(head);
    const seconds = (clock.now() - started) / 1000;
    const steady = isSteady(rates.base) && isSteady(rates.head);
    if (steady || seconds >= limitSeconds) return { seconds, steady };
  }
}

/** The rate since it was last asked for. */
function rateReader({ server }: Side): () => Promise<number> {
  let before: { at: number; questions: number } | undefined;
  return async () => {
    const now = await server.counters();
    const rate =
      before === undefined ? 0 : ((now.questions - before.questions) * 1000) / (now.at - before.at);
    before = now;
    return rate;
  };
}
