// The tables of history. They hold what the engine's events reported, in the engine's units, and nothing that could not be
// rebuilt from the journal: deleting the file costs time, never data.

import { accountTables } from "./account-tables.ts";
import { type Column, table, text, whole } from "./column.ts";
import { marketTables } from "./market-tables.ts";
import { moneyTables } from "./money-tables.ts";
import { orderTables } from "./order-tables.ts";
import { vaultTables } from "./vault-tables.ts";

/**
 * Rises with every change of a table; each addition is declared with the version that it came with. A file of an older version
 * is migrated (migrations.ts); one from before `OLDEST_VERSION` is rebuilt.
 */
export const SCHEMA_VERSION = 8;
export const OLDEST_VERSION = 5;

/** The version of the tables in PostgreSQL, which also change independently (../postgres/bringing-up.ts). */
export const POSTGRES_VERSION = 9;

export const SCHEMA = {
  meta: table({
    meaning:
      "How far history has read the journal: one row, updated in the same transaction as the rows of that command.",
    columns: {
      only_row: whole("number"),
      schema_version: whole("number"),
      position: whole("number", "the last command; 0 before the first"),
      checksum: text("checksum of that command's record, to detect a different journal; empty at 0"),
    },
    key: ["only_row"],
    check: "only_row = 0",
  }),
  ...orderTables,
  ...marketTables,
  ...accountTables,
  ...moneyTables,
  ...vaultTables,
};

type Schema = typeof SCHEMA;
export type TableName = keyof Schema;
export type ColumnName<Name extends TableName> = keyof Schema[Name]["columns"] & string;
export type IndexName<Name extends TableName> = Schema[Name] extends { readonly indices?: infer Indices }
  ? keyof NonNullable<Indices> & string
  : never;

type StoredOf<Declared> = Declared extends Column<infer Stored, infer _> ? Stored : never;
type ReadOf<Declared> = Declared extends Column<infer _, infer Read> ? Read : never;

/** The rows of each table as stored, by column name. */
export type Stored = {
  readonly [Name in TableName]: { [C in ColumnName<Name>]: StoredOf<Schema[Name]["columns"][C]> };
};

/** A column name in camel case, as used in code. */
export type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name;

/** A row of a table, or some of its columns, as readers get it. */
export type Row<Name extends TableName, Columns extends ColumnName<Name> = ColumnName<Name>> = {
  [C in Columns as Camel<C>]: ReadOf<Schema[Name]["columns"][C]>;
};

type CountedColumn<Name extends TableName> = {
  [C in ColumnName<Name>]: Schema[Name]["columns"][C] extends { readonly isCounted: true } ? C : never;
}[ColumnName<Name>];

/** A row to be written, as stored, without the column that the table numbers itself. */
export type NewRow<Name extends TableName> = {
  [C in Exclude<ColumnName<Name>, CountedColumn<Name>> as Camel<C>]: StoredOf<Schema[Name]["columns"][C]>;
};

export function camelCase(column: string): string {
  return column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}
