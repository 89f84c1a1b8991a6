import type { ResolvedScenario, ServerOption } from "../../core/config/scenario/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import { type Connection, errorNumber } from "./mysql.ts";
import { runSetupSql } from "./setup-sql.ts";

type Query = Pick<Connection, "query" | "update">;

/** Puts back what was changed. After a failure it may be called again, on another connection, for the rest. */
export type Restore = (connection: Query) => Promise<void>;

/** Sets what SET GLOBAL can set, and runs the setup SQL. Fails as a whole: then nothing stays changed. */
export async function applyScenario(
  connection: Query,
  scenario: Pick<ResolvedScenario, "options" | "setupSql">,
): Promise<Restore> {
  const undo: Restore[] = [];
  const restore = async (on: Query) => {
    for (let step = undo.at(-1); step !== undefined; step = undo.at(-1)) {
      await step(on);
      undo.pop();
    }
  };
  try {
    for (const option of scenario.options) undo.push(await setGlobal(connection, option));
    if (scenario.setupSql.length > 0) undo.push(await rememberSetup(connection));
    await runSetupSql(connection, scenario);
    return restore;
  } catch (error) {
    await restore(connection);
    throw error;
  }
}

async function setGlobal(connection: Query, option: ServerOption): Promise<Restore> {
  const { name, loose } = option;
  const [before] = await connection.query(
    `SHOW GLOBAL VARIABLES LIKE ${quoted(name.replaceAll("_", "\\_"))}`,
  );
  if (before === undefined) {
    if (loose) return async () => {};
    throw cannotSet(option, "the server has no such variable");
  }
  try {
    await connection.query(`SET GLOBAL ${identifier(name)} = ${literal(option.value)}`);
  } catch (error) {
    throw cannotSet(option, reason(error), error);
  }
  const value = before.Value ?? "";
  return async (on) => void (await on.query(`SET GLOBAL ${identifier(name)} = ${literal(value)}`));
}

function reason(error: unknown): string {
  switch (errorNumber(error)) {
    case 1238:
      return "it can only be set when the server starts";
    case 1227:
      return "this user lacks the privilege (SYSTEM_VARIABLES_ADMIN, or SUPER)";
    default:
      return error instanceof Error ? error.message : String(error);
  }
}

/** The Performance Schema's setup tables as they are, to be written back where they differ. */
async function rememberSetup(connection: Query): Promise<Restore> {
  const before = new Map((await readSetup(connection)).map((row) => [row.key, row]));
  return async (on) => {
    const byState = new Map<string, string[]>();
    for (const { key, state } of await readSetup(on)) {
      const wanted = before.get(key);
      if (wanted === undefined || wanted.state === state) continue;
      const update = `UPDATE performance_schema.${wanted.table} SET ${wanted.state}`;
      byState.set(update, [...(byState.get(update) ?? []), wanted.name]);
    }
    for (const [update, names] of byState) {
      await on.query(`${update} WHERE NAME IN (${names.map(quoted).join(", ")})`);
    }
  };
}

type SetupRow = { key: string; table: string; name: string; state: string };

async function readSetup(connection: Query): Promise<SetupRow[]> {
  const consumers = await connection.query(
    "SELECT NAME AS name, ENABLED AS enabled FROM performance_schema.setup_consumers",
  );
  const instruments = await connection.query(
    "SELECT NAME AS name, ENABLED AS enabled, TIMED AS timed FROM performance_schema.setup_instruments",
  );
  const row = (table: string, name: string, state: string) => ({
    key: `${table} ${name}`,
    table,
    name,
    state,
  });
  return [
    ...consumers.map(({ name, enabled }) => row("setup_consumers", String(name), `ENABLED = '${enabled}'`)),
    ...instruments.map(({ name, enabled, timed }) => {
      const time = timed == null ? "" : `, TIMED = '${timed}'`;
      return row("setup_instruments", String(name), `ENABLED = '${enabled}'${time}`);
    }),
  ];
}

function identifier(name: string): string {
  return name
    .split(".")
    .map((part) => `\`${part.replaceAll("`", "``")}\``)
    .join(".");
}

/** SET takes no size suffixes, and numbers only without quotes. */
function literal(value: string | null): string {
  if (value === null) return "ON";
  const [, digits = "", suffix = ""] = /^([+-]?\d+)([kmgt]?)$/i.exec(value) ?? [];
  if (digits === "") return /^[+-]?\d+\.\d+$/.test(value) ? value : quoted(value);
  const power = suffix === "" ? 0 : "kmgt".indexOf(suffix.toLowerCase()) + 1;
  return String(BigInt(digits) * 1024n ** BigInt(power));
}

function quoted(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}

function cannotSet({ name, place }: ServerOption, why: string, cause?: unknown): GateError {
  return new GateError(
    "input",
    {
      what: `${place.file}:${place.line}: ${name} cannot be set on the external server`,
      why,
      remedy:
        "An external server takes what SET GLOBAL can set; use an image or a local server for the rest.",
    },
    { cause },
  );
}
