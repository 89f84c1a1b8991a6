import * as z from "zod";
import { name } from "../notation/name.ts";
import { serverSpec } from "../notation/server-spec.ts";
import { scenarioTolerances } from "../notation/tolerance.ts";

const scalarOrList = "text, a number, ON or OFF (a whole number beyond 2^53 in quotes), or a list of these";

// A number beyond 2^53 would reach the server rounded.
const scalar = z.union(
  [
    z.string(),
    z
      .number()
      .refine((n) => !Number.isInteger(n) || Number.isSafeInteger(n), "a whole number beyond 2^53 in quotes"),
    z.boolean(),
    z.null(),
  ],
  { error: scalarOrList },
);

export const scenarioSchema = z
  .strictObject({
    name: name.meta({ description: "What reports call it" }),
    description: z.string().max(500).optional(),
    extends: z.string().min(1).optional().meta({
      description: "A built-in scenario's name, or the path of a scenario file, that this one adds to",
    }),
    server: serverSpec.optional().meta({ description: "Only where it differs from the gate's server" }),
    "my-cnf": z
      .string()
      .min(1)
      .optional()
      .meta({ description: "Path of a my.cnf whose options come before `options`" }),
    options: z
      .record(z.string().min(1), z.union([scalar, z.array(scalar).min(1)], { error: scalarOrList }))
      .prefault({})
      .meta({ description: "my.cnf names and their values; empty: given without a value" }),
    "setup-sql": z
      .array(z.string().min(1).max(10_000))
      .prefault([])
      .meta({ description: "One statement each, run after the server's start" }),
    tolerances: scenarioTolerances.prefault([]),
  })
  .meta({ title: "mysql-perf-gate scenario", description: "A named server configuration" });

export type ScenarioFile = z.output<typeof scenarioSchema>;
