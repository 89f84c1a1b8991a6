import type { Workload } from "../core/config/workload/workload.ts";
import { GateError } from "../core/error.ts";
import { preflightProblems } from "../core/sysbench/preflight.ts";
import type { Server } from "../ports.ts";
import type { Arms } from "./arms.ts";
import type { MeasureSettings } from "./measurement.ts";
import type { Outside } from "./outside.ts";

/** Throws with all that would make the load fail, or measure something else than was asked for. */
export async function preflight(
  arms: Arms,
  workload: Workload,
  threads: number,
  { data }: MeasureSettings,
  { generator, script: scriptOf }: Outside,
): Promise<void> {
  const asked = scriptOf(workload);
  const script = await generator.examine(asked);
  for (const server of [arms.base, arms.head]) {
    const { endpoint } = server;
    const problems = preflightProblems({
      load: {
        workload: asked,
        threads,
        data,
        socket: endpoint.kind === "socket" ? endpoint.path : undefined,
      },
      generator: generator.facts,
      script,
      server: { variables: server.inForce.variables, rows: await rowsOf(server, data) },
    });
    const [first, ...others] = problems;
    if (first === undefined) continue;
    const also = others.map(({ what }) => what);
    throw new GateError("environment", { ...first, what: [first.what, ...also].join("; ") });
  }
}

/** The optimizer's own figure would do for a warning; here a wrong one would fail a sound run. */
async function rowsOf(
  server: Server,
  { tables, rows }: { tables: number; rows: number },
): Promise<(number | undefined)[]> {
  const names = Array.from(
    { length: tables },
    (_, index) => `${server.endpoint.database}.sbtest${index + 1}`,
  );
  const counts = names.map(async (name) => {
    const [row] = await server.query(`SELECT COUNT(*) AS n FROM (SELECT 1 FROM ${name} LIMIT ${rows}) AS t`);
    return Number(row?.n);
  });
  return Promise.all(counts.map((count) => count.catch(() => undefined)));
}
