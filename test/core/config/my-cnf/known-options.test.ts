import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { z } from "zod";

const option = z.strictObject({
  kind: z.enum(["boolean", "integer", "decimal", "string", "enumeration", "set", "switches", "flag"]),
  required: z.literal(true).or(z.literal(false)).optional(),
  range: z
    .string()
    .regex(/^-?[\d.e+]+\.\.[\d.e+]+$/)
    .optional(),
  values: z.array(z.string()).min(2).optional(),
  from: z.string().optional(),
  before: z.string().optional(),
});

const folder = "src/core/config/my-cnf/known";

describe("the lists of known options", () => {
  it.each(readdirSync(folder))("%s is of the form that the reader expects", (file) => {
    const { options } = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    const form = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), option);
    expect(form.safeParse(options).error).toBeUndefined();
  });

  it.each(readdirSync(folder))("%s has values where the kind has names", (file) => {
    const { options } = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    const wrong = Object.entries<z.infer<typeof option>>(options).filter(
      ([, { kind, values }]) => ["enumeration", "set", "switches"].includes(kind) !== (values !== undefined),
    );
    expect(wrong).toEqual([]);
  });
});
