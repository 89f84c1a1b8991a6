import type { Characteristics, Scheme } from "../../src/core/simulation/simulate.ts";
import type { Condition } from "./conditions.ts";

/** What a row of figures breaks of what is promised; standard errors are those of the promised value. */
export function broken({ power }: Condition, scheme: Scheme, found: Characteristics): string[] {
  const { change } = scheme.load;
  if (change === 0) return withoutChange(found);
  if (change === -scheme.tolerance) return atTheTolerance(scheme, found);
  const promised = scheme.cells === 36 ? (power?.[change] ?? 0) : 0;
  return found.cells.regression < promised ? [`fewer than ${promised} of the losses proven`] : [];
}

function withoutChange({ failedSuites, cells }: Characteristics): string[] {
  return [
    ...(failedSuites > 0 ? ["false alarms without any change"] : []),
    ...(cells.pass < 0.995 ? ["not all cells pass without any change"] : []),
  ];
}

function atTheTolerance({ falseAlarms, cells }: Scheme, found: Characteristics): string[] {
  return [
    ...(found.failedSuites > limit(falseAlarms, found.suites) ? ["too many false alarms"] : []),
    ...(found.cells.pass > limit(0.05, found.suites * cells) ? ["too many false passes"] : []),
  ];
}

function limit(rate: number, trials: number): number {
  return rate + 3 * Math.sqrt((rate * (1 - rate)) / trials);
}
