import { didYouMean } from "../did-you-mean.ts";
import type { Meaning, Written } from "./option-value.ts";

/** A word in any case, the unique beginning of one, or its number: what the server's find_type accepts. */
function findWord(words: readonly string[], text: string): number | undefined {
  const lower = text.toLowerCase();
  const exact = words.findIndex((word) => word.toLowerCase() === lower);
  if (exact >= 0) return exact;
  const beginning = words.flatMap((word, index) => (word.toLowerCase().startsWith(lower) ? [index] : []));
  return beginning.length === 1 && text !== "" ? beginning[0] : undefined;
}

export function readEnumeration(written: Written): Meaning {
  const words = written.option.values ?? [];
  const index = findWord(words, written.value) ?? (isNumber(written.value) ? Number(written.value) : -1);
  const word = words[index];
  return word === undefined ? refused(written, written.value, words) : { canonical: word, problems: [] };
}

/** Members separated by commas, or the number whose bits are the members. */
export function readSet(written: Written): Meaning {
  const words = written.option.values ?? [];
  if (isNumber(written.value)) {
    const bits = BigInt(written.value);
    if (bits >= 2n ** BigInt(words.length)) return refused(written, written.value, words);
    return { canonical: join(words, (index) => ((bits >> BigInt(index)) & 1n) === 1n), problems: [] };
  }
  const members = new Set<number>();
  for (const text of written.value === "" ? [] : written.value.split(",")) {
    const index = findWord(words, text.trim());
    if (index === undefined) return refused(written, text.trim(), words);
    members.add(index);
  }
  return { canonical: join(words, (index) => members.has(index)), problems: [] };
}

function join(words: readonly string[], has: (index: number) => boolean): string {
  return words.filter((_, index) => has(index)).join(",");
}

const states = ["off", "on", "default"];

/** `mrr=on,mrr_cost_based=off`: what is not named keeps its default. */
export function readSwitches(written: Written): Meaning {
  const words = written.option.values ?? [];
  const settings = new Map<number, string>();
  for (const part of written.value.split(",")) {
    const [name = "", state] = part.trim().split("=", 2);
    if (name.toLowerCase() === "default" && state === undefined) continue;
    const index = findWord(words, name.trim());
    if (index === undefined) return refused(written, name, words);
    const setting = states[findWord(states, state?.trim() ?? "") ?? -1];
    if (setting === undefined) return refused(written, part, [`${name}=on`, `${name}=off`]);
    // The server refuses a switch that is set twice.
    if (settings.has(index)) return refused(written, part, []);
    settings.set(index, setting);
  }
  const named = words.flatMap((word, index) => {
    const setting = settings.get(index);
    return setting === undefined || setting === "default" ? [] : [`${word}=${setting}`];
  });
  return { canonical: named.join(","), problems: [] };
}

function isNumber(value: string): boolean {
  return /^\d{1,20}$/.test(value);
}

/** So many values a message names. */
const mostNamed = 12;

function refused({ name, value, server }: Written, part: string, words: readonly string[]): Meaning {
  const nearest = didYouMean(
    part.toUpperCase(),
    words.map((word) => word.toUpperCase()),
  );
  const meant = words.find((word) => word.toUpperCase() === nearest);
  const known = words.filter((word) => word !== "" && !word.startsWith("NOT_USED"));
  const more = known.length > mostNamed ? ` and ${known.length - mostNamed} more` : "";
  const list =
    known.length > 0
      ? `Use one of ${known.slice(0, mostNamed).join(", ")}${more}.`
      : "Name each switch once.";
  return {
    canonical: value,
    problems: [
      {
        severity: "error",
        what: `\`${part}\` is not a value of \`${name}\``,
        why: `${server} does not start with it.`,
        remedy: meant === undefined ? list : `Did you mean \`${meant}\`? ${list}`,
      },
    ],
  };
}
