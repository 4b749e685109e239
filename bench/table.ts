// Figures as text: a table with one line per figure.

import type { Figure } from "./measure.ts";

const HEAD = ["name", "value", "unit", "against", "ratio", "runs", "min-max"];

export function tableOf(figures: readonly Figure[]): string {
  const rows = [HEAD, ...figures.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function cellsOf({ name, value, unit, against, reference, ratio, runs, min, max }: Figure): string[] {
  const held = against === "" ? "-" : `${against} ${numberText(reference)}`;
  return [
    name,
    numberText(value),
    unit,
    held,
    against === "" ? "-" : ratio.toFixed(2),
    String(runs),
    `${numberText(min)}-${numberText(max)}`,
  ];
}

/** Three significant digits or more, with the thousands apart. */
export function numberText(n: number): string {
  if (n >= 1_000) return Math.round(n).toLocaleString("en-US");
  return n >= 100 ? n.toFixed(0) : n >= 10 ? n.toFixed(1) : n.toFixed(2);
}
