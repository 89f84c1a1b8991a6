/** Options with which a measurement would fail or tell nothing. `harmless`: the meanings that change nothing. */
type Refused = { reason: string; names: string[]; harmless: string[] };

const off = ["OFF", "0"];

const refused: Refused[] = [
  {
    reason: "A server that writes nothing answers the load with errors, or does less work than it should.",
    names: [
      "innodb_read_only",
      "innodb_read_only_compressed",
      "offline_mode",
      "read_only",
      "super_read_only",
      "transaction_read_only",
    ],
    harmless: off,
  },
  {
    reason:
      "This is for rescuing damaged data; it switches off parts of the server whose cost the gate measures.",
    names: ["innodb_force_load_corrupted", "innodb_force_recovery", "tc_heuristic_recover"],
    harmless: off,
  },
  {
    reason: "Without accounts the server answers anybody, and not in the way that it does in production.",
    names: ["skip_grant_tables"],
    harmless: off,
  },
  {
    reason:
      "SQL at the start can change everything that the gate has set up; use `setup-sql`, which is checked.",
    names: ["init_file"],
    harmless: [],
  },
  {
    reason: "A plugin is a program that the gate's server does not have, and that it would run.",
    names: ["early_plugin_load", "plugin_load", "plugin_load_add", "wsrep_provider"],
    harmless: [],
  },
  {
    reason: "It sizes the server by the whole machine, which two servers share here.",
    names: ["innodb_dedicated_server"],
    harmless: off,
  },
  {
    reason: "The tables of the load are InnoDB's.",
    names: ["innodb"],
    harmless: ["ON", "FORCE", "FORCE_PLUS_PERMANENT"],
  },
  {
    reason: "The tables of the load are InnoDB's.",
    names: ["ignore_builtin_innodb", "skip_innodb"],
    harmless: off,
  },
  {
    reason: "It makes the program do something other than serve.",
    names: [
      "bootstrap",
      "debug",
      "debug_gdb",
      "exit_info",
      "flashback",
      "gdb",
      "help",
      "initialize",
      "initialize_insecure",
      "validate_config",
      "verbose",
      "version",
      "wsrep_recover",
    ],
    harmless: off,
  },
];

const rules = new Map(refused.flatMap((rule) => rule.names.map((name) => [name, rule] as const)));

/** Why no server of the gate may run with this; undefined when it may. `meaning`: the canonical value. */
export function refusedBecause(name: string, meaning: string | null): string | undefined {
  const rule =
    rules.get(name) ?? (name.startsWith("keyring_migration_") ? rules.get("initialize") : undefined);
  if (rule === undefined || (meaning !== null && rule.harmless.includes(meaning))) return undefined;
  return rule.reason;
}
