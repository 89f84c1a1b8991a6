import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkSetupSql } from "../../../../src/core/config/policy/setup-sql-policy.ts";
import { setupUpdateComplaint } from "../../../../src/core/config/policy/setup-update.ts";

const place = { file: "scenario.yml", line: 4, column: 5 };
const update = "UPDATE performance_schema.setup_consumers SET ENABLED = 'NO'";

function complaint(sql: string, trust: "trusted" | "untrusted"): string | undefined {
  return checkSetupSql(sql, place, trust)[0]?.what;
}

describe("a stranger's setup SQL", () => {
  it.each([
    update,
    "update setup_consumers set enabled='yes';",
    "UPDATE `performance_schema`.`setup_instruments` SET ENABLED='YES', TIMED='NO' WHERE NAME LIKE 'statement/%'",
    `${update}\n\tWHERE NAME = "a"`,
    `${update} WHERE NAME <> 'a' AND NOT NAME != 'b' OR (NAME IN ('c', 'd') AND ENABLED NOT IN ('NO'))`,
    `${update} WHERE NAME NOT LIKE 'it''s' OR 1 = 1`,
    `${update} WHERE NOT NOT (((NAME = 'a')))`,
    "UPDATE setup_actors SET ENABLED='NO', HISTORY='NO' WHERE HOST = '%' AND USER = 'x'",
    "UPDATE setup_objects SET TIMED='NO' WHERE OBJECT_TYPE = 'TABLE' AND OBJECT_SCHEMA = 'mysql'",
    "UPDATE setup_threads SET HISTORY='NO' WHERE NAME LIKE 'thread/innodb/%'",
  ])("%s", (sql) => {
    expect(complaint(sql, "untrusted")).toBeUndefined();
  });

  it.each([
    ["", "at character 1, expected UPDATE, found its end"],
    ["DELETE FROM setup_actors", "at character 1, expected UPDATE, found `DELETE`"],
    [
      "UPDATE mysql.user SET x = 'YES'",
      "at character 8, expected a table of `performance_schema`, found `mysql`",
    ],
    ["UPDATE performance_schema.threads SET x = 'YES'", "found `threads`"],
    ["UPDATE constructor SET x = 'YES'", "found `constructor`"],
    ["UPDATE setup_consumers, mysql.user SET ENABLED='NO'", "expected SET, found `,`"],
    ["UPDATE setup_consumers AS c SET ENABLED='NO'", "expected SET, found `AS`"],
    ["UPDATE LOW_PRIORITY setup_consumers SET ENABLED='NO'", "found `LOW_PRIORITY`"],
    ["UPDATE setup_consumers SET NAME='NO'", "expected ENABLED, which can be set, found `NAME`"],
    ["UPDATE setup_consumers SET ENABLED='MAYBE'", "expected 'YES' or 'NO', found `MAYBE`"],
    ["UPDATE setup_consumers SET ENABLED=CONCAT('N','O')", "expected 'YES' or 'NO', found `CONCAT`"],
    ["UPDATE setup_consumers SET ENABLED=(SELECT 'NO')", "expected 'YES' or 'NO', found `(`"],
    ["UPDATE setup_consumers SET ENABLED=@x", "found `@`"],
    ["UPDATE setup_consumers SET ENABLED:='NO'", "found `:=`"],
    [`${update} WHERE SLEEP(5)`, "expected a column of the table (ENABLED, NAME), found `SLEEP`"],
    [`${update} WHERE NAME(5)`, "expected =, <>, !=, LIKE or IN, found `(`"],
    [`${update} WHERE NAME = (SELECT 1)`, "expected a string or a number, found `(`"],
    [`${update} WHERE NAME IN (SELECT 1)`, "expected a string or a number, found `SELECT`"],
    [`${update} WHERE NAME = @@version`, "found `@`"],
    [`${update} WHERE NAME = 'a' 'b'`, "expected the end of the statement, found `b`"],
    [`${update} WHERE NAME = _utf8'a'`, "found `_utf8`"],
    [`${update} WHERE NAME = 0x41`, "found `0x41`"],
    [`${update} WHERE NAME = -1`, "found `-`"],
    [`${update} WHERE NAME > 'a'`, "expected =, <>, !=, LIKE or IN, found `>`"],
    [`${update} WHERE NAME NOT = 'a'`, "expected LIKE or IN, found `=`"],
    [`${update} WHERE NAME = 'a' XOR 1 = 1`, "found `XOR`"],
    [`${update} WHERE NAME = 'a' && 1 = 1`, "found `&&`"],
    [`${update} WHERE NAME = 'a`, "expected a string or a number, found `'a`"],
    [`${update} WHERE (NAME = 'a'`, "expected `)`, found its end"],
    [`${update} WHERE NAME = 'a\\' OR SLEEP(5) -- '`, "expected a string without backslashes"],
    [`${update} LIMIT 1`, "found `LIMIT`"],
    [`${update} ORDER BY NAME`, "found `ORDER`"],
    [`${update}; DROP TABLE x`, "expected the end of the statement, found `DROP`"],
    [`${update};;`, "expected the end of the statement, found `;`"],
    [`${update} -- x`, "expected no comment, found `-- x`"],
    [`${update} # x`, "expected no comment, found `# x`"],
    [`${update} /*! WHERE SLEEP(5) */`, "expected no comment, found `/*! WHERE SLEEP(5) */`"],
    ["/**/ UPDATE setup_consumers SET ENABLED='NO'", "expected UPDATE, found `/**/`"],
    [`${update} WHERE ${"(".repeat(30)}1=1${")".repeat(30)}`, "expected fewer parentheses"],
    [`${update} WHERE ${"NOT ".repeat(30)}1=1`, "expected fewer NOTs"],
    [`${update} WHERE ${"(".repeat(100_000)}`, "expected fewer parentheses"],
  ])("%s is refused", (sql, what) => {
    expect(complaint(sql, "untrusted")).toContain(what);
  });
});

