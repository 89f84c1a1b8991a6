import type { Place, ResolvedScenario, ServerOption } from "../config/scenario/resolved-scenario.ts";
import { GateError } from "../error.ts";
import type { InForce } from "./facts.ts";
import { matches, parsePattern, patternsOf, unlikePatterns } from "./instruments.ts";
import { isServersOn, numberOf, sameValue } from "./same-value.ts";

/** An option of the scenario that the running server does not have as asked. */
export type Discrepancy = {
  /** `warning`: the server was allowed to go on without it, or does not show it. */
  severity: "error" | "warning";
  option: string;
  asked: string | null;
  /** Undefined when the server has no such variable. */
  is: string | undefined;
  why: string;
  place: Place;
};

/** Every option of the scenario, held against what the server says of itself. */
export function checkInForce(
  scenario: Pick<ResolvedScenario, "options" | "setupSql">,
  inForce: InForce,
): Discrepancy[] {
  const changedBySql = scenario.setupSql.length > 0;
  const offUnasked =
    !inForce.performanceSchema.enabled && !scenario.options.some(({ name }) => name === "performance_schema");
  return [
    ...scenario.options.flatMap((option) => checkOption(option, inForce, changedBySql)),
    ...(changedBySql ? [] : checkInstruments(scenario, inForce)),
    ...(offUnasked ? scenario.options.filter(switchesOn).map(withoutSchema) : []),
  ];
}

/** The errors among them as one complaint; undefined when there is none. */
export function inForceError(scenario: string, discrepancies: readonly Discrepancy[]): GateError | undefined {
  const errors = discrepancies.filter(({ severity }) => severity === "error");
  const [first] = errors;
  if (first === undefined) return undefined;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new GateError("input", {
    what: `${printPlace(first.place)}: ${first.option} is not in force in ${scenario}${more}`,
    why: errors.map(describe).join("\n"),
    remedy: "Write the value that the server can have, or drop the option.",
  });
}

export function describe({ option, asked, is, why }: Discrepancy): string {
  const found = is === undefined ? "the server has no such variable" : `the server has ${shown(is)}`;
  return `${option}: asked for ${shown(asked)}, ${found}: ${why}`;
}

const consumerPrefix = "performance_schema_consumer_";

function checkOption(option: ServerOption, inForce: InForce, changedBySql: boolean): Discrepancy[] {
  if (option.name === "performance_schema_instrument") return checkPattern(option, inForce);
  if (option.name.startsWith(consumerPrefix)) return changedBySql ? [] : checkConsumer(option, inForce);
  const { name, negated } = variableOf(option, inForce);
  const is = inForce.variables[name];
  if (is === undefined) return [unknown(option, inForce)];
  const wanted = negated ? "OFF" : option.value;
  if (sameValue(wanted, is) || isRoundedPool(name, wanted, is, inForce)) return [];
  return [{ ...asked(option), severity: "error", is, why: whyDifferent(name, wanted, is, inForce) }];
}

/** `skip_x` is a variable of its own, or says that `x` is off. */
function variableOf({ name }: ServerOption, { variables }: InForce): { name: string; negated: boolean } {
  if (variables[name] !== undefined) return { name, negated: false };
  const [, prefix, rest = ""] = /^(skip|disable|enable)_(.+)$/.exec(name) ?? [];
  if (prefix === undefined || variables[rest] === undefined) return { name, negated: false };
  return { name: rest, negated: prefix !== "enable" };
}

function unknown(option: ServerOption, { build }: InForce): Discrepancy {
  // The server has started: it would not have with an option that it does not know at all.
  const why = option.loose
    ? `${build} does not know it, and as it is written as loose_ the server goes on without it`
    : `${build} takes it without showing it as a variable, so it cannot be verified`;
  return { ...asked(option), severity: "warning", is: undefined, why };
}

