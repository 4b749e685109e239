// Tables for a terminal: columns as wide as their widest cell, numbers aligned to the right.

export type Cell = string | number | boolean | null | undefined;

/** The lines of a table; `headings` names the columns. */
export function table(headings: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(textOf));
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...texts.map((row) => row[column]?.length ?? 0)),
  );
  const isNumeric = headings.map((_, column) => rows.length > 0 && rows.every((row) => isNumber(row[column])));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (isNumeric[column] ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd();
  return [line(headings), ...texts.map(line)];
}

/** The cell in plain digits, never with an exponent. */
export function textOf(cell: Cell): string {
  if (cell === null || cell === undefined) return "-";
  if (typeof cell !== "number") return String(cell);
  return /e/.test(String(cell)) ? cell.toFixed(8).replace(/\.?0+$/, "") : String(cell);
}

function isNumber(cell: Cell): boolean {
  return typeof cell === "number" || cell === null || cell === undefined;
}
