// Builds the SQL that creates the tables as declared: for a new file, for the migration of an older one, and for PostgreSQL.

import type { CreateTableBuilder, RawBuilder } from "kysely";
import type { Column, Index, Table } from "../schema/column.ts";
import { OLDEST_VERSION, SCHEMA, SCHEMA_VERSION } from "../schema/schema.ts";
import { builders, type Compilable, type Dialect, sql } from "./query-builder.ts";

const TABLES: Readonly<Record<string, Table>> = SCHEMA;

/** Creates all tables. */
export function createAll(dialect: Dialect = "sqlite"): string {
  return script(Object.keys(TABLES).flatMap((name) => createTable(name, SCHEMA_VERSION, dialect)));
}

/** What a version added: its tables, its columns, and its indices, replacing those of the same names. */
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

/** PostgreSQL's names for the column types. */
export const POSTGRES_TYPES = { integer: "bigint", real: "double precision", text: "text" } as const;

/** Text is sorted by its bytes, as in SQLite, whatever the database's locale. */
function typeOf({ type }: Column, dialect: Dialect): Column["type"] | RawBuilder<unknown> {
  if (dialect === "sqlite") return type;
  return sql.raw(type === "text" ? `${POSTGRES_TYPES.text} collate "C"` : POSTGRES_TYPES[type]);
}

/** The time column by which PostgreSQL partitions a table: `begun` of tables whose rows leave; undefined for others. */
export function keptApartBy(name: string): string | undefined {
  return TABLES[name]!.leaves?.begun;
}

/** The columns of a table's key. PostgreSQL requires the partitioning column to be among them. */
export function keyIn(name: string, dialect: Dialect): readonly string[] {
  const { key } = TABLES[name]!;
  const time = dialect === "postgres" ? keptApartBy(name) : undefined;
  return time === undefined || key.includes(time) ? key : [...key, time];
}

/** Creates one table in PostgreSQL, with its indices. */
export function createInPostgres(name: string): string {
  return script(createTable(name, SCHEMA_VERSION, "postgres"));
}

/** Creates the table as it was in a version. */
function createTable(name: string, version: number, dialect: Dialect = "sqlite"): Compilable[] {
  const { columns, check, indices = {}, liesAsItCame } = TABLES[name]!;
  const key = keyIn(name, dialect);
  const isThere = ({ since = OLDEST_VERSION }: { readonly since?: number }) => since <= version;
  // SQLite uses a single integer key as its row id.
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
    // SQLite has this column without declaring it.
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
  // The index must hold a list's whole sort order, the key included. SQLite appends the key on its own.
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
