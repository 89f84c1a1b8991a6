/** How to run a program that may need leading arguments, as one that brings its own loader does. */
export type Program = {
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

/** A mysqld or mariadbd, and where its files are when it was not installed in the usual place. */
export type ServerProgram = Program & {
  /** The binary itself, also where `program` is a loader. */
  binary: string;
  /** `--basedir`; left out for an installed server that knows its own. */
  basedir?: string;
};

/** A sysbench, and the folder of its stock Lua scripts when they are not where it looks by itself. */
export type SysbenchProgram = Program & { scripts?: string };
