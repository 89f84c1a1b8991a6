/** Of all events of a run, from its first to its last, in milliseconds. */
type Latency = {
  min: number;
  avg: number;
  max: number;
  /** From sysbench's histogram, whose steps are 1.8 % wide; undefined where the script prints none. */
  p95: number | undefined;
  p99: number | undefined;
};

/** What a sysbench that has ended says of its whole run. */
export type LoadReport = {
  /** From the moment when all threads were ready to the end. */
  seconds: number;
  events: number;
  /** As sysbench counts: a write is a statement that changed rows, whatever it was meant to do. */
  statements: { read: number; write: number; other: number };
  /** Events begun again after a deadlock or a lock wait that ran out. */
  ignoredErrors: number;
  reconnects: number;
  /** Undefined where no event took place. */
  latency: Latency | undefined;
};

/** A line that sysbench prints while it runs: rates since the line before. */
export type Interval = {
  /** Seconds since the start. */
  at: number;
  threads: number;
  eventsPerSecond: number;
  statementsPerSecond: number;
  errorsPerSecond: number;
};
