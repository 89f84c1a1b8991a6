import type { Complaint } from "../error.ts";
import type { GeneratorFacts, LoadScript, ScriptFacts } from "./facts.ts";
import { statementsOf } from "./statements.ts";

/** All that is known before a load starts. */
export type Preflight = {
  load: {
    workload: LoadScript;
    threads: number;
    data: { tables: number; rows: number };
    /** Where the load goes to a socket, its path. */
    socket: string | undefined;
  };
  generator: GeneratorFacts;
  script: ScriptFacts;
  server: {
    /** Its global variables. */
    variables: Readonly<Record<string, string>>;
    /** Rows of sbtest1, sbtest2, …; undefined where the table is missing. */
    rows: readonly (number | undefined)[];
  };
};

/** All that would make the load fail or measure something else; each check stands alone. */
export function preflightProblems(preflight: Preflight): Complaint[] {
  return checks.flatMap((check) => check(preflight));
}

type Check = (preflight: Preflight) => Complaint[];

const version: Check = ({ generator }) => {
  const [major = 0] = generator.version.split(".").map(Number);
  if (major >= 1) return [];
  return [
    {
      what: `sysbench ${generator.version} is too old`,
      why: "Before 1.0, its scripts and reports were others.",
      remedy: "Install sysbench 1.0 or later, or let `mysql-perf-gate provision` get it.",
    },
  ];
};

const driver: Check = ({ generator }) => {
  if (generator.drivers.includes("mysql")) return [];
  return [
    {
      what: "This sysbench was built without its MySQL driver",
      why: `It has: ${generator.drivers.join(", ") || "none"}.`,
      remedy: "Use your distribution's sysbench, or let `mysql-perf-gate provision` get it.",
    },
  ];
};

const script: Check = ({ load, script }) => {
  if (!("refused" in script)) return [];
  return [
    {
      what: `sysbench cannot load ${load.workload.script}, the script of ${load.workload.name}`,
      why: script.refused,
      remedy: "Correct its path or the script; stock scripts come with the sysbench package.",
    },
  ];
};

const options: Check = ({ load, generator, script }) => {
  if ("refused" in script || script.options === undefined) return [];
  const known = new Set([...generator.options, ...script.options].map(dashed));
  return Object.keys(load.workload.options)
    .filter((name) => !known.has(dashed(name)))
    .map((name) => ({
      what: `${load.workload.name} sets \`${name}\`, which neither sysbench nor ${load.workload.script} knows`,
      why: `The script knows ${script.options?.join(", ")}.`,
      remedy: "Correct the option's name in the workload.",
    }));
};

const preparedStatements: Check = ({ load, server }) => {
  const each = statementsOf(load.workload)?.prepared(load.data.tables);
  const limit = numberOf(server.variables.max_prepared_stmt_count);
  if (each === undefined || limit === undefined || each * load.threads <= limit) return [];
  return [
    {
      what: `${load.workload.name} prepares up to ${each * load.threads} statements, and the server allows ${limit}`,
      why: `${load.threads} threads prepare ${each} each for ${load.data.tables} tables (max_prepared_stmt_count).`,
      remedy: `Set max_prepared_stmt_count to at least ${each * load.threads}, or ask for fewer threads or tables.`,
    },
  ];
};

/** For the tool's own connections: the counters', and one to look when something is wrong. */
const spareConnections = 2;

const connections: Check = ({ load, server }) => {
  const needed = load.threads + spareConnections;
  const limit = numberOf(server.variables.max_connections);
  if (limit === undefined || needed <= limit) return [];
  const files = server.variables.open_files_limit;
  return [
    {
      what: `${load.threads} threads need ${needed} connections, and the server allows ${limit}`,
      ...(files !== undefined && {
        why: `A server lowers max_connections by itself when its open_files_limit (${files}) is too low.`,
      }),
      remedy: `Set max_connections to at least ${needed}, or ask for fewer threads.`,
    },
  ];
};

/** Beside its connections: its libraries, scripts, standard streams. */
const spareFiles = 32;

const openFiles: Check = ({ load, generator }) => {
  const needed = load.threads + spareFiles;
  if (needed <= generator.openFiles) return [];
  return [
    {
      what: `${load.threads} threads need ${needed} open files, and this machine allows ${generator.openFiles}`,
      remedy: `Raise the limit (ulimit -n ${needed}), or ask for fewer threads.`,
    },
  ];
};

/** sockaddr_un has 108 bytes, the last of them zero. */
const longestSocketPath = 107;

const socketPath: Check = ({ load }) => {
  const length = new TextEncoder().encode(load.socket ?? "").length;
  if (length <= longestSocketPath) return [];
  return [
    {
      what: `The socket's path is ${length} bytes long, and the kernel allows ${longestSocketPath}`,
      why: `It is ${load.socket}.`,
      remedy: "Set MYSQL_PERF_GATE_CACHE to a folder with a shorter path.",
    },
  ];
};

const rows: Check = ({ load, server }) => {
  const tables = Array.from({ length: load.data.tables }, (_, index) => server.rows[index]);
  return tables.flatMap((found, index) => {
    if (found !== undefined && found >= load.data.rows) return [];
    const name = `sbtest${index + 1}`;
    return [
      {
        what:
          found === undefined
            ? `The table ${name} is missing`
            : `The table ${name} has ${found} rows instead of ${load.data.rows}`,
        why: "sysbench would ask for rows that are not there, without an error.",
        remedy: "Load the data again, or start the server from a fresh copy of it.",
      },
    ];
  });
};

const checks: Check[] = [
  version,
  driver,
  script,
  options,
  preparedStatements,
  connections,
  openFiles,
  socketPath,
  rows,
];

function dashed(name: string): string {
  return name.replaceAll("_", "-");
}

function numberOf(text: string | undefined): number | undefined {
  return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
}
