import { type Complaint, GateError } from "../../core/error.ts";
import { describeExit, lastLines } from "../process.ts";
import { errorLines } from "./error-log.ts";
import type { Ending } from "./launcher.ts";

/** What a server's own words mean for the reader. `input` is mended in the configuration, the rest on the machine. */
type Known = { says: RegExp; kind?: "input"; what: (found: RegExpExecArray) => string; remedy: string };

const fullDisk =
  /No space left on device|errno: 28\b|error(?: number)? 28\b|Disk is full|disk full|OS error 28\b/i;

const known: Known[] = [
  {
    says: /unknown (?:variable|option) '(?:--)?([^'=]+)/i,
    kind: "input",
    what: ([, name]) => `The server does not know the option ${name}`,
    remedy: "Correct its name, or write it as `loose_…` if only some of your servers know it.",
  },
  {
    says: /(?:used for variable|Error while setting value '[^']*' to) '([\w-]+)'/i,
    kind: "input",
    what: ([, name]) => `The server does not accept the value of ${name}`,
    remedy: "Correct the value; sizes are written as a number with K, M, G or T.",
  },
  {
    says: /option '-*([\w-]+)' requires an argument/i,
    kind: "input",
    what: ([, name]) => `The server wants a value for ${name}`,
    remedy: "Write `name=value`.",
  },
  {
    says: /Address already in use|Do you already have another mysqld server running on port/i,
    what: () => "The server's port is taken",
    remedy:
      "Stop the server that listens on it, or let this tool use its sockets alone (leave `skip_networking` on).",
  },
  {
    says: /Another process with pid (\d+) is using unix socket file|unix socket .*already in use/i,
    what: () => "The server's socket is taken by another server",
    remedy: "Stop that server, or remove the run's folder if it was left behind.",
  },
  {
    says: /The socket file path is too long|Socket path .* too long/i,
    what: () => "The path of the server's socket is too long",
    remedy: "Set MYSQL_PERF_GATE_CACHE to a shorter folder: a socket's path has at most 107 characters.",
  },
  {
    says: fullDisk,
    what: () => "The disk is full",
    remedy: "Free some space, or set MYSQL_PERF_GATE_CACHE to a folder on a larger disk.",
  },
  {
    says: /Unable to lock \S*ibdata1|another mysqld process|Can't lock aria control file|lock the data directory/i,
    what: () => "Another server is using the data directory",
    remedy: "End the server that was left behind (`mysql-perf-gate doctor` shows it) and run again.",
  },
  {
    says: /Please read "Security" section of the manual to find out how to run mysqld as root/i,
    what: () => "The server refuses to run as root",
    remedy: "Run as another user.",
  },
  {
    says: /Permission denied|must be writable|errno: 13\b|error(?: number)? 13\b|OS errno 13/i,
    what: () => "The server may not read or write its data directory",
    remedy:
      "Check the folder's owner and mode. If they are right, AppArmor confines the system's mysqld: `sudo aa-complain mysqld`, or use a provisioned one.",
  },
  {
    says: /Cannot allocate memory|Out of memory|bad_alloc|errno: 12\b/i,
    what: () => "The server cannot get the memory that its options ask for",
    remedy: "Lower innodb_buffer_pool_size (both arms run at the same time), or use a larger machine.",
  },
  {
    says: /io_setup\(\) failed|aio-max-nr|Linux Native AIO/i,
    what: () => "The kernel's limit of asynchronous I/O requests is reached",
    remedy: "Raise it: `sudo sysctl fs.aio-max-nr=1048576`.",
  },
  {
    says: /Too many open files|errno: 24\b/i,
    what: () => "The limit of open files is reached",
    remedy: "Raise it in the shell that starts this tool: `ulimit -n 65536`.",
  },
  {
    says: /data directory .*(?:unusable|has files in it)|Can't change dir to|Failed to find valid data directory|Table 'mysql\.\w+' doesn't exist|ibdata1.*(?:corrupt|different size)/i,
    what: () => "The data directory cannot be used",
    remedy: "Run again: the snapshot is checked, and rebuilt where it is damaged.",
  },
];

export function saysDiskIsFull(log: string): boolean {
  return fullDisk.test(log);
}

/** Why a server ended or never became ready, from how it ended and what it last said. */
export function diagnose(happened: string, log: string, ending?: Ending): GateError {
  if (ending?.outOfMemory === true) {
    return new GateError("environment", {
      what: `${happened}: the kernel killed it because memory ran out`,
      ...because(log),
      remedy: "Lower innodb_buffer_pool_size (both arms run at the same time), or use a larger machine.",
    });
  }
  if (ending?.code === 0) {
    return new GateError("environment", {
      what: `${happened}: it ended in order, as a server does that is told to stop`,
      ...because(log),
      remedy:
        "Look for what stops servers or containers on this machine: another job's clean-up, `docker stop`, a person.",
    });
  }
  const lines = errorLines(log).join("\n");
  for (const { says, kind, what, remedy } of known) {
    const found = says.exec(lines);
    if (found !== null) {
      return new GateError(kind ?? "environment", {
        what: `${happened}: ${lowered(what(found))}`,
        ...because(log),
        remedy,
      });
    }
  }
  const how = ending === undefined ? "" : ` (${describeExit(ending)})`;
  return new GateError("environment", {
    what: `${happened}${how}`,
    ...because(log),
    remedy:
      "Mend what the server's own lines above name; `mysql-perf-gate doctor` shows the machine's limits.",
  });
}

function because(log: string): Pick<Complaint, "why"> {
  const errors = errorLines(log);
  const text = errors.length > 0 ? errors.slice(-5).join("\n") : lastLines(log, 5);
  return text.trim() === "" ? {} : { why: text };
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
