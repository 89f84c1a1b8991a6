/**
 * Whether the intervals hold the truth: the head server is stopped for an exact share of the time, and the change
 * that the gate estimates is held against it. `npm run bench -- truth [runs] [workload]`
 *
 * A run is 4 rounds of fresh servers. The shares take turns, 3 %, 5 % and 10 %, and so do reads and writes.
 */
import { measuredEstimate } from "./live/estimate.ts";
import { mean } from "./live/spread.ts";
import { liveStage } from "./live/stage.ts";

const SHARES = [0.03, 0.05, 0.1];
const WORKLOADS = ["oltp_read_only", "oltp_write_only"];
const ROUNDS = 4;

export async function main([runs = "30", only]: string[]): Promise<void> {
  const stage = await liveStage();
  const results: { covered: boolean; halfWidth: number; error: number }[] = [];
  try {
    for (let run = 0; run < Number(runs); run++) {
      const share = SHARES[run % SHARES.length] ?? 0;
      const workload = only ?? WORKLOADS[Math.floor(run / SHARES.length) % WORKLOADS.length] ?? "";
      const { changePct, lowPct, highPct } = await measuredEstimate(stage, {
        workload,
        share,
        rounds: ROUNDS,
        seed: run + 1,
      });
      const truth = -100 * share;
      const covered = lowPct <= truth && truth <= highPct;
      results.push({ covered, halfWidth: (highPct - lowPct) / 2, error: changePct - truth });
      console.log(
        `${String(run + 1).padStart(3)}  ${workload.padEnd(16)} truth ${truth.toFixed(1)} %  ` +
          `seen ${changePct.toFixed(2)} % [${lowPct.toFixed(2)}, ${highPct.toFixed(2)}]  ${covered ? "" : "missed"}`,
      );
    }
  } finally {
    await stage.run.end();
  }
  const covered = results.filter((result) => result.covered).length;
  const widest = Math.max(...results.map(({ halfWidth }) => halfWidth));
  console.log(`${covered} of ${results.length} intervals of 95 % hold the truth`);
  console.log(
    `half widths: mean ${mean(results.map(({ halfWidth }) => halfWidth)).toFixed(2)}, widest ${widest.toFixed(2)} points`,
  );
  console.log(`errors: mean ${mean(results.map(({ error }) => error)).toFixed(2)} points`);
}
