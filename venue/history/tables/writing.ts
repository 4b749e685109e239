// The ways in which whole rows are written. Values are named, and as the database has them. Where many rows are written at
// once, PostgreSQL gets them as lists of the values of each column.

import type { InsertQueryBuilder, Kysely, OnConflictBuilder, OnConflictDoNothingBuilder } from "kysely";
import type { Column } from "../schema/column.ts";
import { type ColumnName, camelCase, type NewRow, SCHEMA, type TableName } from "../schema/schema.ts";
import { keyIn, POSTGRES_TYPES } from "./create-tables.ts";
import { type Builder, builders, type Dialect, sql } from "./query-builder.ts";
import { WholeStatement } from "./statement.ts";

/** Writes rows of one table, each by its own key. */
export class RowStatement<Name extends TableName> extends WholeStatement<NewRow<Name>, unknown> {
  readonly table: Name;
  /** Null for rows that are always new. */
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

  /** For PostgreSQL: of rows with different keys. It takes the values of each column as one list. */
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

/** Unless there is a row of that key. */
export function insertNewInto<Name extends TableName>(name: Name): RowStatement<Name> {
  return new RowStatement(name, (conflict) => conflict.doNothing());
}

/** Where there is a row of that key, it gets these of the values: all when none are named. */
export function putInto<Name extends TableName>(
  name: Name,
  changing: readonly ColumnName<Name>[] = valuesOf(name),
): RowStatement<Name> {
  return merging(name, changing, (column) => excluded(column));
}

/** Where there is a row of that key, these of the values are added to its own: all when none are named. */
export function addTo<Name extends TableName>(
  name: Name,
  adding: readonly ColumnName<Name>[] = valuesOf(name),
): RowStatement<Name> {
  return merging(name, adding, (column) => sql`${sql.ref(`${name}.${column}`)} + ${excluded(column)}`);
}

/** Where there is a row of that key, `merge` says what becomes of its columns. */
export function merging<Name extends TableName>(
  name: Name,
  columns: readonly ColumnName<Name>[],
  merge: (column: ColumnName<Name>) => ReturnType<typeof excluded>,
): RowStatement<Name> {
  const merged = Object.fromEntries(columns.map((column) => [column, merge(column)]));
  return new RowStatement(name, (conflict, dialect) => conflict.columns(keyIn(name, dialect)).doUpdateSet(merged));
}

/** What would have been inserted. */
export function excluded(column: string) {
  return sql`${sql.ref(`excluded.${column}`)}`;
}

/** The columns that a new row is given: without what its table counts by itself. */
export function givenColumns(name: TableName): string[] {
  return Object.entries(columnsOf(name)).flatMap(([column, { isCounted }]) => (isCounted === true ? [] : [column]));
}

type Untyped = Record<string, Record<string, unknown>>;
type Conflict = OnConflictBuilder<Untyped, string>;
type Resolve = (
  conflict: Conflict,
  dialect: Dialect,
) => OnConflictDoNothingBuilder<Untyped, string> | ReturnType<Conflict["doUpdateSet"]>;

/** The types of rows are those of their columns. */
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
