import { type SqlToken, sqlTokens } from "./sql-tokens.ts";

/** What is wrong with a statement, and where in its text. */
export type SqlComplaint = { what: string; offset: number };

/** The setup tables of all versions and their columns; `YES` and `NO` are the values of those named `switches`. */
const tables = new Map<string, { switches: string[]; others: string[] }>(
  Object.entries({
    setup_actors: { switches: ["ENABLED", "HISTORY"], others: ["HOST", "USER", "ROLE"] },
    setup_consumers: { switches: ["ENABLED"], others: ["NAME"] },
    setup_instruments: {
      switches: ["ENABLED", "TIMED"],
      others: ["NAME", "PROPERTIES", "FLAGS", "VOLATILITY", "DOCUMENTATION"],
    },
    setup_objects: {
      switches: ["ENABLED", "TIMED"],
      others: ["OBJECT_TYPE", "OBJECT_SCHEMA", "OBJECT_NAME"],
    },
    setup_threads: {
      switches: ["ENABLED", "HISTORY"],
      others: ["NAME", "PROPERTIES", "VOLATILITY", "DOCUMENTATION"],
    },
  }),
);

/** So deep parentheses and NOTs may nest; no condition on a setup table needs more. */
const deepest = 20;

/**
 * Checks that a statement is
 *
 *   UPDATE [performance_schema.]setup_TABLE SET switch = 'YES' | 'NO', … [WHERE condition]
 *
 * with a condition made of columns, literals, =, <>, !=, [NOT] LIKE, [NOT] IN, AND, OR, NOT and parentheses. There
 * is no way in it to call a function, read another table or name a variable.
 */
export function setupUpdateComplaint(sql: string): SqlComplaint | undefined {
  const parser = new Parser(sql);
  try {
    parser.statement();
    return undefined;
  } catch (error) {
    if (error instanceof Unexpected) return { what: error.message, offset: error.offset };
    throw error;
  }
}

class Unexpected extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.offset = offset;
  }
}

class Parser {
  readonly #tokens: SqlToken[];
  readonly #end: number;
  #next = 0;
  #columns: string[] = [];
  #switches: string[] = [];

  constructor(sql: string) {
    this.#tokens = sqlTokens(sql);
    this.#end = sql.length;
  }

  statement(): void {
    this.#expectWord("UPDATE");
    this.#table();
    this.#expectWord("SET");
    do this.#assignment();
    while (this.#takeSymbol(","));
    if (this.#takeWord("WHERE")) this.#disjunction(0);
    this.#takeSymbol(";");
    const rest = this.#tokens[this.#next];
    if (rest !== undefined) this.#fail(rest.kind === "comment" ? "no comment" : "the end of the statement");
  }

  #table(): void {
    let name = this.#name("a setup table");
    if (this.#takeSymbol(".")) {
      if (name.toLowerCase() !== "performance_schema") this.#fail("a table of `performance_schema`", 2);
      name = this.#name("a setup table");
    }
    // The names of these tables are the same in any case on some systems alone; small letters work on all.
    const table = tables.get(name) ?? this.#fail(`one of ${[...tables.keys()].join(", ")}`, 1);
    this.#switches = table.switches;
    this.#columns = [...table.switches, ...table.others];
  }

  #assignment(): void {
    const column = this.#name("a column").toUpperCase();
    if (!this.#switches.includes(column)) this.#fail(`${this.#switches.join(" or ")}, which can be set`, 1);
    if (!this.#takeSymbol("=")) this.#fail("`=`");
    const value = this.#take(({ kind }) => kind === "string") ?? this.#fail("'YES' or 'NO'");
    if (!["YES", "NO"].includes(value.text.toUpperCase())) this.#fail("'YES' or 'NO'", 1);
  }

  #disjunction(depth: number): void {
    if (depth > deepest) this.#fail("fewer parentheses");
    do this.#conjunction(depth);
    while (this.#takeWord("OR"));
  }

  #conjunction(depth: number): void {
    do this.#negation(depth);
    while (this.#takeWord("AND"));
  }

  #negation(depth: number): void {
    if (depth > deepest) this.#fail("fewer NOTs");
    if (this.#takeWord("NOT")) this.#negation(depth + 1);
    else if (this.#takeSymbol("(")) {
      this.#disjunction(depth + 1);
      if (!this.#takeSymbol(")")) this.#fail("`)`");
    } else this.#comparison();
  }

  #comparison(): void {
    this.#operand();
    const isEquation = ["=", "<>", "!="].some((symbol) => this.#takeSymbol(symbol));
    const isNegated = !isEquation && this.#takeWord("NOT");
    if (isEquation) this.#operand();
    else if (this.#takeWord("LIKE")) this.#literal();
    else if (this.#takeWord("IN")) this.#list();
    else this.#fail(isNegated ? "LIKE or IN" : "=, <>, !=, LIKE or IN");
  }

  #list(): void {
    if (!this.#takeSymbol("(")) this.#fail("`(`");
    do this.#literal();
    while (this.#takeSymbol(","));
    if (!this.#takeSymbol(")")) this.#fail("`)`");
  }

  #operand(): void {
    if (this.#isName()) {
      const column = this.#name("a column");
      if (!this.#columns.includes(column.toUpperCase())) {
        this.#fail(`a column of the table (${this.#columns.join(", ")})`, 1);
      }
    } else this.#literal();
  }

  #literal(): void {
    const isLiteral = ({ kind }: SqlToken) => kind === "string" || kind === "number";
    const { text } = this.#take(isLiteral) ?? this.#fail("a string or a number");
    // Under some sql_modes a backslash escapes the closing quote and under others not: the same text would end
    // here for this parser and elsewhere for the server.
    if (text.includes("\\")) this.#fail("a string without backslashes", 1);
  }

  #isName(): boolean {
    const kind = this.#tokens[this.#next]?.kind;
    return kind === "word" || kind === "quoted-name";
  }

  #name(what: string): string {
    if (!this.#isName()) this.#fail(what);
    return this.#take(() => true)?.text ?? "";
  }

  #expectWord(word: string): void {
    if (!this.#takeWord(word)) this.#fail(word);
  }

  #takeWord(word: string): boolean {
    return this.#take(({ kind, text }) => kind === "word" && text.toUpperCase() === word) !== undefined;
  }

  #takeSymbol(symbol: string): boolean {
    return this.#take(({ kind, text }) => kind === "symbol" && text === symbol) !== undefined;
  }

  #take(isWanted: (token: SqlToken) => boolean): SqlToken | undefined {
    const token = this.#tokens[this.#next];
    if (token === undefined || !isWanted(token)) return undefined;
    this.#next += 1;
    return token;
  }

  /** `back`: the token that is wrong was taken so many tokens ago. */
  #fail(expected: string, back = 0): never {
    const token = this.#tokens[this.#next - back];
    const found = token === undefined ? "its end" : `\`${token.text.slice(0, 40)}\``;
    throw new Unexpected(`expected ${expected}, found ${found}`, token?.offset ?? this.#end);
  }
}
