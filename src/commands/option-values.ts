import { InvalidArgumentError } from "commander";

/** `5%` as 0.05, between the limits, which are in percent. */
export function percentBetween(low: number, high: number): (text: string) => number {
  return (text) => {
    const percent = /^-?\d{1,3}(?:\.\d{1,6})?%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
    if (percent >= low && percent <= high) return percent / 100;
    throw new InvalidArgumentError(`Expected a percentage from ${low}% to ${high}%.`);
  };
}

export function numberBetween(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = text.trim() === "" ? Number.NaN : Number(text);
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a number from ${low} to ${high}.`);
  };
}

export function wholeBetween(low: number, high: number): (text: string) => number {
  return (text) => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Expected a whole number from ${low} to ${high}.`);
  };
}

/** `90s`, `10m` or `1h` in seconds. */
export function seconds(text: string): number {
  const written = /^(\d+(?:\.\d+)?)(s|m|h)$/.exec(text);
  if (written === null) throw new InvalidArgumentError("Expected a duration such as `90s`, `10m` or `1h`.");
  return Number(written[1]) * { s: 1, m: 60, h: 3600 }[written[2] as "s" | "m" | "h"];
}
