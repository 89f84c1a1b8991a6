import * as z from "zod";
import { GateError } from "../error.ts";
import { resultSchema } from "../result.ts";
import { didYouMean } from "./did-you-mean.ts";
import { gateSchema } from "./gate/gate-schema.ts";
import { scenarioSchema } from "./scenario/scenario-schema.ts";
import { workloadSchema } from "./workload/workload-schema.ts";

const schemas = {
  gate: gateSchema,
  scenario: scenarioSchema,
  workload: workloadSchema,
  result: resultSchema,
};

/** A file format as JSON Schema 2020-12: what may be written in the file, so before defaults and notations. */
export function jsonSchema(name: string): Record<string, unknown> {
  const known = Object.keys(schemas);
  if (!isKnown(name)) {
    const suggestion = didYouMean(name, known);
    throw new GateError("input", {
      what: `There is no schema \`${name}\``,
      why: `The schemas are ${known.join(", ")}.`,
      remedy: suggestion === undefined ? "Name one of these." : `Did you mean \`${suggestion}\`?`,
    });
  }
  return z.toJSONSchema(schemas[name], { io: "input" });
}

function isKnown(name: string): name is keyof typeof schemas {
  return Object.hasOwn(schemas, name);
}
