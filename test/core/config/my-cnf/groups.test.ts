import { describe, expect, it } from "vitest";
import { groupFindings, readsGroup } from "../../../../src/core/config/my-cnf/groups.ts";
import type { ServerRelease } from "../../../../src/core/config/server-release.ts";

const mysql97: ServerRelease = { flavour: "mysql", version: "9.7" };
const maria1011: ServerRelease = { flavour: "mariadb", version: "10.11" };

function read(group: string, release: ServerRelease) {
  const findings = groupFindings(group, { file: "my.cnf", line: 1, column: 1 }, release);
  return [readsGroup(group, release), ...findings.map(({ remedy }) => remedy.split(" (")[0])];
}

const nameServer = "Name the server with its version";

describe("a group", () => {
  it.each<[string, ServerRelease, unknown[]]>([
    ["mysqld", mysql97, [true]],
    ["MySQLd", mysql97, [true]],
    ["server", mysql97, [true]],
    ["mysqld-9.7", mysql97, [true]],
    ["mysqld-8.4", mysql97, [false]],
    ["mariadb", mysql97, [false]],
    ["mysqld", maria1011, [true]],
    ["mariadb", maria1011, [true]],
    ["mariadbd-10.11", maria1011, [true]],
    ["mariadb-11.4", maria1011, [false]],
    ["client-server", maria1011, [true]],
    ["galera", maria1011, [true]],
    ["mysqld", {}, [true]],
    ["mysqld-9.7", {}, [false, nameServer]],
    ["mariadb", {}, [false, nameServer]],
    ["client", mysql97, [false]],
    ["mysql", mysql97, [false]],
    ["mysqld_safe", mysql97, [false]],
    ["mysqld1", mysql97, [false]],
    ["mysqldump", mysql97, [false]],
    ["mysqdl", mysql97, [false, "Did you mean `[mysqld]`?"]],
    [" mysqld", mysql97, [false, "Did you mean `[mysqld]`?"]],
    ["sever", mysql97, [false, "Did you mean `[server]`?"]],
    ["mysqld-", mysql97, [false, "Did you mean `[mysqld]`?"]],
    ["mariadb-11.4", { flavour: "mysql" }, [false]],
    ["", mysql97, [false]],
  ])("[%s] for %o", (group, release, expected) => {
    expect(read(group, release)).toEqual(expected);
  });
});
