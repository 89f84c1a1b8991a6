import { expect, it } from "vitest";
import { parseHelp } from "../../../src/adapters/server/local-mysqld.ts";

it("reads the table of defaults", () => {
  const help = `mysqld  Ver 5.6.24
Variables (--variable-name=value)
and boolean options {FALSE|TRUE}                           Value (after reading options)
---------------------------------------------------------- ---------------
back-log                                                   80
bind-address                                               (No default value)
sql-mode                                                   NO_ENGINE_SUBSTITUTION

To see what values a running MySQL server is using, type
'mysqladmin variables' instead of 'mysqld --verbose --help'.
`;
  expect(parseHelp(help)).toEqual({
    back_log: "80",
    bind_address: "(No default value)",
    sql_mode: "NO_ENGINE_SUBSTITUTION",
  });
});
