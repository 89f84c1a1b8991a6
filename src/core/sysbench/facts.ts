/** A sysbench script, by a stock script's name or a Lua file's absolute path, and what it is told. */
export type LoadScript = {
  name: string;
  script: string;
  options: Readonly<Record<string, string | number | boolean>>;
};

/** What a load generator can do, as it said itself. */
export type GeneratorFacts = {
  /** `1.0.20`. */
  version: string;
  drivers: readonly string[];
  /** Names of the options that every script may be given, with dashes. */
  options: readonly string[];
  /** How many files and connections each of its processes may have open. */
  openFiles: number;
};

/** Whether a script could be loaded, and then the options it knows; undefined where it does not list them. */
export type ScriptFacts = { options: readonly string[] | undefined } | { refused: string };
