import { existsSync } from "node:fs";
import type { ServerRelease } from "../src/core/config/server-release.ts";

/** A mysqld to test against, and what is known of it. */
export type RealMysqld = {
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  basedir: string;
  release: ServerRelease;
};

/** The MySQL 9.7 that the tests of the option file's meaning ask for the truth. */
export async function realMysqld(): Promise<RealMysqld> {
  const program = process.env.TEST_MYSQLD ?? "/usr/sbin/mysqld";
  const basedir = process.env.TEST_MYSQLD_BASEDIR ?? "/usr";
  if (!existsSync(program)) throw new Error(`no mysqld at ${program}: name one in TEST_MYSQLD`);
  return { program, args: [], env: {}, basedir, release: { flavour: "mysql", version: "9.7" } };
}
