// One page of a table, newest first: what every list of history comes down to. A filter that is not given filters nothing.

import type { Page } from "../queries/rows.ts";
import type { Tables } from "./tables.ts";

/** Both ends of a time span are included. Pages count from 1. */
export interface PageFilter {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
  readonly page: number;
  readonly size: number;
}

type Value = number | string;

export class Where {
  readonly #conditions: string[] = [];
  readonly values: Value[] = [];

  and(condition: string, value: Value | undefined): this {
    if (value === undefined) return this;
    this.#conditions.push(condition);
    this.values.push(value);
    return this;
  }

  /** One of several words; an empty list matches nothing. */
  oneOf(column: string, words: readonly Value[] | undefined): this {
    return this.#among(column, "IN", words);
  }

  noneOf(column: string, words: readonly Value[] | undefined): this {
    return this.#among(column, "NOT IN", words);
  }

  within(column: string, { startTime, endTime }: Pick<PageFilter, "startTime" | "endTime">): this {
    return this.and(`${column} >= ?`, startTime).and(`${column} <= ?`, endTime);
  }

  get text(): string {
    return this.#conditions.length === 0 ? "TRUE" : this.#conditions.join(" AND ");
  }

  #among(column: string, how: "IN" | "NOT IN", words: readonly Value[] | undefined): this {
    if (words === undefined) return this;
    this.#conditions.push(`${column} ${how} (${words.map(() => "?").join(", ")})`);
    this.values.push(...words);
    return this;
  }
}

/** @param select.key a column that rises with time, to order what happened in one millisecond */
export function pageOf<Row>(
  tables: Tables,
  select: { readonly columns: string; readonly from: string; readonly time: string; readonly key: string },
  where: Where,
  { page, size }: Pick<PageFilter, "page" | "size">,
): Page<Row> {
  const from = `${select.from} WHERE ${where.text}`;
  const rows = tables.all<Row>(
    `SELECT ${select.columns} FROM ${from} ORDER BY ${select.time} DESC, ${select.key} DESC LIMIT ? OFFSET ?`,
    ...where.values,
    size,
    (page - 1) * size,
  );
  return { rows, total: tables.count(from, ...where.values) };
}
