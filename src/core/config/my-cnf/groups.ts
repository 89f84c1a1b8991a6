import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import type { Place } from "../resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";

/** As the servers themselves list them under `--help`; `-` marks a group whose name ends with the version. */
const groups = {
  mysql: ["mysqld", "server", "mysqld-"],
  mariadb: [
    "mysqld",
    "server",
    "mysqld-",
    "mariadb",
    "mariadb-",
    "mariadbd",
    "mariadbd-",
    "client-server",
    "galera",
  ],
};

/** Groups of other programs that are one slip away from a server's. */
const others = new Set(["mysql", "mysqld_safe", "mysqld_multi", "mysql_server", "mysql.server"]);

/** Whether the server reads the options of a group, and what there is to say about its name. */
export function readsGroup(
  group: string,
  place: Place,
  release: ServerRelease,
): { reads: boolean; findings: Finding[] } {
  // Unlike options' names, groups' names are the same in large and small letters.
  const name = group.toLowerCase();
  const { flavour, version } = release;
  const own = groups[flavour ?? "mysql"];
  if (own.includes(name)) return { reads: true, findings: [] };

  const [stem = "", groupVersion] = name.split(/(?<=^[a-z]+-)(?=\d)/);
  if (groupVersion !== undefined && groups.mariadb.includes(stem)) {
    if (version !== undefined) return { reads: own.includes(stem) && groupVersion === version, findings: [] };
    return { reads: false, findings: [undecided(group, place, "a server of that version alone reads it")] };
  }
  if (flavour === undefined && groups.mariadb.includes(name)) {
    return { reads: false, findings: [undecided(group, place, "MariaDB alone reads it")] };
  }
  const meant = others.has(name) || /\d$/.test(name) ? undefined : didYouMean(name, own);
  return { reads: false, findings: meant === undefined ? [] : [misspelt(group, place, meant)] };
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
