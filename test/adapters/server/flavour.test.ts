import { describe, expect, it } from "vitest";
import { isMysqlSince, loading, parseBuild, placement, quiet } from "../../../src/adapters/server/flavour.ts";

describe("parseBuild", () => {
  it.each([
    ["/usr/sbin/mysqld  Ver 9.7.4-2 for Linux on x86_64 ((Debian))", "mysql", [9, 7, 4]],
    ["mysqld  Ver 8.0.46-0ubuntu0.24.04.1 for Linux on x86_64 ((Ubuntu))", "mysql", [8, 0, 46]],
    ["mysqld  Ver 5.6.24 for linux-glibc2.5 on x86_64 (MySQL Community Server (GPL))", "mysql", [5, 6, 24]],
    [
      "mysqld  Ver 8.4.2-2 for Linux on x86_64 (Percona Server (GPL), Release 2, Revision abc)",
      "percona",
      [8, 4, 2],
    ],
    [
      "mariadbd  Ver 10.11.19-MariaDB-0+deb12u1 for debian-linux-gnu on x86_64 (Debian 12)",
      "mariadb",
      [10, 11, 19],
    ],
    ["11.8.3-MariaDB-log mariadb.org binary distribution", "mariadb", [11, 8, 3]],
    ["mysqld Ver 26.7 for Linux on aarch64", "mysql", [26, 7, 0]],
    ["8.0.36 MySQL Community Server - GPL", "mysql", [8, 0, 36]],
  ])("reads %j", (banner, flavour, version) => expect(parseBuild(banner)).toEqual({ flavour, version }));

  it("refuses what has no version", () => {
    expect(() => parseBuild("mysqld: command not found")).toThrow(
      /cannot be read from "mysqld: command not found"/,
    );
  });
});

it.each([
  [[9, 0, 0], true],
  [[8, 0, 30], true],
  [[8, 0, 29], false],
  [[5, 7, 44], false],
  [[26, 7, 0], true],
] as const)("%j is since 8.0.30: %s", (version, is) => {
  expect(isMysqlSince({ flavour: "mysql", version }, 8, 0, 30)).toBe(is);
  expect(isMysqlSince({ flavour: "mariadb", version }, 8, 0, 30)).toBe(false);
});

describe("options by version", () => {
  const names = { data: "/d", tmp: "/t", socket: "/s", errorLog: "/e" };
  const mysql97 = { flavour: "mysql", version: [9, 7, 4] } as const;
  const mysql56 = { flavour: "mysql", version: [5, 6, 24] } as const;
  const mariadb = { flavour: "mariadb", version: [10, 11, 19] } as const;

  it("the redo log's size has two names, and two files in old MySQL", () => {
    expect(quiet(mysql97)).toMatchObject({ innodb_redo_log_capacity: "256M" });
    expect(quiet(mariadb)).toMatchObject({ innodb_log_file_size: "256M" });
    expect(quiet(mysql56)).toMatchObject({ innodb_log_file_size: "128M" });
    expect(loading(mysql56)).toMatchObject({ innodb_log_file_size: "8M" });
  });

  it("only servers that have the X plugin are told to leave it off", () => {
    expect(placement(mysql97, names)).toHaveProperty("mysqlx");
    expect(placement(mariadb, names)).not.toHaveProperty("mysqlx");
    expect(placement(mysql56, names)).toMatchObject({ secure_file_priv: "/t" });
  });
});
