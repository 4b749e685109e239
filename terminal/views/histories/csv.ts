// Tables as text for spreadsheets, after RFC 4180. Numbers keep every digit; a text that a spreadsheet would take for a
// formula begins with an apostrophe, for tags and names come from others.

import { digitsOf } from "../../format/decimal.ts";

/** A number stays one; null is an empty field. */
export type CsvValue = number | string | null;

/** What makes a spreadsheet compute. Some trim blanks before they look. */
const FORMULA = /^\s*[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

export function csvField(value: CsvValue): string {
  if (value === null) return "";
  if (typeof value === "number") return digitsOf(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return NEEDS_QUOTES.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** With a line of names before the rows; every line ends, the last one too. */
export function csvText(names: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [names, ...rows].map((row) => `${row.map(csvField).join(",")}\r\n`).join("");
}

/** As a spreadsheet and a program both read it; milliseconds count. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
