import { type Notation, written } from "./notation.ts";

const pattern = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6})s)?$/;

/** Whole seconds, written `90s`, `10m`, `1h30m`. */
const notation: Notation<number> = {
  expected: "a duration such as `90s`, `10m` or `1h30m`",
  pattern: /^(?=\d)(?:\d{1,4}h)?(?:\d{1,5}m)?(?:\d{1,6}s)?$/,
  examples: ["90s", "10m", "1h30m"],
  parse(text) {
    const found = pattern.exec(text);
    if (found === null || text === "") return undefined;
    const [hours = "0", minutes = "0", seconds = "0"] = found.slice(1);
    return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  },
  print(total) {
    const hours = Math.floor(total / 3600);
    const minutes = Math.floor((total % 3600) / 60);
    const seconds = total % 60;
    const parts = [
      hours > 0 ? `${hours}h` : "",
      minutes > 0 ? `${minutes}m` : "",
      seconds > 0 ? `${seconds}s` : "",
    ];
    return parts.join("") || "0s";
  },
};

export const parseDuration = notation.parse;
export const printDuration = notation.print;
export const duration = written(notation);
