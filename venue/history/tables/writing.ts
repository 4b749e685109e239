// The ways in which whole rows are written. Values are named, and as the database has them.

import type { Kysely } from "kysely";
import type { Column } from "../schema/column.ts";
import { type ColumnName, camelCase, type NewRow, SCHEMA, type TableName } from "../schema/schema.ts";
import { type Builder, sql } from "./query-builder.ts";
import { statement, type WholeStatement } from "./statement.ts";

export function insertInto<Name extends TableName>(name: Name): WholeStatement<NewRow<Name>, unknown> {
  return statement((builder, row) => inserting(builder, name, row));
}

/** Unless there is a row of that key. */
export function insertNewInto<Name extends TableName>(name: Name): WholeStatement<NewRow<Name>, unknown> {
  return statement((builder, row) => inserting(builder, name, row).onConflict((conflict) => conflict.doNothing()));
}

/** Where there is a row of that key, it gets these of the values: all when none are named. */
export function putInto<Name extends TableName>(
  name: Name,
  changing: readonly ColumnName<Name>[] = valuesOf(name),
): WholeStatement<NewRow<Name>, unknown> {
  return merging(name, changing, (column) => excluded(column));
}

/** Where there is a row of that key, these of the values are added to its own: all when none are named. */
export function addTo<Name extends TableName>(
  name: Name,
  adding: readonly ColumnName<Name>[] = valuesOf(name),
): WholeStatement<NewRow<Name>, unknown> {
  return merging(name, adding, (column) => sql`${sql.ref(`${name}.${column}`)} + ${excluded(column)}`);
}

/** Where there is a row of that key, `merge` says what becomes of its columns. */
export function merging<Name extends TableName>(
  name: Name,
  columns: readonly ColumnName<Name>[],
  merge: (column: ColumnName<Name>) => ReturnType<typeof excluded>,
): WholeStatement<NewRow<Name>, unknown> {
  const merged = Object.fromEntries(columns.map((column) => [column, merge(column)]));
  return statement((builder, row) =>
    inserting(builder, name, row).onConflict((conflict) =>
      conflict.columns(SCHEMA[name].key).doUpdateSet(merged as never),
    ),
  );
}

/** What would have been inserted. */
export function excluded(column: string) {
  return sql`${sql.ref(`excluded.${column}`)}`;
}

type Untyped = Kysely<Record<string, Record<string, unknown>>>;

function inserting<Name extends TableName>(builder: Builder, name: Name, row: NewRow<Name>) {
  const values = row as Readonly<Record<string, unknown>>;
  const columns = columnsOf(name).filter(([, { isCounted }]) => isCounted !== true);
  // The types of the row are those of the columns.
  return (builder as unknown as Untyped)
    .insertInto(name)
    .values(Object.fromEntries(columns.map(([column]) => [column, values[camelCase(column)]])));
}

function valuesOf<Name extends TableName>(name: Name): ColumnName<Name>[] {
  const key: readonly string[] = SCHEMA[name].key;
  return columnsOf(name).flatMap(([column]) => (key.includes(column) ? [] : [column as ColumnName<Name>]));
}

function columnsOf(name: TableName): [string, Column][] {
  return Object.entries(SCHEMA[name].columns);
}
