import type { ResolvedScenario } from "../../core/config/resolved-scenario.ts";
import { GateError } from "../../core/error.ts";
import type { Connection } from "./mysql.ts";

/** The scenario's statements, in their order. */
export async function runSetupSql(
  connection: Pick<Connection, "query">,
  { setupSql }: Pick<ResolvedScenario, "setupSql">,
): Promise<void> {
  for (const { sql, place } of setupSql) {
    try {
      await connection.query(sql);
    } catch (error) {
      throw new GateError(
        "input",
        {
          what: `${place.file}:${place.line}: the server refuses the setup SQL: ${sql}`,
          why: error instanceof Error ? error.message : String(error),
          remedy: "Correct the statement, or leave it out for servers that do not know it.",
        },
        { cause: error },
      );
    }
  }
}
