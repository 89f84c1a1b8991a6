/** The candidate that a misspelt word most likely stands for; undefined when none is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  let limit = Math.max(word.length > 2 ? 1 : 0, Math.min(3, Math.floor(word.length / 4)));
  let nearest: string | undefined;
  for (const candidate of candidates) {
    const distance = distanceWithin(word, candidate, limit);
    if (distance === undefined) continue;
    if (distance === 0) return candidate;
    nearest = candidate;
    limit = distance - 1;
    if (limit === 0) break;
  }
  return nearest;
}

/**
 * Edits (insert, delete, replace, swap two neighbours) between two words, or undefined above the limit. Rows stop
 * being filled once the limit is out of reach, so that a long file of nonsense costs little.
 */
function distanceWithin(a: string, b: string, limit: number): number | undefined {
  if (limit < 0 || Math.abs(a.length - b.length) > limit) return undefined;
  let older: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i += 1) {
    const next = nextRow(a, b, i, row, older);
    // A swap reaches back two rows, so one row alone above the limit does not settle it.
    if (Math.min(...next) > limit && Math.min(...row) > limit) return undefined;
    [older, row] = [row, next];
  }
  const distance = row[b.length] ?? 0;
  return distance > limit ? undefined : distance;
}

function nextRow(a: string, b: string, i: number, row: number[], older: number[]): number[] {
  const next = [i];
  for (let j = 1; j <= b.length; j += 1) {
    const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const edits = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced);
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    next.push(swapped ? Math.min(edits, (older[j - 2] ?? 0) + 1) : edits);
  }
  return next;
}
