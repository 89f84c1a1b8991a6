import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";

/** As the servers themselves list them under `--help`. `versioned` ones have `-8.4` or the like behind them. */
const groups = {
  mysql: { plain: ["mysqld", "server"], versioned: ["mysqld"] },
  mariadb: {
    plain: ["mysqld", "server", "mariadb", "mariadbd", "client-server", "galera"],
    versioned: ["mysqld", "mariadb", "mariadbd"],
  },
};

/** Groups of other programs that are one slip away from a server's. */
const others = new Set(["mysql", "mysqld_safe", "mysqld_multi", "mysql_server", "mysql.server"]);

/** Whether the server reads the options of a group. */
export function readsGroup(group: string, { flavour = "mysql", version }: ServerRelease): boolean {
  const { name, stem, groupVersion } = parse(group);
  const { plain, versioned } = groups[flavour];
  return (
    plain.includes(name) || (versioned.includes(stem) && groupVersion === version && version !== undefined)
  );
}

/** What there is to say about a group's name. */
export function groupFindings(group: string, place: Place, release: ServerRelease): Finding[] {
  if (readsGroup(group, release)) return [];
  const { name, stem } = parse(group);
  const { flavour, version } = release;
  if (version === undefined && groups[flavour ?? "mariadb"].versioned.includes(stem)) {
    return [undecided(group, place, "a server of that version alone reads it")];
  }
  if (flavour === undefined && groups.mariadb.plain.includes(name)) {
    return [undecided(group, place, "MariaDB alone reads it")];
  }
  const isOther = others.has(name) || /\d$/.test(name);
  const meant = isOther ? undefined : didYouMean(name, groups[flavour ?? "mysql"].plain);
  return meant === undefined ? [] : [misspelt(group, place, meant)];
}

function parse(group: string): { name: string; stem: string; groupVersion: string } {
  // Unlike options' names, groups' names are the same in large and small letters.
  const name = group.toLowerCase();
  const [, stem = "", groupVersion = ""] = name.match(/^([a-z]+)-(\d.*)$/s) ?? [];
  return { name, stem, groupVersion };
}

function undecided(group: string, place: Place, who: string): Finding {
  return {
    severity: "warning",
    place,
    what: `The options of \`[${group}]\` are left out`,
    why: `It is not known yet which server will run, and ${who}.`,
    remedy: "Name the server with its version (`server: mysql:8.4`), or move the options to `[mysqld]`.",
  };
}

function misspelt(group: string, place: Place, meant: string): Finding {
  return {
    severity: "warning",
    place,
    what: `The server does not read the group \`[${group}]\``,
    remedy: `Did you mean \`[${meant}]\`?`,
  };
}
