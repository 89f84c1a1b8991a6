import { GateError } from "../../core/error.ts";
import type { Build } from "./launcher.ts";

/** What differs between MySQL 5.6 to 9.x, Percona Server and MariaDB 10.6 and later; SQL aside (read-back.ts). */

type Version = Build["version"];

type Kind = Pick<Build, "flavour" | "version">;

/** Reads `mysqld --version` and `VERSION()` alike; numbers are compared, so calendar versions fit in. */
export function parseBuild(banner: string): Kind {
  const found = /(?:Ver\s+|^)(\d+)\.(\d+)(?:\.(\d+))?/.exec(banner);
  if (found === null) {
    throw new GateError("environment", {
      what: `The server's version cannot be read from "${banner.trim()}"`,
      remedy: "Use MySQL 5.6 or later, Percona Server, or MariaDB 10.6 or later.",
    });
  }
  const [major = 0, minor = 0, patch = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const flavour = /mariadb/i.test(banner) ? "mariadb" : /percona/i.test(banner) ? "percona" : "mysql";
  return { flavour, version: [major, minor, patch] };
}

export function isMariadb({ flavour }: Pick<Kind, "flavour">): boolean {
  return flavour === "mariadb";
}

/** MySQL or Percona Server of at least this version; MariaDB's numbers mean other things. */
export function isMysqlSince(kind: Kind, ...wanted: Version): boolean {
  const [a, b] = [kind.version, wanted];
  return !isMariadb(kind) && (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) >= 0;
}

/** `null` stands for an option without a value. */
export type Options = Readonly<Record<string, string | null>>;

type Places = { data: string; tmp: string; socket: string; errorLog: string };

/** Where an arm's own things are. These win over the scenario, which may not name them. */
export function placement(kind: Kind, { data, tmp, socket, errorLog }: Places): Options {
  return {
    datadir: data,
    tmpdir: tmp,
    socket,
    pid_file: `${socket}.pid`,
    log_error: errorLog,
    // Clients come by the socket: no port to collide on, and nobody else gets in.
    skip_networking: "ON",
    // Else a start fails where the folder that was compiled in is missing.
    secure_file_priv: isMysqlSince(kind, 5, 7, 6) ? "NULL" : tmp,
    ...(isMysqlSince(kind, 8, 0, 11) && { mysqlx: "OFF" }),
  };
}

/** Settings that lower noise. A scenario that sets one of them is taken at its word. */
export function quiet(kind: Kind): Options {
  return {
    innodb_flush_log_at_trx_commit: "2",
    sync_binlog: "0",
    innodb_buffer_pool_dump_at_shutdown: "OFF",
    innodb_buffer_pool_load_at_startup: "OFF",
    innodb_stats_auto_recalc: "OFF",
    thread_cache_size: "1100",
    max_connections: "1200",
    max_prepared_stmt_count: "1000000",
    ...redoCapacity(kind, 256),
    ...(isMysqlSince(kind, 8, 0, 18) && { innodb_idle_flush_pct: "1" }),
    ...(isMysqlSince(kind, 8, 0, 0) && { skip_log_bin: null, auto_generate_certs: "OFF" }),
  };
}

/** For the time of loading: nothing of it needs to survive a power failure, and a small redo log copies fast. */
export function loading(kind: Kind): Options {
  return {
    innodb_flush_method: "nosync",
    innodb_flush_log_at_trx_commit: "0",
    ...redoCapacity(kind, isMysqlSince(kind, 8, 0, 30) ? 64 : 16),
  };
}

function redoCapacity(kind: Kind, mebibytes: number): Options {
  if (isMysqlSince(kind, 8, 0, 30)) return { innodb_redo_log_capacity: `${mebibytes}M` };
  // MySQL keeps two files of this size; MariaDB one.
  return { innodb_log_file_size: `${isMariadb(kind) ? mebibytes : mebibytes / 2}M` };
}

/** Run before the load, and after it. */
export function aroundLoad(kind: Kind): { before: string[]; after: string[] } {
  const disables = isMysqlSince(kind, 8, 0, 21);
  return {
    before: disables ? ["ALTER INSTANCE DISABLE INNODB REDO_LOG"] : [],
    after: [
      ...(disables ? ["ALTER INSTANCE ENABLE INNODB REDO_LOG"] : []),
      ...(isMysqlSince(kind, 8, 0, 30) ? ["SET GLOBAL innodb_redo_log_capacity = 8388608"] : []),
      "SET GLOBAL innodb_fast_shutdown = 0",
    ],
  };
}

/** What mysql_install_db and mariadb-install-db feed to a server; undefined where it initialises by itself. */
export function bootstrapFiles(kind: Kind): string[] | undefined {
  if (isMysqlSince(kind, 5, 7, 6)) return undefined;
  const tables = ["mysql_system_tables.sql", "mysql_system_tables_data.sql"];
  return isMariadb(kind) ? [...tables.toSpliced(1, 0, "mysql_performance_tables.sql")] : tables;
}

/** Options that shape the data directory: a server with others cannot use it, or not as asked. */
export const shaping: readonly string[] = [
  "innodb_page_size",
  "lower_case_table_names",
  "innodb_undo_tablespaces",
  "innodb_data_file_path",
  "innodb_file_per_table",
  "innodb_checksum_algorithm",
  "innodb_default_row_format",
  "innodb_file_format",
  "innodb_log_files_in_group",
  "default_storage_engine",
  "default_table_encryption",
  "character_set_server",
  "collation_server",
];
