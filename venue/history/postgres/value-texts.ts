// How values are written for PostgreSQL: in a row of COPY, in an array, and as a literal in a statement.

import { assert } from "@evermark/engine";
import type { StatementValue } from "./line/line-protocol.ts";

const IN_COPY: Readonly<Record<string, string>> = { "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r" };

/** One value of a row of COPY. */
export function copied(value: StatementValue): string {
  if (value === null) return "\\N";
  if (typeof value === "number") return String(value);
  return /[\\\t\n\r]/.test(value) ? value.replace(/[\\\t\n\r]/g, (found) => IN_COPY[found]!) : value;
}

/** An array of values, as `unnest` takes it. */
export function listed(values: readonly StatementValue[]): string {
  return `{${values.map(inList).join(",")}}`;
}

function inList(value: StatementValue): string {
  if (value === null) return "NULL";
  return typeof value === "number" ? String(value) : `"${value.replace(/["\\]/g, "\\$&")}"`;
}

/** A value as a literal in a statement. */
export function literal(value: StatementValue): string {
  if (value === null) return "NULL";
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  assert(Number.isFinite(value), "a number of history is one that can be written", { value });
  return String(value);
}
