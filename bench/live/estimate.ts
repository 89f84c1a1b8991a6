import type { PlannedCell } from "../../src/core/plan/plan.ts";
import type { Estimate } from "../../src/core/result.ts";
import { randomFrom } from "../../src/core/stats/random.ts";
import { judge } from "../../src/core/verdict/judge.ts";
import { startArms, stopArms } from "../../src/measure/arms.ts";
import { Ledger } from "../../src/measure/ledger.ts";
import { measureRound } from "../../src/measure/measurement.ts";
import { duet, timing } from "../../src/measure/methods.ts";
import { slowDown } from "./slow-down.ts";
import { type LiveStage, matchOf, workload } from "./stage.ts";

const data = { tables: 4, rows: 50_000, seed: 1 };
const threads = 4;

type Order = { workload: string; share: number; rounds: number; seed: number };

/** What the gate says of one cell whose head server is stopped for a share of the time. */
export async function measuredEstimate({ outside, lanes }: LiveStage, order: Order): Promise<Estimate> {
  const random = randomFrom(order.seed);
  const method = duet(lanes, random, outside);
  const match = await matchOf("default");
  const cell: PlannedCell = {
    id: "cell",
    comparison: "base",
    scenario: "default",
    base: "base",
    head: "head",
    workload: order.workload,
    threads,
    tolerance: 0.05,
  };
  const measurement = { workload: await workload(order.workload), threads, cells: [cell] };
  const ledger = new Ledger([cell]);
  for (let round = 1; round <= order.rounds; round++) {
    method.begin();
    const arms = await startArms(match, "fresh", data, method, random, outside);
    const undo = await slowDown(arms.head, order.share);
    try {
      const settings = { data, warmUpSeconds: timing.warmUpSeconds };
      const seed = order.seed * 100 + round;
      ledger.add(
        measurement,
        await measureRound(arms, { load: measurement, round, seed, method, settings }, outside),
      );
    } finally {
      await undo();
      await stopArms(arms, "discard");
    }
  }
  const suite = { cells: [cell], falseAlarms: 0.01, maxRounds: order.rounds, secondsPerRound: 12 };
  const estimate = judge(suite, ledger.cells, true).cells[0]?.estimate;
  if (estimate === undefined) throw new Error("the cell has no estimate");
  return estimate;
}
