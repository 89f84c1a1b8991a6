import { provisionMysqld } from "../src/adapters/provision/provision.ts";
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
  const { program, note } = await provisionMysqld();
  if (note !== undefined) throw new Error(`these tests are about MySQL: ${note}`);
  const { basedir = "/usr" } = program;
  return { ...program, basedir, release: { flavour: "mysql", version: "9.7" } };
}