function checkConsumer(option: ServerOption, inForce: InForce): Discrepancy[] {
  const { enabled, consumers } = inForce.performanceSchema;
  if (!enabled) return [];
  const found = consumers[option.name.slice(consumerPrefix.length)];
  if (found === undefined) return [unknown(option, inForce)];
  const is = found ? "ON" : "OFF";
  if (sameValue(option.value, is)) return [];
  const why = isServersOn(option.value) ? "it was changed after the start" : notOn(option.value);
  return [{ ...asked(option), severity: "error", is, why }];
}

/** What the Performance Schema is asked to watch. */
function switchesOn({ name, value }: ServerOption): boolean {
  if (name === "performance_schema_instrument") return parsePattern(value ?? "")?.enabled === true;
  return name.startsWith(consumerPrefix) && isServersOn(value);
}

/** Where a server's own default is OFF, what is switched on in it costs nothing, and a comparison would say so. */
function withoutSchema(option: ServerOption): Discrepancy {
  return {
    ...asked(option),
    severity: "error",
    is: "OFF",
    why: "performance_schema itself is off on this server",
  };
}

function checkPattern(option: ServerOption, { performanceSchema }: InForce): Discrepancy[] {
  if (!performanceSchema.enabled) return [];
  const pattern = parsePattern(option.value ?? "");
  if (pattern !== undefined && performanceSchema.instruments.some((one) => matches(pattern, one))) return [];
  const why = pattern === undefined ? "it is not of the form pattern=ON" : "no instrument has such a name";
  return [{ ...asked(option), severity: "error", is: "nothing changed", why }];
}

function checkInstruments(
  scenario: Pick<ResolvedScenario, "options">,
  { performanceSchema }: InForce,
): Discrepancy[] {
  const last = scenario.options.findLast(({ name }) => name === "performance_schema_instrument");
  if (last === undefined || !performanceSchema.enabled) return [];
  const unlike = unlikePatterns(performanceSchema.instruments, patternsOf(scenario));
  const [first] = unlike;
  if (first === undefined) return [];
  const is = `${first.name} enabled ${first.enabled}, timed ${first.timed}`;
  return [{ ...asked(last), severity: "error", is, why: `${unlike.length} instruments are not as asked` }];
}

/** InnoDB rounds its pool up to whole chunks in each instance, as its manual says. */
function isRoundedPool(name: string, wanted: string | null, is: string, { variables }: InForce): boolean {
  if (name !== "innodb_buffer_pool_size") return false;
  const chunk =
    Number(variables.innodb_buffer_pool_chunk_size ?? 0) *
    Number(variables.innodb_buffer_pool_instances ?? 1);
  const [asked = Number.NaN, found] = [numberOf(wanted ?? ""), Number(is)];
  return found > asked && found - asked < chunk && found % chunk === 0;
}

function whyDifferent(name: string, wanted: string | null, is: string, inForce: InForce): string {
  if (/^off$/i.test(is) && !isServersOn(wanted)) return notOn(wanted);
  const said = inForce.logged.find((line) => line.toLowerCase().includes(name.replace(/^innodb_/, "")));
  if (said !== undefined) return `its log says "${said.replace(/^.*?\]\s*(?=[^[]*$)/, "")}"`;
  const source = inForce.changed[name];
  if (source !== undefined && source.source !== "EXPLICIT")
    return `it was set again afterwards (${source.source})`;
  const [asked, found] = [numberOf(wanted ?? ""), numberOf(is)];
  if (asked !== undefined && found !== undefined) {
    return found < asked
      ? "it is the largest value the server takes here"
      : "it is the smallest value the server takes here";
  }
  return source === undefined
    ? "the server kept its default"
    : "another option sets it, or the server adjusts it";
}

function notOn(value: string | null): string {
  return `only ON, TRUE and 1 switch it on; ${shown(value)} counts as OFF`;
}

function asked({ name, value, place }: ServerOption): Pick<Discrepancy, "option" | "asked" | "place"> {
  return { option: name, asked: value, place };
}

function shown(value: string | null): string {
  return value === null ? "no value" : value === "" ? "an empty value" : `\`${value}\``;
}

function printPlace({ file, line }: Place): string {
  return `${file}:${line}`;
}
