import type { LoadScript } from "./facts.ts";

/** As far as it says what is sent. */
type Script = Pick<LoadScript, "script" | "options">;

/** What a script sends. */
export type Statements = {
  /** In the mean of many events. */
  perEvent: { read: number; write: number; other: number };
  /** Prepared by each thread before it begins, at most: not every server can prepare BEGIN. */
  prepared: (tables: number) => number;
};

/** The stock OLTP scripts and the mix; undefined for a script that is not known. */
export function statementsOf(workload: Script): Statements | undefined {
  const options = reader(workload);
  const statements = known[baseName(workload.script)]?.(options);
  if (statements === undefined || options.text("db_ps_mode", "auto") !== "disable") return statements;
  return { ...statements, prepared: () => 0 };
}

type Options = ReturnType<typeof reader>;

/** sysbench takes an option with dashes or underscores alike. */
function reader({ options }: Script) {
  const given = new Map(
    Object.entries(options).map(([name, value]) => [name.replaceAll("-", "_"), String(value)]),
  );
  const text = (name: string, otherwise: string) => given.get(name) ?? otherwise;
  return {
    text,
    number: (name: string, otherwise: number) => Number(text(name, String(otherwise))),
    on: (name: string, otherwise: boolean) => ["on", "true"].includes(text(name, String(otherwise))),
  };
}

function baseName(script: string): string {
  return (script.split("/").at(-1) ?? script).replace(/\.lua$/, "");
}

const one = (kind: "read" | "write", prepared: Statements["prepared"]): Statements => ({
  perEvent: { read: 0, write: 0, other: 0, [kind]: 1 },
  prepared,
});

// From sysbench's oltp_common.lua and the scripts that use it: their defaults are the same in 1.0 and later.
const known: Record<string, (options: Options) => Statements> = {
  oltp_read_only: (options) => transaction(options, reads(options)),
  oltp_write_only: (options) => transaction(options, writes(options)),
  oltp_read_write: (options) => transaction(options, reads(options), writes(options)),
  oltp_point_select: () => one("read", (tables) => tables),
  oltp_update_index: (options) => repeated(options, "index_updates"),
  oltp_update_non_index: (options) => repeated(options, "non_index_updates"),
  oltp_insert: () => one("write", () => 0),
  select_random_points: () => one("read", () => 1),
  select_random_ranges: () => one("read", () => 1),
  point_select_update_index: (options) => {
    const share = options.number("read_share", 80) / 100;
    return { perEvent: { read: share, write: 1 - share, other: 0 }, prepared: (tables) => 2 * tables };
  },
};

type Part = { read: number; write: number; perTable: number };

function reads(options: Options): Part {
  const points = options.number("point_selects", 10);
  if (!options.on("range_selects", true)) return { read: points, write: 0, perTable: 1 };
  const ranges = ["simple_ranges", "sum_ranges", "order_ranges", "distinct_ranges"];
  const read = ranges.reduce((sum, name) => sum + options.number(name, 1), points);
  return { read, write: 0, perTable: 5 };
}

function writes(options: Options): Part {
  const updates = options.number("index_updates", 1) + options.number("non_index_updates", 1);
  return { read: 0, write: updates + 2 * options.number("delete_inserts", 1), perTable: 4 };
}

function transaction(options: Options, ...parts: Part[]): Statements {
  const frame = options.on("skip_trx", false) ? 0 : 2;
  const sum = (of: keyof Part) => parts.reduce((total, part) => total + part[of], 0);
  return {
    perEvent: { read: sum("read"), write: sum("write"), other: frame },
    prepared: (tables) => sum("perTable") * tables + frame,
  };
}

function repeated(options: Options, name: string): Statements {
  return { perEvent: { read: 0, write: options.number(name, 1), other: 0 }, prepared: (tables) => tables };
}
