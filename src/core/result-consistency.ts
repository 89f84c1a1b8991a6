import type { EvidenceCell, EvidenceFile, Pair } from "./result.ts";
import { seriesOf } from "./verdict/series.ts";

/** Rounding in other tools' files is no contradiction. */
const SAME_LN = 1e-6;
const SAME_PERCENT = 1e-3;

/** Where a file's own figures do not follow from one another. */
export function contradictions(file: EvidenceFile): string[] {
  return [...repeatedIds(file), ...file.cells.flatMap(ofCell), ...miscounted(file), ...strangeArms(file)];
}

function repeatedIds({ cells }: EvidenceFile): string[] {
  const seen = new Set<string>();
  const repeated = cells.filter(({ id }) => seen.size === seen.add(id).size);
  return repeated.map(({ id }) => `cell ${id} is there twice`);
}

function ofCell(cell: EvidenceCell): string[] {
  const wrongPairs = cell.pairs.flatMap((pair, i) => {
    const expected = fromSlices(pair);
    return expected === undefined || Math.abs(expected - pair.d) < SAME_LN
      ? []
      : [`cell ${cell.id}, pair ${i + 1}: its slices give d = ${expected.toFixed(6)}, not ${pair.d}`];
  });
  return [...wrongPairs, ...wrongEstimate(cell)];
}

function fromSlices({ slices }: Pair): number | undefined {
  if (slices === undefined || slices.length === 0) return undefined;
  return slices.reduce((sum, { baseQps, headQps }) => sum + Math.log(headQps / baseQps), 0) / slices.length;
}

function wrongEstimate(cell: EvidenceCell): string[] {
  const { estimate } = cell;
  if (estimate === undefined) return [];
  const rounds = seriesOf(cell, "qps").slice(0, estimate.rounds);
  const mean = rounds.reduce((sum, { value }) => sum + value, 0) / rounds.length;
  const changePct = 100 * Math.expm1(mean - (cell.against?.lnRatio ?? 0));
  if (rounds.length === estimate.rounds && Math.abs(changePct - estimate.changePct) < SAME_PERCENT) return [];
  return [
    `cell ${cell.id}: its pairs do not give its estimate of ${estimate.changePct} % after ${estimate.rounds} rounds`,
  ];
}

function miscounted({ cells, suite }: EvidenceFile): string[] {
  const counts = suite?.counts;
  if (counts === undefined || cells.some(({ verdict }) => verdict === undefined)) return [];
  const ids = new Set(cells.map(({ id }) => id));
  const gone = (suite?.expected ?? []).filter((id) => !ids.has(id)).map(() => "error");
  const verdicts = [...cells.map(({ verdict }) => verdict), ...gone];
  return Object.entries(counts)
    .map(([verdict, stated]) => ({
      verdict,
      stated,
      found: verdicts.filter((one) => one === verdict).length,
    }))
    .filter(({ stated, found }) => stated !== found)
    .map(
      ({ verdict, stated, found }) =>
        `its suite counts ${stated} cells as ${verdict}, its cells are ${found}`,
    );
}

function strangeArms({ arms, cells }: EvidenceFile): string[] {
  if (arms === undefined) return [];
  const known = new Set(arms.map(({ id }) => id));
  return cells.flatMap(({ id, base, head }) =>
    [base, head]
      .filter((arm) => arm !== undefined && !known.has(arm))
      .map((arm) => `cell ${id} names the arm ${arm}, which is not there`),
  );
}