describe("trusted setup SQL", () => {
  it.each([
    "SET GLOBAL innodb_io_capacity = 500",
    "SET GLOBAL innodb_io_capacity = 500; -- enough",
    "# why\nCALL sys.ps_setup_enable_consumer('a;b')",
    "SELECT `a;b`, \"c;d\", 'e\\';f', 'g'';h' /* ; */ FROM x",
  ])("%s is one statement", (sql) => {
    expect(complaint(sql, "trusted")).toBeUndefined();
  });

  it.each([
    ["", "The setup SQL holds no statement"],
    [" ; ", "The setup SQL holds no statement"],
    ["-- nothing", "The setup SQL holds no statement"],
    ["SELECT 1; SELECT 2", "The setup SQL holds more than one statement"],
    ["SELECT 1;;", "The setup SQL holds more than one statement"],
    ["SELECT 'a", "A quote or comment of the setup SQL is not closed: `'a`"],
    ["SELECT 1 /* a", "A quote or comment of the setup SQL is not closed: `/* a`"],
  ])("%j is refused", (sql, what) => {
    expect(complaint(sql, "trusted")).toBe(what);
  });
});

describe("any statement at all", () => {
  const pieces = fc.constantFrom(
    ...update.split(" "),
    ...[
      "setup_instruments",
      "WHERE",
      "NAME",
      "LIKE",
      "NOT",
      "AND",
      "OR",
      "IN",
      "(",
      ")",
      ",",
      "=",
      "<>",
      ";",
      "1",
    ],
    ...[
      "'a'",
      '"b"',
      "`c`",
      "'",
      '"',
      "`",
      "\\",
      "/*",
      "*/",
      "/*!",
      "--",
      "#",
      "@",
      "SLEEP(5)",
      "SELECT",
      "mysql.user",
    ],
  );
  const statement = fc.array(
    fc.oneof({ weight: 8, arbitrary: pieces }, fc.string({ unit: "binary", maxLength: 5 })),
  );

  it("is judged without a crash", () => {
    fc.assert(
      fc.property(statement, (parts) => {
        for (const trust of ["trusted", "untrusted"] as const) checkSetupSql(parts.join(" "), place, trust);
      }),
      { numRuns: 50_000, seed: 20_261_120 },
    );
  });

  it("that is let through from strangers has no word but the grammar's and columns outside quotes", () => {
    const condition = fc.array(pieces, { minLength: 1, maxLength: 8 });
    let accepted = 0;
    fc.assert(
      fc.property(condition, (parts) => {
        const sql = `${update} WHERE NAME = 'x' OR ${parts.join(" ")}`;
        if (setupUpdateComplaint(sql) !== undefined) return;
        accepted += 1;
        const bare = sql.replace(/'[^']*'|"[^"]*"/g, "");
        const words = bare.match(/[^\s()=<>!,;\d`.]+/g) ?? [];
        const grammar =
          /^(?:UPDATE|performance_schema|setup_consumers|SET|ENABLED|NAME|WHERE|AND|OR|NOT|LIKE|IN)$/;
        expect(words.filter((word) => !grammar.test(word))).toEqual([]);
      }),
      { numRuns: 100_000, seed: 20_261_120 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});
