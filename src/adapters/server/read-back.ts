import type { InForce, PerformanceSchema, VariableSource } from "../../core/in-force/facts.ts";
import { isMariadb, isMysqlSince } from "./flavour.ts";
import type { Build } from "./launcher.ts";
import type { Connection } from "./mysql.ts";

type Kind = Pick<Build, "flavour" | "version">;

/** What the server says of itself. `compiledDefaults` is asked for where the server does not tell its own. */
export async function readBack(
  connection: Connection,
  kind: Kind,
  compiledDefaults: () => Promise<Record<string, string>>,
): Promise<Omit<InForce, "logged" | "rssBytes">> {
  const [identity] = await connection.query("SELECT VERSION() AS version, @@version_comment AS comment");
  const variables = await pairs(connection, "SHOW GLOBAL VARIABLES");
  return {
    flavour: kind.flavour,
    version: kind.version.join("."),
    build: `${identity?.version} (${identity?.comment})`,
    variables,
    changed: await changedVariables(connection, kind, variables, compiledDefaults),
    performanceSchema: await readPerformanceSchema(connection, variables),
  };
}

/** How much memory the Performance Schema has taken: the last row of its status. */
export async function performanceSchemaBytes(connection: Connection): Promise<number> {
  const rows = await connection.query("SHOW ENGINE PERFORMANCE_SCHEMA STATUS");
  return Number(rows.findLast(({ Name }) => Name === "performance_schema.memory")?.Status ?? 0);
}

async function changedVariables(
  connection: Connection,
  kind: Kind,
  variables: Record<string, string>,
  compiledDefaults: () => Promise<Record<string, string>>,
): Promise<Record<string, VariableSource>> {
  const sql = isMariadb(kind) ? mariadbSources : isMysqlSince(kind, 8, 0, 0) ? mysqlSources : undefined;
  if (sql === undefined) return differing(variables, await compiledDefaults());
  const rows = await connection.query(sql);
  return Object.fromEntries(
    rows.map(({ name, source, file }) => [
      String(name).toLowerCase(),
      { source: String(source), ...(file && { file }) },
    ]),
  );
}

const mysqlSources = `SELECT VARIABLE_NAME AS name, VARIABLE_SOURCE AS source, VARIABLE_PATH AS file
  FROM performance_schema.variables_info WHERE VARIABLE_SOURCE <> 'COMPILED'`;

// MariaDB calls its origins COMPILE-TIME, CONFIG, COMMAND-LINE, SQL, ENVIRONMENT and AUTO.
const mariadbSources = `SELECT VARIABLE_NAME AS name,
    CASE GLOBAL_VALUE_ORIGIN WHEN 'CONFIG' THEN 'EXPLICIT' WHEN 'COMMAND-LINE' THEN 'COMMAND_LINE'
      WHEN 'SQL' THEN 'DYNAMIC' ELSE GLOBAL_VALUE_ORIGIN END AS source,
    GLOBAL_VALUE_PATH AS file
  FROM information_schema.SYSTEM_VARIABLES
  WHERE GLOBAL_VALUE_ORIGIN NOT IN ('COMPILE-TIME', 'AUTO')
    OR (GLOBAL_VALUE_ORIGIN = 'AUTO' AND GLOBAL_VALUE <> DEFAULT_VALUE)`;

/** For servers that do not tell where a value comes from. What they only decide at their start is left out. */
function differing(
  variables: Record<string, string>,
  defaults: Record<string, string>,
): Record<string, VariableSource> {
  const differs = ([name, value]: [string, string]) => {
    const byDefault = defaults[name];
    const decided =
      byDefault !== undefined && !["", "-1"].includes(byDefault) && !byDefault.startsWith("(No default");
    return decided && normal(byDefault) !== normal(value);
  };
  const names = Object.entries(variables).filter(differs);
  return Object.fromEntries(names.map(([name]) => [name, { source: "EXPLICIT" }]));
}

/** `--help` prints TRUE and FALSE where the server says ON and OFF. */
function normal(value: string): string {
  const word = value.toUpperCase();
  return word === "TRUE" ? "ON" : word === "FALSE" ? "OFF" : word;
}

async function readPerformanceSchema(
  connection: Connection,
  variables: Record<string, string>,
): Promise<PerformanceSchema> {
  if (variables.performance_schema !== "ON") {
    return { enabled: false, consumers: {}, instruments: [], memoryBytes: 0 };
  }
  const consumers = await connection.query(
    "SELECT NAME AS name, ENABLED AS enabled FROM performance_schema.setup_consumers",
  );
  const instruments = await connection.query(
    "SELECT NAME AS name, ENABLED AS enabled, TIMED AS timed FROM performance_schema.setup_instruments",
  );
  return {
    enabled: true,
    consumers: Object.fromEntries(consumers.map(({ name, enabled }) => [name, enabled === "YES"])),
    instruments: instruments.map(({ name, enabled, timed }) => ({
      name: name ?? "",
      enabled: enabled === "YES",
      // Memory has nothing to time; MySQL says NULL there, MariaDB NO whatever is set.
      timed: timed == null || name?.startsWith("memory/") ? null : timed === "YES",
    })),
    memoryBytes: await performanceSchemaBytes(connection),
  };
}

async function pairs(connection: Connection, sql: string): Promise<Record<string, string>> {
  const rows = await connection.query(sql);
  return Object.fromEntries(rows.map((row) => [String(row.Variable_name).toLowerCase(), row.Value ?? ""]));
}
