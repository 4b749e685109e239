// What makes SQL of typed calls: Kysely, which knows the tables from their declarations (schema.ts). It compiles and never
// runs anything: a statement is compiled once, and prepared and run where the tables are open (store.ts). In what the two
// databases differ, a statement says by `either`, or by what is made of it here.

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

/** In place of a value, while a statement is built: where among the values it is. */
export class Place {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** What is no place is the same each time: it is a part of the text, where an index that is for it is recognised. */
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

/** The databases that the tables may lie in. */
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

/** A part of a statement that the databases have different words for. */
export function either<Value>(sqlite: RawBuilder<Value>, postgres: RawBuilder<Value>): RawBuilder<Value> {
  const node = { ...sqlite.toOperationNode(), inPostgres: postgres.toOperationNode() };
  return sql<Value>`${{ toOperationNode: (): OperationNode => node, expressionType: undefined }}`;
}

/** The larger of two values, and the smaller one. */
export const greatest = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  either(sql`max(${a}, ${b})`, sql`greatest(${a}, ${b})`);
export const least = (a: RawBuilder<unknown>, b: RawBuilder<unknown>) =>
  either(sql`min(${a}, ${b})`, sql`least(${a}, ${b})`);

/** A table that is read through an index, whatever SQLite thinks of it. PostgreSQL can't be asked to: it knows how many rows there are. */
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
  // Columns are checked by the types of the functions below.
  const any = expressionBuilder<Record<string, Record<string, Value>>, string>();
  return { and: any.and, eb: any, or: any.or, ref: (column: string) => sql.ref<Value>(column) };
})();

/** What a list is filtered by: a column is this value, or one of these. What is not given filters nothing. */
export function given<Name extends TableName>(
  name: Name,
  filters: { readonly [Column in ColumnName<Name>]?: Value | readonly Value[] | undefined },
): Expression<SqlBool> {
  const entries = Object.entries(filters) as [string, Value | readonly Value[] | undefined][];
  return and(
    entries.flatMap(([column, value]) => {
      if (value === undefined) return [];
      const own = ref(`${name}.${column}`);
      // In PostgreSQL a list has something in it.
      if (Array.isArray(value) && value.length === 0) return [or([])];
      return [Array.isArray(value) ? eb(own, "in", value) : eb(own, "=", value as Value)];
    }),
  );
}

type TimeColumn = "at" | "created_at";

/** Both ends of a time span are included. */
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

/** Where a page ended: the row that was sent last. */
export interface ListPlace {
  readonly at: number;
  readonly id: number;
}

/**
 * What lies after a place in a list that is newest first. A place is a time and a number that rises with time, so that rows
 * that are added meanwhile lie before every page that is still to come, and none is sent twice.
 */
export function after(time: TimeColumn, key: string, place: ListPlace | undefined): Expression<SqlBool> {
  if (place === undefined) return and([]);
  return and([eb(ref(time), "<=", place.at), or([eb(ref(time), "<", place.at), eb(ref(key), "<", place.id)])]);
}
