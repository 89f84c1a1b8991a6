import { type ErrorKind, GateError } from "../../core/error.ts";
import { describeExit, type Exit } from "../process.ts";
import type { Output } from "./output.ts";

/** How a sysbench came to its end before it should, or without a report. */
export type Ending = { exit: Exit; output: Output; stderr: string };

/** Why there is no report, or none yet: the server's error first, as the others follow from it. */
export function failureOf({ exit, output, stderr }: Ending): GateError {
  const first = output.fatal.find(({ text }) => codeOf(text) !== undefined) ?? output.fatal[0];
  const said = first?.text ?? stderr.trim();
  const cause = byServerError(said) ?? byWords(said) ?? byExit(exit, output);
  return new GateError(cause.kind ?? "environment", {
    what: cause.what,
    ...(said !== "" && { why: `sysbench said: ${said}${times(first?.times ?? 1)}` }),
    remedy: cause.remedy,
  });
}

type Cause = { kind?: ErrorKind; what: string; remedy: string };

const seeServerLog = "See the end of the server's error log, which is among the run's logs.";

const serverErrors: { codes: number[]; cause: Cause }[] = [
  {
    codes: [1040, 1203, 1226],
    cause: {
      what: "The server has no connections left for sysbench",
      remedy: "Raise max_connections (and max_user_connections), or ask for fewer threads.",
    },
  },
  {
    codes: [1461],
    cause: {
      what: "The server's limit of prepared statements is too low for this workload",
      remedy: "Raise max_prepared_stmt_count, or ask for fewer threads or tables.",
    },
  },
  {
    codes: [1044, 1045, 1698],
    cause: {
      what: "The server refused sysbench's user",
      remedy: "Check the user, its password, and its rights on the database.",
    },
  },
  {
    codes: [1251, 2059],
    cause: {
      what: "sysbench's client library does not know the user's authentication plugin",
      remedy:
        "Create the user with caching_sha2_password, or use a sysbench built with a newer client library.",
    },
  },
  {
    codes: [2026],
    cause: {
      what: "sysbench and the server could not agree on TLS",
      remedy: "Connect through the socket, or allow unencrypted connections for the benchmark's user.",
    },
  },
  {
    codes: [1049, 1146, 1054],
    cause: {
      what: "The tables that the workload needs are missing or have another form",
      remedy: "Load the data again; check `tables`, and that the workload's script fits them.",
    },
  },
  {
    codes: [1290, 1792, 1836],
    cause: {
      what: "The server does not allow the workload's writes",
      remedy: "Remove read_only or super_read_only from the scenario, or measure reads alone.",
    },
  },
  {
    codes: [1021, 1114],
    cause: {
      what: "The server has no space left for the workload's writes",
      remedy: "Free disk space, or load less.",
    },
  },
  { codes: [2002, 2003, 2005], cause: { what: "sysbench could not reach the server", remedy: seeServerLog } },
  {
    codes: [1053, 1077, 1317, 1927, 2006, 2013, 2055, 4031],
    cause: { what: "sysbench lost its connection to the server", remedy: seeServerLog },
  },
];

/** `error 2013 (…)`, `error: 1146 "…"` and `errno = 2006, …` are all sysbench's. */
function codeOf(text: string): number | undefined {
  const code = /\b(?:error:?|errno =) (\d{4})\b/.exec(text)?.[1];
  return code === undefined ? undefined : Number(code);
}

function byServerError(said: string): Cause | undefined {
  const code = codeOf(said);
  if (code === undefined) return undefined;
  const known = serverErrors.find(({ codes }) => codes.includes(code));
  return known?.cause ?? { what: `sysbench gave up on the server's error ${code}`, remedy: seeServerLog };
}

function byWords(said: string): Cause | undefined {
  if (said.includes("failed to initialize within")) {
    return { what: "sysbench's threads were not all connected in time", remedy: "Ask for fewer threads." };
  }
  if (/^invalid option|^Invalid value/m.test(said)) {
    const remedy = "Correct the workload's options; `sysbench SCRIPT help` lists those that it knows.";
    return { kind: "input", what: "sysbench does not know one of the workload's options", remedy };
  }
  if (/function failed: |\.lua:\d+: /.test(said)) {
    const remedy = "Correct the script; `sysbench SCRIPT run` shows the error by itself.";
    return { kind: "input", what: "The workload's Lua script failed", remedy };
  }
  return undefined;
}

function byExit(exit: Exit, { started, report }: Output): Cause {
  if (exit.signal === "SIGSEGV" || exit.signal === "SIGBUS" || exit.signal === "SIGABRT") {
    const remedy = "Run it again; if it happens each time, try another build of sysbench.";
    return { what: `sysbench crashed (${exit.signal})`, remedy };
  }
  if (exit.signal === "SIGKILL") {
    const remedy = "Look for the kernel's out-of-memory killer in `dmesg`; ask for fewer threads.";
    return { what: "sysbench was killed from outside", remedy };
  }
  if (exit.code === 0 && report !== undefined) {
    const remedy =
      "See its log. A script's event() ends its thread by returning a value; a load lives an hour at most.";
    return { what: "sysbench ended before it was asked to, in good order", remedy };
  }
  const when = started ? "without its final report" : "before its threads were at work";
  return {
    what: `sysbench ended ${when}, with ${describeExit(exit)}`,
    remedy: "Run it again, and see its log.",
  };
}

function times(count: number): string {
  return count > 1 ? ` (${count} times)` : "";
}
