import type { InForce } from "./facts.ts";

/** What differs between any two servers, whatever their configuration: paths, names, identities. */
const own = new Set([
  "basedir",
  "character_sets_dir",
  "datadir",
  "general_log_file",
  "hostname",
  "innodb_tmpdir",
  "lc_messages_dir",
  "log_error",
  "pid_file",
  "plugin_dir",
  "replica_load_tmpdir",
  "report_host",
  "secure_file_priv",
  "server_uuid",
  "server_uid",
  "slave_load_tmpdir",
  "slow_query_log_file",
  "socket",
  "tmpdir",
]);

/** The options that have not their compiled default; those that say where the server's things are left out. */
export function effectiveOptions({ variables, changed }: InForce): Record<string, string> {
  const names = Object.keys(changed).filter((name) => !own.has(name) && variables[name] !== undefined);
  return Object.fromEntries(names.sort().map((name) => [name, variables[name] ?? ""]));
}

/** `undefined`: that arm's server has no such variable. */
export type Difference = { name: string; base: string | undefined; head: string | undefined };

/** In what two arms differ, all variables considered. */
export function differences(base: InForce, head: InForce): Difference[] {
  const names = new Set([...Object.keys(base.variables), ...Object.keys(head.variables)]);
  return [...names]
    .filter(
      (name) => !own.has(name) && !name.startsWith("gtid_") && base.variables[name] !== head.variables[name],
    )
    .sort()
    .map((name) => ({ name, base: base.variables[name], head: head.variables[name] }));
}
