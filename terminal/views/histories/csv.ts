// Tables as CSV for spreadsheets, after RFC 4180. Numbers keep every digit. A text that a spreadsheet would take for a
// formula is prefixed with an apostrophe, because tags and names come from other people.

import { digitsOf } from "../../format/figure-text.ts";

/** A number is written as a number; null is an empty field. */
export type CsvValue = number | string | null;

/** The beginnings of formulas. Some spreadsheets trim blanks before they check. */
const FORMULA = /^\s*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export function csvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return digitsOf(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Starts with a line of column names; every line ends with CRLF, including the last. */
export function csvText(names: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [names, ...rows].map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

/** A time that both spreadsheets and programs can read, with milliseconds. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
