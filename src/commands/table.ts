/** Columns in line, numbers to the right; as wide as its content. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...all.map((row) => (row[column] ?? "").length)));
  const isNumber = (text: string) => /^[−\d.<]+( %)?$/.test(text);
  return all
    .map((row) =>
      row
        .map((text, column) => {
          const width = widths[column] ?? 0;
          const right = row === head ? rows.every((other) => isNumber(other[column] ?? "")) : isNumber(text);
          return right ? text.padStart(width) : text.padEnd(width);
        })
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
