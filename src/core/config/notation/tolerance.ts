import * as z from "zod";
import { type Notation, written } from "./notation.ts";
import { parsePercentage, printPercentage } from "./percentage.ts";

/** The largest acceptable loss as a fraction; `off`: this comparison is not made. */
export type Tolerance = number | "off";

const notation: Notation<Tolerance> = {
  expected: "a percentage above 0 and below 100 such as `5%`, or `off`",
  pattern: /^(?:off|\d{1,2}(?:\.\d{1,6})?%)$/,
  examples: ["5%", "0.5%", "off"],
  parse(text) {
    if (text === "off") return text;
    const fraction = parsePercentage(text);
    // A tolerance of nothing could never be shown to hold, and one of everything never be exceeded.
    return fraction !== undefined && fraction > 0 && fraction < 1 ? fraction : undefined;
  },
  print: (tolerance) => (tolerance === "off" ? tolerance : printPercentage(tolerance)),
};

export const tolerance = written(notation);

/** The three comparisons; what each holds a cell against is in docs/method.md. */
export const comparisons = ["base", "reference", "baseline"] as const;
export type Comparison = (typeof comparisons)[number];

const perComparison = {
  base: tolerance.optional(),
  reference: tolerance.optional(),
  baseline: tolerance.optional(),
};

const cells = {
  workload: z.string().optional().meta({ description: "Only cells of this workload" }),
  threads: z.int().min(1).optional().meta({ description: "Only cells with this number of threads" }),
};

const givesOne = (entry: { [K in Comparison]?: unknown }): boolean =>
  comparisons.some((comparison) => entry[comparison] !== undefined);
const noneGiven = "at least one of `base`, `reference`, `baseline` in each entry";

/** Of a scenario file: tolerances for that scenario wherever it is used. */
export const scenarioTolerances = z.array(
  z.strictObject({ ...cells, ...perComparison }).refine(givesOne, noneGiven),
);

export type ScenarioTolerance = z.output<typeof scenarioTolerances>[number];

/** Of a gate file: the last entry that fits a cell counts. */
export const gateTolerances = z.array(
  z
    .strictObject({
      scenario: z.string().optional().meta({ description: "Only cells of this scenario" }),
      ...cells,
      ...perComparison,
    })
    .refine(givesOne, noneGiven),
);
