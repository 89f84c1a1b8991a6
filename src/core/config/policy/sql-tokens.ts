/** A piece of an SQL text. `text` is as written, except that of strings and quoted names, which is unquoted. */
export type SqlToken = {
  kind: "word" | "quoted-name" | "string" | "number" | "symbol" | "comment" | "unterminated";
  text: string;
  /** Counts from 0. */
  offset: number;
};

type Piece = { kind: SqlToken["kind"]; text: string; end: number };

/** Splits SQL as the server's lexer does under its default `sql_mode`. Every text has tokens; none is refused here. */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  let offset = 0;
  while (offset < sql.length) {
    if (isSpace(sql[offset])) {
      offset += 1;
      continue;
    }
    const { kind, text, end } = nextPiece(sql, offset);
    tokens.push({ kind, text, offset });
    offset = end;
  }
  return tokens;
}

function nextPiece(sql: string, start: number): Piece {
  const char = sql[start] ?? "";
  if (char === "'" || char === '"') return quoted(sql, start, "string");
  if (char === "`") return quoted(sql, start, "quoted-name");
  if (sql.startsWith("/*", start)) return comment(sql, start, "*/");
  const isDashes = sql.startsWith("--", start) && (start + 2 === sql.length || isSpace(sql[start + 2]));
  if (char === "#" || isDashes) return comment(sql, start, "\n");
  if (isWordChar(char)) {
    let end = start + 1;
    while (isWordChar(sql[end])) end += 1;
    const text = sql.slice(start, end);
    return { kind: /^\d+$/.test(text) ? "number" : "word", text, end };
  }
  const pair = sql.slice(start, start + 2);
  const text = ["<>", "!=", "<=", ">=", ":=", "&&", "||"].includes(pair) ? pair : char;
  return { kind: "symbol", text, end: start + text.length };
}

function comment(sql: string, start: number, close: string): Piece {
  const found = sql.indexOf(close, start + (close === "*/" ? 2 : 0));
  if (found < 0 && close === "*/") return { kind: "unterminated", text: sql.slice(start), end: sql.length };
  const end = found < 0 ? sql.length : found + close.length;
  return { kind: "comment", text: sql.slice(start, end), end };
}

/** A doubled quote is one of the text; a backslash escapes in strings but not in names. */
function quoted(sql: string, start: number, kind: "string" | "quoted-name"): Piece {
  const quote = sql[start];
  let text = "";
  for (let index = start + 1; index < sql.length; index += 1) {
    const char = sql[index] ?? "";
    if (char === "\\" && kind === "string") {
      index += 1;
      text += char + (sql[index] ?? "");
    } else if (char !== quote) {
      text += char;
    } else if (sql[index + 1] === quote) {
      index += 1;
      text += quote;
    } else {
      return { kind, text, end: index + 1 };
    }
  }
  return { kind: "unterminated", text: sql.slice(start), end: sql.length };
}

function isSpace(char: string | undefined): boolean {
  return char !== undefined && (char === " " || (char >= "\t" && char <= "\r"));
}

function isWordChar(char: string | undefined): boolean {
  return char !== undefined && (/[A-Za-z0-9_$]/.test(char) || char >= "\u0080");
}
