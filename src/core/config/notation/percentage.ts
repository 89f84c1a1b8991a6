import { type Notation, written } from "./notation.ts";

const pattern = /^(?:\d{1,3}(?:\.\d{1,6})?)%$/;

/** A fraction of one, written `5%` or `0.5%`. */
const notation: Notation<number> = {
  expected: "a percentage from 0 to 100 such as `5%` or `0.5%`",
  pattern,
  examples: ["5%", "0.5%"],
  parse(text) {
    if (!pattern.test(text)) return undefined;
    const percent = Number(text.slice(0, -1));
    return percent <= 100 ? percent / 100 : undefined;
  },
  // Rounded, because 0.07 * 100 is 7.000000000000001.
  print: (fraction) => `${Number((fraction * 100).toFixed(6))}%`,
};

export const parsePercentage = notation.parse;
export const printPercentage = notation.print;
export const percentage = written(notation);
