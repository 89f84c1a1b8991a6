import type { Finding } from "../finding.ts";
import type { Place } from "../scenario/resolved-scenario.ts";
import type { ServerRelease } from "../server-release.ts";
import { groupFindings, readsGroup } from "./groups.ts";
import type { Line } from "./lines.ts";
import type { WrittenOption } from "./read-option.ts";

/** About four times what all servers know; the time that a file may take is bounded by it. */
const mostOptions = 5000;

/** The options of the groups that the server reads. */
export function writtenOptions(
  lines: Line[],
  release: ServerRelease,
): { options: WrittenOption[]; findings: Finding[] } {
  const options: WrittenOption[] = [];
  const findings: Finding[] = [];
  for (const line of lines) {
    if (line.kind === "group") findings.push(...groupFindings(line.name, line.place, release));
    if (line.kind !== "option" || !readsGroup(line.group, release)) continue;
    if (options.length === mostOptions) return { options, findings: [...findings, tooMany(line.place)] };
    options.push({ name: line.name, value: line.value, place: line.place });
  }
  return { options, findings };
}

function tooMany(place: Place): Finding {
  return {
    severity: "error",
    place,
    what: `There are more than ${mostOptions} options`,
    why: "What follows is not looked at.",
    remedy: "Remove repeated options.",
  };
}
