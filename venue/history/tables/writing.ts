// The ways to write whole rows: insert, insert if new, upsert, add. Values are named, and as they are stored. When many rows
// are written at once, PostgreSQL gets them as one list of values for each column.

import type { InsertQueryBuilder, Kysely, OnConflictBuilder, OnConflictDoNothingBuilder } from "kysely";
import type { Column } from "../schema/column.ts";
import { type ColumnName, camelCase, type NewRow, SCHEMA, type TableName } from "../schema/schema.ts";
import { keyIn, POSTGRES_TYPES } from "./create-tables.ts";
import { type Builder, builders, type Dialect, sql } from "./query-builder.ts";
import { WholeStatement } from "./statement.ts";

/** Writes rows of one table, identified by their keys. */
export class RowStatement<Name extends TableName> extends WholeStatement<NewRow<Name>, unknown> {
  readonly table: Name;
  /** How a conflict with an existing row is resolved; null for rows that are always new. */
  readonly #resolve: Resolve | null;

  constructor(table: Name, resolve: Resolve | null) {
    super((builder, row) => {
      const values = row as Readonly<Record<string, unknown>>;
      const named = givenColumns(table).map((column) => [column, values[camelCase(column)]]);
      const inserting = untyped(builder)
        .insertInto(table as string)
        .values(Object.fromEntries(named));
      return resolved(inserting, resolve, builder === builders.postgres ? "postgres" : "sqlite");
    });
    this.table = table;
    this.#resolve = resolve;
  }

  get isAlwaysNew(): boolean {
    return this.#resolve === null;
  }

  /** For PostgreSQL: the text that writes many rows with different keys, given one list of values for each column. */
  manyAtOnce(): string {
    const lists = givenColumns(this.table).map((column, i) => {
      const type = POSTGRES_TYPES[columnsOf(this.table)[column]!.type];
      return sql`${sql.raw(`$${i + 1}`)}::${sql.raw(type)}[]`;
    });
    const rows = untyped(builders.postgres)
      .insertInto(this.table as string)
      .columns(givenColumns(this.table))
      .expression(sql`select * from unnest(${sql.join(lists)})`);
    return resolved(rows, this.#resolve, "postgres").compile().sql;
  }
}

export function insertInto<Name extends TableName>(name: Name): RowStatement<Name> {
  return new RowStatement(name, null);
}

/** Inserts a row unless there is one with its key. */
export function insertNewInto<Name extends TableName>(name: Name): RowStatement<Name> {
  return new RowStatement(name, (conflict) => conflict.doNothing());
}

/** Inserts a row, or sets these columns of the row with its key: all columns when none are named. */
export function putInto<Name extends TableName>(
  name: Name,
  changing: readonly ColumnName<Name>[] = valuesOf(name),
): RowStatement<Name> {
  return merging(name, changing, (column) => excluded(column));
}

/** Inserts a row, or adds these columns to those of the row with its key: all columns when none are named. */
export function addTo<Name extends TableName>(
  name: Name,
  adding: readonly ColumnName<Name>[] = valuesOf(name),
): RowStatement<Name> {
  return merging(name, adding, (column) => sql`${sql.ref(`${name}.${column}`)} + ${excluded(column)}`);
}

/** Inserts a row, or updates these columns of the row with its key to what `merge` returns for each. */
export function merging<Name extends TableName>(
  name: Name,
  columns: readonly ColumnName<Name>[],
  merge: (column: ColumnName<Name>) => ReturnType<typeof excluded>,
): RowStatement<Name> {
  const merged = Object.fromEntries(columns.map((column) => [column, merge(column)]));
  return new RowStatement(name, (conflict, dialect) => conflict.columns(keyIn(name, dialect)).doUpdateSet(merged));
}

/** The value that would have been inserted. */
export function excluded(column: string) {
  return sql`${sql.ref(`excluded.${column}`)}`;
}

/** The columns for which a new row needs values: all but the one that its table numbers itself. */
export function givenColumns(name: TableName): string[] {
  return Object.entries(columnsOf(name)).flatMap(([column, { isCounted }]) => (isCounted === true ? [] : [column]));
}

type Untyped = Record<string, Record<string, unknown>>;
type Conflict = OnConflictBuilder<Untyped, string>;
type Resolve = (
  conflict: Conflict,
  dialect: Dialect,
) => OnConflictDoNothingBuilder<Untyped, string> | ReturnType<Conflict["doUpdateSet"]>;

/** Drops the types of the rows: here they follow from the columns. */
function untyped(builder: Builder): Kysely<Untyped> {
  return builder as unknown as Kysely<Untyped>;
}

function resolved(inserting: InsertQueryBuilder<Untyped, string, unknown>, resolve: Resolve | null, dialect: Dialect) {
  if (resolve === null) return inserting;
  return inserting.onConflict(((conflict: Conflict) => resolve(conflict, dialect)) as never);
}

function valuesOf<Name extends TableName>(name: Name): ColumnName<Name>[] {
  const key: readonly string[] = SCHEMA[name].key;
  return Object.keys(columnsOf(name)).filter((column): column is ColumnName<Name> => !key.includes(column));
}

function columnsOf(name: TableName): Readonly<Record<string, Column>> {
  return SCHEMA[name].columns;
}
