// Builds SQL from typed calls, with Kysely, which knows the tables from their declarations (schema.ts). It only compiles:
// a statement is compiled once, then prepared and run where the tables are open (history-store.ts). Where the two
// databases differ, a statement uses `either`, or one of the functions made with it here.

import {
  type AliasedExpression,
  type AliasNode,
  DummyDriver,
  type Expression,
  expressionBuilder,
  Kysely,
  type OperationNode,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type RawNode,
  type SqlBool,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { ColumnName, IndexName, Stored, TableName } from "../schema/schema.ts";

export { type Compilable, type SelectQueryBuilder, sql } from "kysely";

export type Builder = Kysely<Stored>;

/** Stands for a value while a statement is built: the path of the value among those that it will be called with. */
export class Place {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** Constants are compiled into the text, so that SQLite can match the condition of a partial index. */
class SqliteCompiler extends SqliteQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Place) super.appendValue(value);
    else this.appendImmediateValue(value);
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown): void {
    if (value instanceof Place) super.appendValue(value);
    else this.appendImmediateValue(value);
  }

  protected override visitRaw(node: RawNode & { readonly inPostgres?: RawNode }): void {
    super.visitRaw(node.inPostgres ?? node);
  }
}

/** The databases that can hold the tables. */
export type Dialect = "sqlite" | "postgres";

export const builders: Readonly<Record<Dialect, Builder>> = {
  sqlite: new Kysely<Stored>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new SqliteIntrospector(database),
      createQueryCompiler: () => new SqliteCompiler(),
    },
  }),
  postgres: new Kysely<Stored>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresCompiler(),
    },
  }),
};

/** A part of a statement that is written differently for each database. */
export function either<Value>(sqlite: RawBuilder<Value>, postgres: RawBuilder<Value>): RawBuilder<Value> {
  const node = { ...sqlite.toOperationNode(), inPostgres: postgres.toOperationNode() };
  return sql<Value>`${{ toOperationNode: (): OperationNode => node, expressionType: undefined }}`;
}

/** The larger of two values, and the smaller. */
export const greatest = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  either(sql`max(${a}, ${b})`, sql`greatest(${a}, ${b})`);
export const least = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  either(sql`min(${a}, ${b})`, sql`least(${a}, ${b})`);

/** A table read through this index, whatever SQLite's planner prefers. PostgreSQL has no such hint: it knows its row counts. */
export function indexed<Name extends TableName>(
  name: Name,
  index: IndexName<Name>,
): AliasedExpression<Stored[Name], Name> {
  const table = sql.table(name);
  const from = either(sql<Stored[Name]>`${table} indexed by ${sql.ref(index)}`, sql<Stored[Name]>`${table}`);
  return { expression: from, alias: name, toOperationNode: () => from.toOperationNode() as unknown as AliasNode };
}

type Value = number | string;
const { and, eb, or, ref } = (() => {
  // The types of the functions below check the columns.
  const any = expressionBuilder<Record<string, Record<string, Value>>, string>();
  return { and: any.and, eb: any, or: any.or, ref: (column: string) => sql.ref<Value>(column) };
})();

/** The filters of a list: a column equals a value, or one of several. An absent filter filters nothing. */
export function given<Name extends TableName>(
  name: Name,
  filters: { readonly [Column in ColumnName<Name>]?: Value | readonly Value[] | undefined },
): Expression<SqlBool> {
  const entries = Object.entries(filters) as [string, Value | readonly Value[] | undefined][];
  return and(
    entries.flatMap(([column, value]) => {
      if (value === undefined) return [];
      const own = ref(`${name}.${column}`);
      // PostgreSQL does not accept an empty list.
      if (Array.isArray(value) && value.length === 0) return [or([])];
      return [Array.isArray(value) ? eb(own, "in", value) : eb(own, "=", value as Value)];
    }),
  );
}

type TimeColumn = "at" | "created_at";

/** A time span; both ends are included. */
export interface Span {
  readonly startTime?: number | undefined;
  readonly endTime?: number | undefined;
}

export function within(time: TimeColumn, { startTime, endTime }: Span): Expression<SqlBool> {
  return and([
    ...(startTime === undefined ? [] : [eb(ref(time), ">=", startTime)]),
    ...(endTime === undefined ? [] : [eb(ref(time), "<=", endTime)]),
  ]);
}

/** Where a page ended: the last row that was sent. */
export interface ListPlace {
  readonly at: number;
  readonly id: number;
}

/**
 * The rows after a place in a list that is newest first. A place is a time and a number that rises with time, so rows that
 * are added meanwhile come before every later page, and none is sent twice.
 */
export function after(time: TimeColumn, key: string, place: ListPlace | undefined): Expression<SqlBool> {
  if (place === undefined) return and([]);
  return and([eb(ref(time), "<=", place.at), or([eb(ref(time), "<", place.at), eb(ref(key), "<", place.id)])]);
}
