import { didYouMean } from "../did-you-mean.ts";
import type { Finding } from "../finding.ts";
import type { Place, ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { elsewhere, optionNames } from "./known-options.ts";
import { type OptionName, readOptionName } from "./option-name.ts";
import { type Problem, readOptionValue } from "./option-value.ts";

/** One option as its user wrote it, in a my.cnf or among a scenario's `options`. */
export type WrittenOption = { name: string; value: string | null; place: Place };

/** What the server will make of an option. Without `option` there is nothing that it could be given. */
export type OptionReading = { option?: ServerOption; findings: Finding[] };

export function readOption({ name, value, place }: WrittenOption, release: ServerRelease): OptionReading {
  const unusable = unusableText(name, value);
  if (unusable !== undefined) return { findings: [{ ...unusable, place }] };
  const read = readOptionName(name, release);
  const problems: Problem[] = [];
  const setting = applyPrefix(read, value);
  if (setting.problem !== undefined) problems.push(setting.problem);
  if (read.definition === undefined) problems.push(...unknownName(name, read, release));
  else if (setting.checked)
    problems.push(...readOptionValue(read.name, setting.value, read.definition).problems);
  return {
    option: { name: setting.name, value: setting.value, loose: read.loose, place },
    findings: problems.map((problem) => ({ ...problem, place })),
  };
}

type Setting = { name: string; value: string | null; checked: boolean; problem?: Problem };

/** `skip_x` and `enable_x` become `x=0` and `x=1`, where that is the same. */
function applyPrefix({ name, prefix, definition }: OptionName, value: string | null): Setting {
  if (prefix === undefined || definition === undefined) return { name, value, checked: true };
  // The limit of an option is not the option.
  if (prefix === "maximum") return { name: `maximum_${name}`, value, checked: false };
  const enables = (prefix === "enable") !== (value === "0");
  const given =
    value === null || value === "0" ? {} : { problem: ignoredValue(prefix, name, value, enables) };
  const { kind } = definition.option;
  // skip_log_bin is not log_bin=0, which would write a log of the name "0".
  if (kind === "string")
    return { name: enables ? name : `skip_${name}`, value: null, checked: false, ...given };
  if (kind === "flag" && enables) return { name, value: null, checked: true, ...given };
  return { name, value: enables ? "1" : "0", checked: true, ...given };
}

function ignoredValue(prefix: string, name: string, value: string, enables: boolean): Problem {
  const meaning = `${enables ? "enable" : "skip"}_${name}`;
  return {
    severity: "warning",
    what: `\`${prefix}_${name}=${value}\` means \`${meaning}\``,
    why: "After such a prefix the server understands the value 0 alone and ignores any other.",
    remedy: `Write \`${meaning}\`, or \`${name}=value\`.`,
  };
}

function unusableText(name: string, value: string | null): Problem | undefined {
  const bare = name.replace(/^-+/, "");
  if (bare !== name && bare !== "") {
    return {
      severity: "error",
      what: `\`${name}\` begins with dashes`,
      why: "They belong on a command line; here the server takes them for a part of the name and does not start.",
      remedy: `Write \`${bare}\`.`,
    };
  }
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(name)) {
    return {
      severity: "error",
      what: `\`${name}\` is not the name of an option`,
      why: "Names are made of letters, digits, underscores and dashes.",
      remedy: "Write `name=value`, one on each line.",
    };
  }
  if (value?.includes("\0")) {
    return { severity: "error", what: `The value of \`${name}\` holds a NUL byte`, remedy: "Remove it." };
  }
  return undefined;
}

function unknownName(written: string, { name, loose }: OptionName, release: ServerRelease): Problem[] {
  const other = elsewhere(name, release);
  if (other !== undefined) return loose ? [] : [foreignName(name, other)];
  const meant = meantName(name, release);
  if (meant !== undefined) {
    return [
      {
        severity: loose ? "warning" : "error",
        what: `Unknown option \`${written}\``,
        ...(loose && { why: "Because of `loose_` the server starts without it." }),
        remedy: `Did you mean \`${meant}\`?`,
      },
    ];
  }
  // What is marked as loose may be unknown: that is what the mark is for.
  if (loose) return [];
  return [
    {
      severity: "warning",
      what: `The option \`${name}\` is not on the lists of options of known servers`,
      why: "It may belong to a plugin or to another version; a server that does not know it does not start.",
      remedy: `Write \`loose_${name}\` to let a server that does not know it start without it.`,
    },
  ];
}

function foreignName(name: string, { server, certain }: { server: string; certain: boolean }): Problem {
  return {
    severity: certain ? "error" : "warning",
    what: `\`${name}\` is not an option of this server's version`,
    why: certain ? `${server} has it; this server does not start with it.` : `${server} has it.`,
    remedy: `Remove it, or write \`loose_${name}\` to let servers that do not know it start without it.`,
  };
}

function meantName(name: string, release: ServerRelease): string | undefined {
  const names = optionNames(release);
  const lower = name.toLowerCase();
  const sameLetters = names.find((known) => known === lower);
  if (sameLetters !== undefined) return sameLetters;
  // Old servers took the beginning of a name for the whole.
  const longer = name.length >= 5 ? names.filter((known) => known.startsWith(lower)) : [];
  return longer.length === 1 ? longer[0] : didYouMean(lower, names);
}
