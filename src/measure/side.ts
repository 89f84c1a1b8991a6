import { GateError } from "../core/error.ts";
import type { ArmReading, Reading } from "../core/measure/slice.ts";
import type { RunningLoad, Server } from "../ports.ts";
import type { Arms } from "./arms.ts";
import type { Clock } from "./outside.ts";

/** One arm at work: its server, and the load on it. */
export type Side = { name: string; server: Server; load: RunningLoad };

export type Sides = { base: Side; head: Side };

export async function readSides({ base, head }: Sides, stealSeconds: () => number): Promise<Reading> {
  const [ofBase, ofHead] = await Promise.all([readSide(base), readSide(head)]);
  return { base: ofBase, head: ofHead, stealSeconds: stealSeconds() };
}

async function readSide({ server, load }: Side): Promise<ArmReading> {
  return { ...(await server.counters()), clientCpuSeconds: load.cpuSeconds() };
}

/** Both arms to their lanes: four sets of threads, all at once, so that neither arm is ahead. */
export async function pinSides(
  { base, head }: Sides,
  lanes: { base: readonly number[]; head: readonly number[] },
): Promise<void> {
  await Promise.all([
    base.server.pin(lanes.base),
    base.load.pin(lanes.base),
    head.server.pin(lanes.head),
    head.load.pin(lanes.head),
  ]);
}

/** How long a lost connection waits for its cause, and a lost cause for what was begun to come to its end. */
const PATIENCE_MS = 3000;

/**
 * Waits for the work, unless a server ends before it. A server's end is the cause that is worth telling: what failed
 * because of it, a query or a sysbench, is often noticed first.
 */
export async function whileServersLive<T>(
  arms: Arms,
  { sleep }: Pick<Clock, "sleep">,
  work: Promise<T>,
): Promise<T> {
  const crash = Promise.race([
    arms.base.crashed.then((cause) => ofArm("base", cause)),
    arms.head.crashed.then((cause) => ofArm("head", cause)),
  ]);
  const done = work.then((value) => ({ value }));
  const first = await Promise.race([done, crash]).catch((error: unknown) => ({ error }));
  if ("value" in first) return first.value;
  if (first instanceof GateError) {
    await Promise.race([done.catch(() => undefined), sleep(PATIENCE_MS)]);
    throw first;
  }
  throw (await Promise.race([crash, sleep(PATIENCE_MS)])) ?? first.error;
}

/** Waits for the work, unless a sysbench ends before it. */
export function whileLoaded<T>({ base, head }: Sides, work: Promise<T>): Promise<T> {
  const ends = [base, head].map(({ name, load }) =>
    load.failed.then((cause) => Promise.reject(ofArm(name, cause))),
  );
  return Promise.race([work, ...ends]);
}

function ofArm(name: string, { kind, what, why, remedy }: GateError): GateError {
  return new GateError(kind, { what: `${name}: ${what}`, ...(why !== undefined && { why }), remedy });
}
