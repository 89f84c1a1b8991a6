import type { Finding } from "../finding.ts";
import type { KnownOption } from "./known-options.ts";
import { readDecimal, readInteger } from "./number-value.ts";
import { readEnumeration, readSet, readSwitches } from "./word-value.ts";

export type Problem = Omit<Finding, "place">;

/** A value as the server understands it: `1G`, `1024M` and `1073741824` have one meaning. */
export type Meaning = { canonical: string; problems: Problem[] };

/** An option's value to be read, with what the server whose list is used says of the option. */
export type Written = { name: string; value: string; option: KnownOption; server: string };

/** Reads a value by the rules of mysys/my_getopt.cc. `null`: the option was given without a value. */
export function readOptionValue(
  name: string,
  value: string | null,
  { option, server }: { option: KnownOption; server: string },
): Meaning {
  if (option.kind === "flag") return readFlag(name, value);
  if (value === null) return readAbsent(name, option, server);
  const written = { name, value, option, server };
  if (option.kind === "string") return { canonical: value, problems: [] };
  if (option.kind === "boolean") return readBoolean(written);
  if (value === "" && option.kind !== "set") return readEmpty(written);
  switch (option.kind) {
    case "integer":
      return readInteger(written);
    case "decimal":
      return readDecimal(written);
    case "enumeration":
      return readEnumeration(written);
    case "set":
      return readSet(written);
    case "switches":
      return readSwitches(written);
  }
}

function readFlag(name: string, value: string | null): Meaning {
  if (value === null) return { canonical: "ON", problems: [] };
  return {
    canonical: value,
    problems: [
      {
        severity: "error",
        what: `\`${name}\` takes no value, and \`${value}\` was given`,
        why: "The server does not start with it.",
        remedy: `Write \`${name}\` alone.`,
      },
    ],
  };
}

function readAbsent(name: string, option: KnownOption, server: string): Meaning {
  if (option.required) {
    return {
      canonical: "",
      problems: [
        {
          severity: "error",
          what: `\`${name}\` needs a value`,
          why: "The server would take the next option for the value.",
          remedy: `Write \`${name}=value\`.`,
        },
      ],
    };
  }
  if (option.kind === "string") return { canonical: "", problems: [] };
  // Given alone, an option whose value is optional counts as 1.
  return readOptionValue(name, "1", { option, server });
}

function readEmpty({ name }: Written): Meaning {
  return {
    canonical: "",
    problems: [
      {
        severity: "error",
        what: `The value of \`${name}\` is empty`,
        why: "MySQL 8.0 and later do not start with it; older servers read it as 0.",
        remedy: `Write \`${name}=value\`, or remove the line to keep the default.`,
      },
    ],
  };
}

function readBoolean({ name, value }: Written): Meaning {
  if (/^(?:on|true|1)$/i.test(value)) return { canonical: "ON", problems: [] };
  if (/^(?:off|false|0)$/i.test(value)) return { canonical: "OFF", problems: [] };
  return {
    canonical: "OFF",
    problems: [
      {
        severity: "warning",
        what: `\`${name}=${value}\` means OFF`,
        why: "Only ON, TRUE and 1 count as on; the server takes anything else for off and starts without a word.",
        remedy: `Write \`${name}=ON\`, or \`${name}=OFF\` if that is meant.`,
      },
    ],
  };
}
