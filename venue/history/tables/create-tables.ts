// The statements that make the tables what they are declared to be, for a new file and for one of an older version, and for a
// database of PostgreSQL.

import type { CreateTableBuilder, RawBuilder } from "kysely";
import type { Column, Index, Table } from "../schema/column.ts";
import { OLDEST_VERSION, SCHEMA, SCHEMA_VERSION } from "../schema/schema.ts";
import { builders, type Compilable, type Dialect, sql } from "./query-builder.ts";

const TABLES: Readonly<Record<string, Table>> = SCHEMA;

/** All tables. */
export function createAll(dialect: Dialect = "sqlite"): string {
  return script(Object.keys(TABLES).flatMap((name) => createTable(name, SCHEMA_VERSION, dialect)));
}

/** What came with a version: its tables, its columns, and its indices in place of those that had their names. */
export function createSince(version: number): string {
  return script(
    Object.entries(TABLES).flatMap(([name, { since = OLDEST_VERSION, columns, indices = {} }]) => {
      if (since > version) return [];
      if (since === version) return createTable(name, version);
      const added = Object.entries(columns).filter(([, column]) => column.since === version);
      const made = Object.entries(indices).filter(([, index]) => index.since === version);
      return [
        ...added.map(([column, declared]) => addColumn(name, column, declared)),
        ...made.flatMap(([index, declared]) => [
          builders.sqlite.schema.dropIndex(index).ifExists(),
          createIndex(name, index, declared),
        ]),
      ];
    }),
  );
}

/** What PostgreSQL calls the types of columns. */
export const POSTGRES_TYPES = { integer: "bigint", real: "double precision", text: "text" } as const;

/** Text is sorted by its bytes, as SQLite does, whatever language the database speaks. */
function typeOf({ type }: Column, dialect: Dialect): Column["type"] | RawBuilder<unknown> {
  if (dialect === "sqlite") return type;
  return sql.raw(type === "text" ? `${POSTGRES_TYPES.text} collate "C"` : POSTGRES_TYPES[type]);
}

/** By which column of time PostgreSQL keeps the rows of a table apart: of those tables whose rows leave. */
export function keptApartBy(name: string): string | undefined {
  return TABLES[name]!.leaves?.begun;
}

/** By what a table's rows differ. PostgreSQL needs that by which it keeps them apart to be a part of it. */
export function keyIn(name: string, dialect: Dialect): readonly string[] {
  const { key } = TABLES[name]!;
  const time = dialect === "postgres" ? keptApartBy(name) : undefined;
  return time === undefined || key.includes(time) ? key : [...key, time];
}

/** One table of PostgreSQL, with its indices. */
export function createInPostgres(name: string): string {
  return script(createTable(name, SCHEMA_VERSION, "postgres"));
}

/** As the table was in a version. */
function createTable(name: string, version: number, dialect: Dialect = "sqlite"): Compilable[] {
  const { columns, check, indices = {}, liesAsItCame } = TABLES[name]!;
  const key = keyIn(name, dialect);
  const isThere = ({ since = OLDEST_VERSION }: { readonly since?: number }) => since <= version;
  // A single number is what SQLite finds a row by.
  const isRowNumber = key.length === 1 && columns[key[0]!]!.type === "integer";
  let table: CreateTableBuilder<string, never> = builders[dialect].schema.createTable(name);
  for (const [column, declared] of Object.entries(columns).filter(([, column]) => isThere(column))) {
    table = table.addColumn(column, typeOf(declared, dialect), (definition) => {
      if (key.length === 1 && key[0] === column) return definition.primaryKey();
      const whole = declared.isUnique === true ? definition.unique() : definition;
      const bounded = declared.isNull === true ? whole : whole.notNull();
      return declared.before === undefined ? bounded : bounded.defaultTo(declared.before);
    });
  }
  if (key.length > 1) table = table.addPrimaryKeyConstraint(`${name}_key`, key as never);
  if (check !== undefined) table = table.addCheckConstraint(`${name}_check`, sql.raw(check));
  const own = Object.entries(indices).filter(([, index]) => isThere(index));
  if (dialect === "sqlite") {
    table = table.modifyEnd(isRowNumber || liesAsItCame === true ? sql`strict` : sql`strict, without rowid`);
  } else if (liesAsItCame === true) {
    // What SQLite has by itself.
    table = table.addColumn("rowid", sql.raw("bigint generated always as identity"));
  }
  if (dialect === "postgres") {
    const time = keptApartBy(name);
    if (time !== undefined) table = table.modifyEnd(sql`partition by range (${sql.ref(time)})`);
  }
  return [table, ...own.map(([index, declared]) => createIndex(name, index, declared, dialect))];
}

function addColumn(table: string, name: string, { type, isNull, before }: Column): Compilable {
  return builders.sqlite.schema.alterTable(table).addColumn(name, type, (definition) => {
    const bounded = isNull === true ? definition : definition.notNull();
    return before === undefined ? bounded : bounded.defaultTo(before);
  });
}

function createIndex(table: string, name: string, { on, where }: Index, dialect: Dialect = "sqlite"): Compilable {
  // Lists lie in an index to their last term: SQLite appends the key to it by itself.
  const key = dialect === "sqlite" ? [] : TABLES[table]!.key.filter((column) => !on.includes(column));
  const index = builders[dialect].schema
    .createIndex(name)
    .on(table)
    .columns([...on, ...key]);
  return where === undefined ? index : index.where(sql.raw<boolean>(where));
}

function script(statements: readonly Compilable[]): string {
  return statements.map((statement) => `${statement.compile().sql};`).join("\n");
}
