import type { ResolvedScenario } from "../../core/config/scenario/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import type { Connection } from "./mysql.ts";

type Statement = ResolvedScenario["setupSql"][number];

/** The scenario's statements, in their order. One that matches nothing has switched nothing, which nobody asked for. */
export async function runSetupSql(
  connection: Pick<Connection, "update">,
  { setupSql }: Pick<ResolvedScenario, "setupSql">,
): Promise<void> {
  for (const statement of setupSql) {
    const matched = await connection.update(statement.sql).catch((error: unknown) => {
      throw refused(statement, error);
    });
    if (matched === 0) throw matchedNothing(statement);
  }
}

function refused({ sql, place }: Statement, error: unknown): GateError {
  return new GateError(
    "input",
    {
      what: `${place.file}:${place.line}: the server refuses the setup SQL: ${sql}`,
      why: error instanceof Error ? error.message : String(error),
      remedy: "Correct the statement, or leave it out for servers that do not know it.",
    },
    { cause: error },
  );
}

function matchedNothing({ sql, place }: Statement): GateError {
  return new GateError("input", {
    what: `${place.file}:${place.line}: the setup SQL matches no row: ${sql}`,
    why: "Its condition fits nothing, or the Performance Schema is off and its tables are empty.",
    remedy: "Correct the condition, or switch performance_schema ON in the scenario.",
  });
}
