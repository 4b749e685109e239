// The writes of a transaction that have not been sent yet. The writes of one table are sent together, in the order in which they
// came. There is no order between tables, except that a statement that looks at other tables is sent after everything before it.
//
// New rows are sent by COPY, upserts as one statement of many rows, and updates by a condition as calls of a prepared statement,
// many in one message. So a batch takes a few round trips for each table, however many rows it has.

import { camelCase, SCHEMA, type TableName } from "../schema/schema.ts";
import { compileFunction } from "../tables/compile-function.ts";
import type { Compiled } from "../tables/statement.ts";
import { givenColumns } from "../tables/writing.ts";
import type { StatementValue, Step } from "./line/line-protocol.ts";
import { copied, listed, literal } from "./value-texts.ts";

/** At this many pending writes they are sent, to bound what waits in memory. */
const ROWS_MAX = 10_000;

type Part =
  | { readonly is: "new"; readonly rows: string[] }
  | Merged
  | { readonly is: "calls"; readonly texts: string[] };

interface Merged {
  readonly is: "merged";
  readonly text: string;
  /** One list of values for each column. */
  readonly lists: StatementValue[][];
  /** The keys in the lists: one statement can't change a row twice. */
  readonly keys: Set<string>;
}

/** The values of a row, by name. */
type Values = Readonly<Record<string, StatementValue>>;

export class PendingWrites {
  /** Statements that look at more than one table; everything that came later waits behind them. */
  #first: string[] = [];
  readonly #parts = new Map<string, Part[]>();
  #count = 0;

  get isMany(): boolean {
    return this.#count >= ROWS_MAX;
  }

  addNew(table: TableName, line: string): void {
    const part = this.#partOf(table, "new", () => true) ?? this.#begin(table, { is: "new", rows: [] });
    part.rows.push(line);
  }

  addMerged(table: TableName, text: string, columns: readonly StatementValue[], key: string): void {
    const isOwn = (part: Merged) => part.text === text && !part.keys.has(key);
    const part =
      this.#partOf(table, "merged", isOwn) ??
      this.#begin(table, { is: "merged", text, lists: columns.map(() => []), keys: new Set() });
    part.keys.add(key);
    for (let i = 0; i < columns.length; i++) part.lists[i]!.push(columns[i]!);
  }

  /** @param table the only table that the call looks at and changes; null for several: then nothing may be pending before it */
  addCall(table: string | null, text: string): void {
    this.#count += 1;
    if (table === null) this.#first.push(text);
    else (this.#partOf(table, "calls", () => true) ?? this.#begin(table, { is: "calls", texts: [] })).texts.push(text);
  }

  /** @param tables takes only the writes of these, if that suffices; all tables when absent */
  take(tables?: ReadonlySet<string>): Step[] {
    const steps: Step[] = script(this.#first);
    const isAll = tables === undefined || steps.length > 0;
    this.#first = [];
    for (const [table, parts] of this.#parts) {
      if (!isAll && !tables.has(table)) continue;
      for (const part of parts) steps.push(...stepsOf(table as TableName, part));
      this.#parts.delete(table);
    }
    if (this.#parts.size === 0) this.#count = 0;
    return steps;
  }

  #begin<P extends Part>(table: string, part: P): P {
    const parts = this.#parts.get(table);
    if (parts === undefined) this.#parts.set(table, [part]);
    else parts.push(part);
    return part;
  }

  /** The table's last part, if it is of this kind and accepts the write. */
  #partOf<Is extends Part["is"]>(table: string, is: Is, isRight: (part: Extract<Part, { is: Is }>) => boolean) {
    this.#count += 1;
    const last = this.#parts.get(table)?.at(-1);
    if (last === undefined || last.is !== is) return undefined;
    const own = last as Extract<Part, { is: Is }>;
    return isRight(own) ? own : undefined;
  }
}

function stepsOf(table: TableName, part: Part): Step[] {
  if (part.is === "calls") return script(part.texts);
  if (part.is === "merged") return [{ is: "statement", text: part.text, values: part.lists.map(listed) }];
  const columns = Object.keys(SCHEMA[table].columns).map((column) => `"${column}"`);
  return [{ is: "copy", into: `"${table}" (${columns.join(", ")})`, rows: part.rows.join("") }];
}

function script(texts: readonly string[]): Step[] {
  return texts.length === 0 ? [] : [{ is: "script", text: texts.join(";") }];
}

/** Writes a new row as a line of its table, columns in order. @param number the row's number in a table that counts its rows */
export type LineOf = (row: object, number: number) => string;

export function lineOf(table: TableName): LineOf {
  const places = Object.entries(SCHEMA[table].columns).map(([column, declared]) =>
    "isCounted" in declared && declared.isCounted === true ? "number" : `row.${camelCase(column)}`,
  );
  const line = places.map((place) => `copied(${place})`).join(' + "\\t" + ');
  const write = compileFunction(["row", "number", "copied"], [`return ${line} + "\\n";`]) as (
    ...given: unknown[]
  ) => unknown;
  return (row, number) => write(row, number, copied) as string;
}

/** The values that a row has in a statement of many rows, and its key, which tells it from the others. */
export function mergedOf(table: TableName): (row: object) => { columns: StatementValue[]; key: string } {
  const names = givenColumns(table).map(camelCase);
  const key = (SCHEMA[table].key as readonly string[]).map(camelCase);
  return (row) => {
    const values = row as Values;
    return { columns: names.map((name) => values[name]!), key: key.map((name) => values[name]).join("\n") };
  };
}

/** The call of a prepared statement, as text. */
export function callOf(name: string, { bind }: Compiled, values: object): string {
  const given = bind(values) as unknown as readonly StatementValue[];
  return given.length === 0 ? `EXECUTE ${name}` : `EXECUTE ${name}(${given.map(literal).join(", ")})`;
}
