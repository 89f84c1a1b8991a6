import { compareVersions, type ServerRelease } from "../server-release.ts";
import between from "./known/between.json" with { type: "json" };
import mariadb1011 from "./known/mariadb-10.11.json" with { type: "json" };
import mysql56 from "./known/mysql-5.6.json" with { type: "json" };
import mysql97 from "./known/mysql-9.7.json" with { type: "json" };

/** What a server says of one of its options. */
export type KnownOption = {
  kind: "boolean" | "integer" | "decimal" | "string" | "enumeration" | "set" | "switches" | "flag";
  /** Without a value the option takes the next line's text for one. */
  required?: boolean;
  /** `1..100000`; a value beyond is clipped silently. */
  range?: string;
  /** In the order of their numbers. */
  values?: string[];
  /** The versions that have it, where a list covers several: `from` this one up to the one `before` that. */
  from?: string;
  before?: string;
};
/** One server's options, as scripts/known-options.ts asked them of it. */
export type KnownServer = { version: string; options: Record<string, KnownOption> };

type Source = {
  /** For messages: `MySQL 9.7`. */
  server: string;
  options: ReadonlyMap<string, KnownOption>;
};

/** An option's definition and the server that it comes from. */
export type Definition = { option: KnownOption; server: string };

const mysqlNew = source("MySQL 9.7", mysql97.options);
const mysqlOld = source("MySQL 5.6", mysql56.options);
const mariadb = source("MariaDB 10.11", mariadb1011.options);
/** MySQL's options that neither 5.6 nor 9.7 has. */
const mysqlBetween = source("MySQL 5.7 to 9.6", between.options);
const everywhere = [mysqlNew, mysqlBetween, mysqlOld, mariadb];

export function define(name: string, release: ServerRelease): Definition | undefined {
  for (const { server, options } of sourcesFor(release)) {
    const option = options.get(name);
    if (option !== undefined && isIn(option, release)) return { option, server };
  }
  return undefined;
}

export function optionNames(release: ServerRelease): string[] {
  return sourcesFor(release).flatMap(({ options }) => [...options.keys()]);
}

/** Who knows a name that the release does not; `certain` when the release's own list is complete. */
export function elsewhere(
  name: string,
  release: ServerRelease,
): { server: string; certain: boolean } | undefined {
  const other = everywhere.find(({ options }) => options.has(name));
  // MariaDB goes on accepting options that it removed and no longer lists, so its list is never complete.
  const certain = release.flavour === "mysql" && ["5.6", "9.7"].includes(release.version ?? "");
  return other && { server: other.server, certain };
}

/** The lists that tell of a release, the most telling first. */
function sourcesFor({ flavour, version }: ServerRelease): Source[] {
  if (flavour === "mariadb") return [mariadb];
  if (flavour === undefined) return everywhere;
  if (version !== undefined && compareVersions(version, "9.7") >= 0) return [mysqlNew];
  if (version !== undefined && compareVersions(version, "5.6") <= 0) return [mysqlOld];
  return [mysqlNew, mysqlBetween, mysqlOld];
}

function isIn({ from, before }: KnownOption, { version }: ServerRelease): boolean {
  if (version === undefined) return true;
  if (from !== undefined && compareVersions(version, from) < 0) return false;
  return before === undefined || compareVersions(version, before) < 0;
}

function source(server: string, options: object): Source {
  // The files' types are as wide as JSON is; a test holds them to KnownOption.
  return { server, options: new Map(Object.entries(options as Record<string, KnownOption>)) };
}
