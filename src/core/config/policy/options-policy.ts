import type { Finding } from "../finding.ts";
import { canonicalValue, settingName } from "../my-cnf/meaning.ts";
import type { ServerOption } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { ownedBecause } from "./owned-options.ts";
import { refusedBecause } from "./refused-options.ts";
import { isAllowedUntrusted } from "./untrusted-options.ts";

/**
 * Who wrote a configuration: `trusted` is somebody who may run programs on this machine anyway; `untrusted` is a
 * stranger's pull request.
 */
export type Trust = "trusted" | "untrusted";

/** A my.cnf was written for production, a scenario's `options` for the gate. */
export type OptionsOrigin = "my-cnf" | "scenario";

export type PolicyContext = { trust: Trust; origin: OptionsOrigin; release: ServerRelease };

/** What the server is to get of these options, and what there is to say about the others. */
export type PolicyOutcome = { options: ServerOption[]; findings: Finding[] };

export function applyPolicy(options: readonly ServerOption[], context: PolicyContext): PolicyOutcome {
  const outcomes = options.map((option) => judge(option, context));
  return {
    options: outcomes.flatMap((outcome) => outcome.options),
    findings: outcomes.flatMap((outcome) => outcome.findings),
  };
}

function judge(option: ServerOption, context: PolicyContext): PolicyOutcome {
  const setting = settingName(option, context.release);
  const refusal = refusedBecause(setting, canonicalValue(option, context.release));
  if (refusal !== undefined) return { options: [], findings: [refuse(option, refusal)] };
  const reason = ownedBecause(setting);
  if (reason !== undefined) return { options: [], findings: [ownedFinding(option, reason, context)] };
  if (context.trust === "untrusted" && !isAllowedUntrusted(setting.replace(/^maximum_/, ""))) {
    return { options: [], findings: [refuseUntrusted(option)] };
  }
  if (setting === "log_bin" && option.value?.includes("/")) return withoutPath(option);
  return { options: [option], findings: [] };
}

function refuse({ name, place }: ServerOption, reason: string): Finding {
  return {
    severity: "error",
    place,
    what: `A gate does not run with \`${name}\``,
    why: reason,
    remedy: "Remove the option, or keep it in a file that the gate does not read.",
  };
}

function ownedFinding({ name, place }: ServerOption, reason: string, { origin }: PolicyContext): Finding {
  if (origin === "my-cnf") {
    return {
      severity: "warning",
      place,
      what: `\`${name}\` is set aside`,
      why: reason,
      remedy: "Leave it as it is: the gate measures the rest of the file.",
    };
  }
  return {
    severity: "error",
    place,
    what: `A scenario cannot set \`${name}\``,
    why: reason,
    remedy: "Remove the option.",
  };
}

function refuseUntrusted({ name, place }: ServerOption): Finding {
  return {
    severity: "error",
    place,
    what: `\`${name}\` may not come from an untrusted pull request`,
    why: "The gate would start a server with it, and only options that are known to do no harm are let through.",
    remedy: "Remove the option, or let somebody with write access run the gate on this change.",
  };
}

/** The binary log's cost is what a gate may be about; where it lies is the gate's business. */
function withoutPath(option: ServerOption): PolicyOutcome {
  return {
    options: [{ ...option, value: null }],
    findings: [
      {
        severity: "warning",
        place: option.place,
        what: `The path of \`log_bin\` is set aside: the binary log is on, in the gate's own folder`,
        why: "The gate runs the server on files of its own, in a folder that it makes and removes.",
        remedy: "Leave it as it is: the gate measures the rest of the file.",
      },
    ],
  };
}
