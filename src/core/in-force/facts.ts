export type Flavour = "mysql" | "percona" | "mariadb";

/** Where a variable's value comes from, as far as the server says. */
export type VariableSource = {
  /** EXPLICIT (a file), COMMAND_LINE, DYNAMIC (SET), … in MySQL's words, also for MariaDB. */
  source: string;
  file?: string;
};

/** `timed` is null for instruments that have nothing to time, such as memory. */
export type Instrument = { name: string; enabled: boolean; timed: boolean | null };

export type PerformanceSchema = {
  enabled: boolean;
  consumers: Record<string, boolean>;
  instruments: Instrument[];
  memoryBytes: number;
};

/** Raw facts that an adapter has read back from a running server; what they mean is decided here in core. */
export type InForce = {
  flavour: Flavour;
  /** `9.7.4`, without the packager's additions. */
  version: string;
  /** All that the server says of its build: `9.7.4-2 (Debian)`. */
  build: string;
  /** Of a container: as it was asked for, and what that name stood for. */
  image?: { name: string; digest: string };
  /** All global variables. */
  variables: Record<string, string>;
  /** The variables that do not have their compiled default, and why. */
  changed: Record<string, VariableSource>;
  performanceSchema: PerformanceSchema;
  /** The lines of the error log that speak of options: unknown, clipped, deprecated, ignored. */
  logged: string[];
  /** Resident memory once ready; undefined where it cannot be seen. */
  rssBytes: number | undefined;
};
