// Formats figures: as a table with one line per figure, and as rows for other programs.

import { budgetText, isMet } from "./budget.ts";
import type { Figure } from "./measure.ts";
import { numberText } from "./number-text.ts";

const HEAD = ["name", "value", "unit", "min–max", "runs", "against", "ratio", "budget"];
/** The columns of numbers, which are aligned to the right. */
const RIGHT = new Set([1, 4, 6]);

/** @param judged whether budgets are judged; a quick run is too small for that */
export function tableOf(figures: readonly Figure[], judged: boolean): string {
  const rows = [HEAD, ...figures.map((figure) => cellsOf(figure, judged))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  const padded = (cell: string, column: number) =>
    RIGHT.has(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!);
  return rows.map((row) => row.map(padded).join("  ").trimEnd()).join("\n");
}

function cellsOf(figure: Figure, judged: boolean): string[] {
  const { name, value, unit, against, againstValue, ratio, samples, budget } = figure;
  const verdict = budget === undefined || !judged ? "" : isMet(budget, figure) ? " met" : " MISSED";
  return [
    name,
    numberText(value),
    unit,
    `${numberText(Math.min(...samples))}–${numberText(Math.max(...samples))}`,
    String(samples.length),
    againstValue === null ? "" : `${against} ${numberText(againstValue)}`.trim(),
    ratio === null ? "" : numberText(ratio),
    budget === undefined ? "" : `${budgetText(budget)}${verdict}`,
  ];
}

/** What `--json` writes for each figure. */
export interface Row extends Omit<Figure, "budget"> {
  readonly machine: string;
}

export function rowsOf(figures: readonly Figure[], machine: string): Row[] {
  return figures.map(({ name, value, unit, against, againstValue, ratio, samples }) => ({
    name,
    value,
    unit,
    against,
    againstValue,
    ratio,
    samples,
    machine,
  }));
}
