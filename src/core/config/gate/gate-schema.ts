import * as z from "zod";
import { duration } from "../notation/duration.ts";
import { percentage } from "../notation/percentage.ts";
import { serverSpec } from "../notation/server-spec.ts";
import { threadList } from "../notation/thread-list.ts";
import { gateTolerances, tolerance } from "../notation/tolerance.ts";
import { workloadEntrySchema } from "../workload/workload-schema.ts";

const path = z.string().min(1);

const rise = percentage.refine((share) => share > 0, "a percentage above 0 such as `20%`").optional();

/** The gate file. Every key has its default here and nowhere else. */
export const gateSchema = z
  .strictObject({
    server: serverSpec.prefault("auto").meta({ description: "Where the servers come from" }),
    reference: z
      .string()
      .min(1)
      .prefault("pfsoff")
      .meta({ description: "The scenario that the others are measured against in the same run" }),
    scenarios: z.array(z.string().min(1)).min(1).optional().meta({
      description: "Built-in scenarios by name, own ones by path; without it: `default`, or `my-cnf` alone",
    }),
    "my-cnf": path.optional().meta({ description: "Makes the scenario `my-cnf` out of this file" }),
    workloads: z
      .array(
        z.union([z.string().min(1), workloadEntrySchema], {
          error: "a workload's name or {script, options}",
        }),
      )
      .min(1)
      .prefault(["oltp_read_only", "oltp_read_write", "oltp_write_only"])
      .meta({ description: "Built-in workloads by name, own ones written out as in docs/workload-file.md" }),
    threads: threadList
      .prefault(8)
      .meta({ description: "Client threads of each workload; a list is a sweep" }),
    data: z
      .strictObject({
        tables: z.int().min(1).max(1000).prefault(4),
        rows: z.int().min(100).max(100_000_000).prefault(50_000).meta({ description: "Rows of each table" }),
      })
      .prefault({})
      .meta({ description: "What the tables hold" }),
    gate: z
      .strictObject({
        base: tolerance
          .prefault("5%")
          .meta({ description: "Against the same scenario at the base ref, in the same run" }),
        reference: tolerance
          .prefault("off")
          .meta({ description: "Against the reference, in the same run: a ceiling on cost" }),
        baseline: tolerance
          .prefault("5%")
          .meta({ description: "Against what the branch's accepted runs have stored" }),
      })
      .prefault({})
      .meta({ description: "The three comparisons and what each tolerates" }),
    tolerances: gateTolerances
      .prefault([])
      .meta({ description: "Other tolerances for some cells; the last entry that fits a cell counts" }),
    metrics: z
      .strictObject({
        p95: rise.meta({ description: "Of the 95th percentile of latency" }),
        "cpu-per-query": rise.meta({ description: "Of the server's CPU time for a query" }),
        memory: rise.meta({ description: "Of the server's resident memory" }),
      })
      .prefault({})
      .meta({ description: "The largest acceptable rise of other metrics than QPS, in every cell" }),
    "false-alarms": percentage
      .refine((rate) => rate > 0 && rate <= 0.5, "a percentage above 0 and up to 50 such as `1%`")
      .prefault("1%")
      .meta({ description: "How often the whole suite may fail although every cell holds its tolerance" }),
    budget: duration
      .refine((seconds) => seconds >= 10, "a duration of at least `10s`")
      .prefault("10m")
      .meta({ description: "Time for measuring; what is undecided by then is inconclusive" }),
    method: z
      .enum(["auto", "duet", "interleaved"])
      .prefault("auto")
      .meta({ description: "Both arms at once on swapped CPUs, or in turn; `auto`: a duet where it can be" }),
    "fail-on": z
      .enum(["regression", "inconclusive", "never"])
      .prefault("regression")
      .meta({ description: "Which verdict ends the run with a failure" }),
  })
  .meta({ title: "mysql-perf-gate gate file", description: "What to measure and what is held against what" });

export type GateFile = z.output<typeof gateSchema>;
