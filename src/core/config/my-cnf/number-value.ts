import type { Meaning, Problem, Written } from "./option-value.ts";

const suffixes = "KMGTPE";

/** Digits with a size suffix. What follows the suffix is ignored, so `1GB` is `1G` and `1e3` is one exabyte. */
export function readInteger(written: Written): Meaning {
  const { name, value } = written;
  const [, sign = "", digits = "", rest = ""] = value.match(/^[ \t]*([+-]?)(\d*)(.*)$/s) ?? [];
  const power = rest === "" ? 0 : suffixes.indexOf((rest[0] ?? "").toUpperCase()) + 1;
  // The length is looked at first because a number of a million digits takes long to read.
  const isHuge = digits.length > 40;
  const isRead = rest === "" ? digits !== "" : power > 0;
  if (!isRead || isHuge) return refused(written, integerRemedy(name, value));

  // Without digits it is 0: `many` is 0M.
  const whole = BigInt(digits);
  const number = (sign === "-" ? -whole : whole) * 1024n ** BigInt(power);
  if (whole >= 2n ** 64n) return refused(written, "Write a smaller number.");
  const trailing = rest.length > 1 || digits === "" ? [trailingText(written, rest, number)] : [];
  const { nearest, problems } = clip(written, number, BigInt);
  return { canonical: String(nearest), problems: [...trailing, ...problems] };
}

export function readDecimal(written: Written): Meaning {
  if (!/^[ \t]*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(written.value)) {
    return refused(written, "Write a number such as `0.5`, without a unit.");
  }
  const { nearest, problems } = clip(written, Number(written.value), Number);
  return { canonical: String(nearest), problems };
}

function clip<N extends bigint | number>(
  { name, value, option, server }: Written,
  number: N,
  parse: (text: string) => N,
): { nearest: N; problems: Problem[] } {
  if (option.range === undefined) return { nearest: number, problems: [] };
  const [low, high] = option.range.split("..").map(parse);
  const nearest =
    low !== undefined && number < low ? low : high !== undefined && number > high ? high : number;
  if (nearest === number) return { nearest, problems: [] };
  const problem: Problem = {
    severity: "warning",
    what: `\`${name}=${value}\` is out of range`,
    why: `${server} takes ${low} to ${high} and starts with ${nearest} instead, without a word.`,
    remedy: `Write \`${name}=${nearest}\`, or another value in the range.`,
  };
  return { nearest, problems: [problem] };
}

function trailingText({ name, value }: Written, rest: string, number: bigint): Problem {
  const understood = `${value.slice(0, value.length - rest.length).trim() || "0"}${rest[0]}`;
  return {
    severity: "warning",
    what: `\`${name}=${value}\` is read as \`${understood}\`, which is ${number}`,
    why: "The server looks at one letter after the digits (K, M, G, T, P or E) and ignores the rest.",
    remedy: /\d/.test(value)
      ? `Write \`${name}=${understood}\` if that is meant, or the number in full.`
      : `Write \`${name}=\` and digits.`,
  };
}

function refused({ name, value }: Written, remedy: string): Meaning {
  const problem: Problem = {
    severity: "error",
    what: `\`${name}=${value}\` is not a number that the server reads`,
    why: "The server does not start with it.",
    remedy,
  };
  return { canonical: value, problems: [problem] };
}

function integerRemedy(name: string, value: string): string {
  const [, whole = "", unit = ""] = value.match(/^(\d{1,9}\.\d{1,9})([KMGTPE])/i) ?? [];
  const lower = suffixes[suffixes.indexOf(unit.toUpperCase()) - 1];
  if (unit === "" || lower === undefined)
    return "Write whole digits, with K, M, G, T, P or E after them at most.";
  const inLower = Number(whole) * 1024;
  const rounded = Number.isInteger(inLower) ? `${inLower}${lower}` : `${Math.round(inLower)}${lower}`;
  return `Write a whole number: \`${name}=${rounded}\`.`;
}
