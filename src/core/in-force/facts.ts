/** Where a variable's value comes from, as far as the server says. */
export type VariableSource = {
  /** COMPILED, EXPLICIT, COMMAND_LINE, DYNAMIC, … as MySQL names them; MariaDB's origins are put into these words. */
  source: string;
  file?: string;
};

export type InstrumentCount = { enabled: number; timed: number; total: number };

export type PerformanceSchema = {
  enabled: boolean;
  consumers: Record<string, boolean>;
  /** By the instrument's class: the first two parts of its name, such as `statement/sql`. */
  instruments: Record<string, InstrumentCount>;
  memoryBytes: number;
};

export type Flavour = "mysql" | "percona" | "mariadb";

/** Raw facts that an adapter has read back from a running server; what they mean is decided here in core. */
export type InForce = {
  flavour: Flavour;
  /** `9.7.4`, without the packager's additions. */
  version: string;
  /** All that the server says of its build: `9.7.4-2 (Debian)`. */
  build: string;
  /** All global variables. */
  variables: Record<string, string>;
  /** Which variables do not have their compiled default, and why. */
  changed: Record<string, VariableSource>;
  performanceSchema: PerformanceSchema;
  /** The lines of the error log that speak of options: unknown, clipped, deprecated, ignored. */
  logged: string[];
  rssBytes: number | undefined;
};
