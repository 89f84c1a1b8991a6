import type { ResolvedScenario } from "../core/config/scenario/resolved-scenario.ts";
import type { Workload } from "../core/config/workload/workload.ts";
import type { Load, LoadGenerator, Log, ServerProvider } from "../ports.ts";

export type Clock = {
  /** Milliseconds, monotonic. */
  now(): number;
  sleep(milliseconds: number): Promise<void>;
  date(): Date;
};

/** All that measuring needs of the world, in one place: what it starts, reads and waits for. */
export type Outside = {
  /** The provider of a scenario's server; the same one for the same server. */
  provider(scenario: ResolvedScenario): Promise<ServerProvider>;
  generator: LoadGenerator;
  script(workload: Workload): Load["workload"];
  /** CPU time that the hypervisor has taken away since the start of the machine, in seconds of one CPU. */
  stealSeconds(): number;
  clock: Clock;
  log: Log;
  /** Aborted when the user or the runner cancels. */
  signal: AbortSignal;
};
