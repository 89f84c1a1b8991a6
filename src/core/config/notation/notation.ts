import * as z from "zod";

/** How a value is written in a file: read once at the edge, and printed back the same way. */
export type Notation<T> = {
  /** For messages, after "expected": "a duration such as `90s`". */
  expected: string;
  parse(text: string): T | undefined;
  print(value: T): string;
  /** The same language as `parse` as far as a regular expression can say it, for editors. */
  pattern: RegExp;
  examples: string[];
};

/** The zod codec of a notation. Its one issue says what was expected; the finding adds what was found. */
export function written<T>(notation: Notation<T>) {
  const text = z.string().meta({ pattern: notation.pattern.source, examples: notation.examples });
  return z.codec(text, z.custom<T>(), {
    decode: (input, context) => {
      const value = notation.parse(input);
      if (value !== undefined) return value;
      context.issues.push({ code: "custom", input, message: notation.expected });
      return z.NEVER;
    },
    encode: notation.print,
  });
}
