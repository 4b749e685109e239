// One page of a list, with the length of the whole list: the shape of most of history's answers.

import type { Stored, TableName } from "../schema/schema.ts";
import type { Reads } from "./history-store.ts";
import { type Builder, type Compilable, type SelectQueryBuilder, type Span, sql } from "./query-builder.ts";
import { filtered, type Statement } from "./statement.ts";

/** Pages are numbered from 1. A filter that is absent filters nothing. */
export interface PageFilter extends Span {
  readonly page: number;
  readonly size: number;
}

export interface Page<Row> {
  readonly rows: Row[];
  readonly total: number;
}

interface Listed<Row> extends Compilable<Row> {
  limit(count: number): Listed<Row>;
  offset(count: number): Listed<Row>;
}

interface PagedList<Filter extends object, Row> {
  readonly rows: Statement<Filter & { readonly size: number; readonly offset: number }, Row>;
  readonly total: Statement<Filter, { readonly count: number }>;
}

/**
 * @param find finds the rows of the list
 * @param list selects their columns and sorts them
 */
export function paged<Filter extends object, From, Row>(
  find: (builder: Builder, filter: Filter) => From,
  list: (found: From) => Listed<Row>,
): PagedList<Filter, Row> {
  return {
    rows: filtered((builder, values) => list(find(builder, values)).limit(values.size).offset(values.offset)),
    total: filtered((builder, values) => counted(find(builder, values))),
  };
}

/** Counts the rows that are found. */
export function counted(found: unknown): Compilable<{ readonly count: number }> {
  const any = found as SelectQueryBuilder<Stored, TableName, object>;
  return any.select(sql<number>`count(*)`.as("count"));
}

export function pageOf<Filter extends Pick<PageFilter, "page" | "size">, Row>(
  tables: Reads,
  { rows, total }: PagedList<Filter, Row>,
  filter: Filter,
): Page<Row> {
  const offset = (filter.page - 1) * filter.size;
  return { rows: tables.all(rows, { ...filter, offset }), total: tables.first(total, filter)!.count };
}
