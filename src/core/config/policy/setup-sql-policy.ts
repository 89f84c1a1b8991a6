import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import type { Trust } from "./options-policy.ts";
import { setupUpdateComplaint } from "./setup-update.ts";
import { sqlTokens } from "./sql-tokens.ts";

/** What is wrong with one item of a scenario's `setup-sql`. */
export function checkSetupSql(sql: string, place: Place, trust: Trust): Finding[] {
  const finding = trust === "untrusted" ? untrustedFinding(sql, place) : trustedFinding(sql, place);
  return finding === undefined ? [] : [finding];
}

function trustedFinding(sql: string, place: Place): Finding | undefined {
  const tokens = sqlTokens(sql).filter(({ kind }) => kind !== "comment");
  const end = tokens.findIndex(({ kind, text }) => kind === "symbol" && text === ";");
  const statement = end < 0 ? tokens : tokens.slice(0, end);
  if (statement.length === 0) {
    return {
      severity: "error",
      place,
      what: "The setup SQL holds no statement",
      remedy: "Write a statement, or remove the item.",
    };
  }
  const open = tokens.find(({ kind }) => kind === "unterminated");
  if (open !== undefined) {
    return {
      severity: "error",
      place,
      what: `A quote or comment of the setup SQL is not closed: \`${open.text.slice(0, 40)}\``,
      remedy: "Close it.",
    };
  }
  if (end >= 0 && end < tokens.length - 1) {
    return {
      severity: "error",
      place,
      what: "The setup SQL holds more than one statement",
      remedy: "Make each statement an item of its own in the list.",
    };
  }
  return undefined;
}

function untrustedFinding(sql: string, place: Place): Finding | undefined {
  const complaint = setupUpdateComplaint(sql);
  if (complaint === undefined) return undefined;
  return {
    severity: "error",
    place,
    what: `The setup SQL may not come from an untrusted pull request: at character ${complaint.offset + 1}, ${complaint.what}`,
    why: "Only UPDATEs of performance_schema's setup tables, with literals and a plain WHERE, are let through.",
    remedy: "Write such an UPDATE, or let somebody with write access run the gate on this change.",
  };
}
