import type { GateError } from "../core/error.ts";
import type { InForce } from "../core/in-force/facts.ts";
import type { Measurement, PlannedCell } from "../core/plan/plan.ts";
import type { Warning } from "../core/result.ts";
import type { MeasuredCell } from "../core/verdict/suite.ts";
import type { RoundOutcome } from "./measurement.ts";

/** A cell as it stands while rounds come in. */
export type CellEvidence = MeasuredCell & { warnings: Warning[] };

/** All that has been measured so far; what is in it stays, however the run ends. */
export class Ledger {
  readonly #cells: Map<string, CellEvidence>;
  /** What each arm said of itself at its first start, by the arm's id. */
  readonly inForce = new Map<string, InForce>();

  constructor(planned: readonly PlannedCell[]) {
    this.#cells = new Map(planned.map(({ id }) => [id, { id, pairs: [], rounds: [], warnings: [] }]));
  }

  get cells(): CellEvidence[] {
    return [...this.#cells.values()];
  }

  introduce(arm: string, inForce: InForce): void {
    if (!this.inForce.has(arm)) this.inForce.set(arm, inForce);
  }

  add({ cells }: Measurement, { pairs, record, warnings }: RoundOutcome): void {
    for (const { id } of cells) {
      const cell = this.#cell(id);
      this.#cells.set(id, {
        ...cell,
        pairs: [...cell.pairs, ...pairs],
        rounds: [...(cell.rounds ?? []), record],
        warnings: [...cell.warnings, ...warnings],
      });
    }
  }

  /** What kept cells from being measured as planned; the first cause is the one to mend. */
  fail({ cells }: Measurement, { what, why }: GateError): void {
    for (const { id } of cells) {
      const cell = this.#cell(id);
      if (cell.failure === undefined)
        this.#cells.set(id, { ...cell, failure: why === undefined ? what : `${what}: ${why}` });
    }
  }

  #cell(id: string): CellEvidence {
    const cell = this.#cells.get(id);
    if (cell === undefined) throw new Error(`the plan has no cell ${id}`);
    return cell;
  }
}
