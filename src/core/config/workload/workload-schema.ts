import * as z from "zod";
import { name } from "../notation/name.ts";
import type { SchemaComplaint } from "../yaml/schema-findings.ts";

const optionName = /^[a-z][a-z0-9_-]{0,63}$/;
const optionValue = z.union([z.string().max(1000), z.number(), z.boolean()], {
  error: "text, a number, or true or false",
});

/** Options that this tool sets itself; a workload that set them too would fight it. */
const owned = [
  "config-file",
  "db-driver",
  "debug",
  "events",
  "forced-shutdown-time",
  "mysql-compression-algorithms",
  "mysql-db",
  "mysql-debug",
  "mysql-dry-run",
  "mysql-host",
  "mysql-ignore-errors",
  "mysql-password",
  "mysql-port",
  "mysql-socket",
  "mysql-ssl",
  "mysql-ssl-ca",
  "mysql-ssl-cert",
  "mysql-ssl-key",
  "mysql-user",
  "num-threads",
  "max-requests",
  "max-time",
  "percentile",
  "histogram",
  "rand-seed",
  "report-checkpoints",
  "report-interval",
  "table-size",
  "table_size",
  "tables",
  "thread-init-timeout",
  "threads",
  "time",
  "verbosity",
  "warmup-time",
];
const ownedNames = new Set(owned.map(spelling));

const fields = {
  description: z.string().max(500).optional(),
  script: z
    .string()
    .min(1)
    .meta({ description: "One of sysbench's own scripts by name, or the path of a Lua file" }),
  options: z
    .record(z.string(), optionValue)
    .prefault({})
    .superRefine((options, context) => {
      for (const key of Object.keys(options)) {
        const complaint = complaintOf(key);
        if (complaint === undefined) continue;
        context.issues.push({ code: "custom", input: options[key], path: [key], params: { complaint } });
      }
    })
    .meta({ description: "The script's options, as sysbench names them, without the leading --" }),
  writes: z.boolean().prefault(true).meta({
    description:
      "Whether it changes data; it then comes after those that do not, and the next round gets a fresh copy",
  }),
};

function complaintOf(key: string): SchemaComplaint | undefined {
  if (!optionName.test(key)) {
    return {
      what: `\`${key}\` is not the name of a sysbench option`,
      remedy: "Write it without the leading `--`.",
    };
  }
  if (!ownedNames.has(spelling(key))) return undefined;
  return {
    what: `A workload cannot set \`${key}\``,
    why: "The gate sets it itself.",
    remedy: "Remove the option.",
  };
}

function spelling(option: string): string {
  return option.replaceAll("-", "_");
}

/** A workload's own file, as the built-in ones have. */
export const workloadSchema = z.strictObject({ name, ...fields }).meta({
  title: "mysql-perf-gate workload",
  description: "A named load: a sysbench script and its options",
});

/** In a gate file's list: the name defaults to the script's. */
export const workloadEntrySchema = z.strictObject({ name: name.optional(), ...fields });

export type WorkloadFile = z.output<typeof workloadSchema>;
export type WorkloadEntry = z.output<typeof workloadEntrySchema>;
