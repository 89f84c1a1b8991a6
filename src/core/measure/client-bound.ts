import type { Pair, Warning } from "../result.ts";

/** Above this share of its arm's CPU time the load generator is what is measured. */
const MOST_CLIENT_SHARE = 0.5;

/** A warning where sysbench takes more CPU time than the server that it loads. */
export function clientBound(pairs: readonly Pair[]): Warning[] {
  const shares = pairs.flatMap(({ slices = [] }) =>
    slices.flatMap(
      ({ baseQps, headQps, baseCpuUsPerQuery, headCpuUsPerQuery, baseClientCpus, headClientCpus }) => [
        ...shareOf(baseQps, baseCpuUsPerQuery, baseClientCpus),
        ...shareOf(headQps, headCpuUsPerQuery, headClientCpus),
      ],
    ),
  );
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  if (!(mean > MOST_CLIENT_SHARE)) return [];
  const text = `sysbench took ${Math.round(mean * 100)} % of the CPU time, the servers the rest: the cell is bound by its client`;
  return [{ kind: "client-bound", text }];
}

function shareOf(
  qps: number,
  serverUsPerQuery: number | undefined,
  clientCpus: number | undefined,
): number[] {
  if (serverUsPerQuery === undefined || clientCpus === undefined) return [];
  const serverCpus = (qps * serverUsPerQuery) / 1e6;
  return [clientCpus / (clientCpus + serverCpus)];
}
