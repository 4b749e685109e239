// Columns of a table that are read together, and how their stored values are decoded.

import type { Column } from "../schema/column.ts";
import {
  type Camel,
  type ColumnName,
  camelCase,
  type Row,
  SCHEMA,
  type Stored,
  type TableName,
} from "../schema/schema.ts";
import { compileFunction } from "./compile-function.ts";

/** A row as stored: words are codes, flags are 0 and 1. */
type StoredRow<Name extends TableName, Columns extends ColumnName<Name>> = {
  [C in Columns as Camel<C>]: Stored[Name][C];
};

export class Selection<Name extends TableName, Columns extends ColumnName<Name>> {
  /** The arguments for `select`. */
  readonly columns: readonly { [C in Columns]: `${Name}.${C} as ${Camel<C>}` }[Columns][];
  readonly #read: (...given: unknown[]) => void;

  constructor(table: Name, columns: readonly Columns[]) {
    this.columns = columns.map(
      (column) => `${table}.${column} as ${camelCase(column) as Camel<typeof column>}` as const,
    );
    const coded = columns.filter((column) => columnsOf(table)[column]!.read !== undefined);
    const reads = coded.map((column) => columnsOf(table)[column]!.read);
    const moves = coded.map((column, i) => `row.${camelCase(column)} = reads[${i}](row.${camelCase(column)});`);
    const readOne = compileFunction(["rows", "reads"], ["for (const row of rows) {", ...moves, "}"]);
    this.#read = (rows) => readOne(rows, reads);
  }

  /** Decodes the values of stored rows in place: copying each row would cost as much as reading it. */
  rows(stored: readonly StoredRow<Name, Columns>[]): Row<Name, Columns>[] {
    this.#read(stored);
    return stored as unknown as Row<Name, Columns>[];
  }

  row(stored: StoredRow<Name, Columns> | undefined): Row<Name, Columns> | undefined {
    return stored && this.rows([stored])[0];
  }
}

/** Selects these columns of a table. */
export function select<Name extends TableName, const Columns extends ColumnName<Name>>(
  table: Name,
  columns: readonly Columns[],
): Selection<Name, Columns> {
  return new Selection(table, columns);
}

/** Selects all columns except these. */
export function selectAll<Name extends TableName, const Omitted extends ColumnName<Name> = never>(
  table: Name,
  omitted: readonly Omitted[] = [],
): Selection<Name, Exclude<ColumnName<Name>, Omitted>> {
  const columns = Object.keys(columnsOf(table)) as ColumnName<Name>[];
  const isKept = (column: ColumnName<Name>): column is Exclude<ColumnName<Name>, Omitted> =>
    !(omitted as readonly string[]).includes(column);
  return new Selection(table, columns.filter(isKept));
}

function columnsOf(table: TableName): Readonly<Record<string, Column>> {
  return SCHEMA[table].columns;
}
