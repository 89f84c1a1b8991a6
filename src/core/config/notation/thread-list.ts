import * as z from "zod";

const maxThreads = 4096;
const maxLevels = 64;
const expected = "one or more numbers of threads such as `8`, `1,8,32` or `1..1024` (powers of two)";

/** `8`, `1,8,32`, or `1..1024`: the powers of two from 1 to 1024. */
export function parseThreads(text: string): number[] | undefined {
  const levels: number[] = [];
  for (const part of text.split(",", maxLevels + 1)) {
    const found = /^\s*(\d{1,4})(?:\.\.(\d{1,4}))?\s*$/.exec(part);
    if (found === null) return undefined;
    const from = Number(found[1]);
    const to = found[2] === undefined ? from : Number(found[2]);
    if (from < 1 || to < from) return undefined;
    for (let level = from; level <= to; level *= 2) levels.push(level);
    // `1..1000` would silently end at 512.
    if (to !== from && levels.at(-1) !== to) return undefined;
  }
  return accepted(levels) ? levels : undefined;
}

function accepted(levels: number[]): boolean {
  const distinct = new Set(levels).size === levels.length;
  return levels.length > 0 && levels.length <= maxLevels && distinct && levels.every((n) => n <= maxThreads);
}

export function printThreads(levels: number[]): string {
  return levels.join(",");
}

const level = z.int().min(1).max(maxThreads);
const levels = z
  .string()
  .meta({ pattern: "^\\s*\\d{1,4}(\\.\\.\\d{1,4})?\\s*(,\\s*\\d{1,4}(\\.\\.\\d{1,4})?\\s*)*$" });
const written = z
  .union([level, levels, z.array(z.union([level, levels])).min(1)], { error: expected })
  .meta({ examples: [8, "1,8,32", "1..1024", [1, 8, 32]] });

/** In YAML also a plain number or a list of the above. */
export const threadList = z.codec(written, z.custom<number[]>(), {
  decode: (input, context) => {
    const levels = parseThreads([input].flat().join(","));
    if (levels !== undefined) return levels;
    context.issues.push({ code: "custom", input, message: `${expected}, each once` });
    return z.NEVER;
  },
  encode: printThreads,
});
