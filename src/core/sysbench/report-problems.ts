import type { Complaint } from "../error.ts";
import type { LoadScript } from "./facts.ts";
import type { LoadReport } from "./load-report.ts";
import { statementsOf } from "./statements.ts";

/** Of the events, how many may have been begun again before a comparison is of something else. */
const tolerableErrors = 0.01;
/** A share of statements that ignored errors and cut-off events do not explain. */
const tolerableDeviation = 0.02;

/** What is doubtful about a run that ended well. */
export function reportProblems(workload: LoadScript, report: LoadReport): Complaint[] {
  if (report.events === 0) return [noEvents(workload.name)];
  return [errors(report), writes(workload, report), reconnects(report)].filter(
    (problem) => problem !== undefined,
  );
}

function noEvents(name: string): Complaint {
  return {
    what: `Not one event of ${name} took place`,
    remedy: "See sysbench's log; the script's event() may end its thread by returning a value.",
  };
}

/** sysbench counts as a write what changed a row: an update that changes none is "other", and no error. */
function writes(workload: LoadScript, report: LoadReport): Complaint | undefined {
  const wanted = statementsOf(workload)?.perEvent.write ?? 0;
  const seen = report.statements.write / report.events;
  if (wanted === 0 || seen >= wanted * (1 - tolerableDeviation)) return undefined;
  return {
    what: `${workload.name} changed ${seen.toFixed(2)} rows in an event instead of ${wanted}`,
    why: "Its other writes found no row: the tables hold fewer rows than the load was told.",
    remedy:
      "Load the data again with the rows that the gate asks for; do not run deletes before other writes.",
  };
}

function errors({ events, ignoredErrors }: LoadReport): Complaint | undefined {
  if (ignoredErrors <= events * tolerableErrors) return undefined;
  return {
    what: `${ignoredErrors} of ${events + ignoredErrors} events ended in a deadlock or a lock wait that ran out`,
    why: "They were begun again, so that part of the work is not counted.",
    remedy: "Use more rows or tables, or fewer threads.",
  };
}

function reconnects({ reconnects }: LoadReport): Complaint | undefined {
  if (reconnects === 0) return undefined;
  return {
    what: `sysbench had to connect again ${reconnects} times`,
    why: "The time for that is part of the measurement.",
    remedy: "See the server's error log for why it closed connections.",
  };
}
