// How a table of history is declared. From this one declaration come the statements that create the table, the type of its
// rows, the statements that write and read them, and its entry in the documents. It names types in words of its own:
// create-tables.ts has SQLite's and PostgreSQL's names for them.

/** The unit of a number. */
export type Unit =
  | "number" // names an account, an order, a market …
  | "count"
  | "micros" // 10⁻⁶ USDC
  | "lots"
  | "ticks"
  | "shares" // 10⁻⁶ of a share
  | "ms" // venue time, since 1970
  | "days" // whole days since 1970, UTC
  | "10⁻⁵"
  | "10⁻¹⁰"
  | "USDC"
  | "part"; // of 1

/** Stored is the type in the database, Read the type that readers get. */
export interface Column<Stored = unknown, Read = Stored> {
  readonly type: "integer" | "real" | "text";
  readonly unit?: Unit;
  readonly meaning: string;
  readonly isNull?: true;
  /** Whether the table numbers its rows in this column. */
  readonly isCounted?: true;
  readonly isUnique?: true;
  /** The version that added the column, if it is younger than its table; `before` is its value in older rows. */
  readonly since?: number;
  readonly before?: number;
  /** Decodes a stored value; absent where the stored value is read as it is. */
  read?(stored: Stored): Read;
  /** Never set: it keeps the types of what may be stored apart. */
  readonly stored?: Stored;
}

type Counted<Stored> = Column<Stored> & { readonly isCounted: true };

/** A whole number. */
export function whole(unit: Unit, meaning = ""): Column<number> {
  return { type: "integer", unit, meaning };
}

/** A key that counts the rows of its table from 1, in journal order. */
export function counted(meaning = ""): Counted<number> {
  return { type: "integer", unit: "number", meaning, isCounted: true };
}

export function real(unit: Unit, meaning = ""): Column<number> {
  return { type: "real", unit, meaning };
}

export function text<Text extends string = string>(meaning = ""): Column<Text> {
  return { type: "text", meaning };
}

/** A word from a list that only ever grows at its end; stored as its index. */
export function word<Word extends string>(words: readonly Word[], meaning = ""): Column<number, Word> {
  const places = words.map((each, place) => `${place} ${each}`).join(", ");
  const said = meaning === "" ? places : `${meaning}: ${places}`;
  return { type: "integer", meaning: said, read: (place) => words[place]! };
}

export function flag(meaning = ""): Column<number, boolean> {
  const said = meaning === "" ? "0 no, 1 yes" : `${meaning}: 0 no, 1 yes`;
  return { type: "integer", meaning: said, read: (stored) => stored === 1 };
}

export function json<Value>(meaning: string): Column<string, Value> {
  return { type: "text", meaning: `${meaning}: JSON`, read: (stored) => JSON.parse(stored) as Value };
}

/** A column whose value is not known for every row. */
export function orNull<Stored, Read>(column: Column<Stored, Read>): Column<Stored | null, Read | null> {
  return { ...column, isNull: true } as Column<Stored | null, Read | null>;
}

/** A column that was added to its table in a later version. */
export function since<Stored, Read>(
  version: number,
  column: Column<Stored, Read>,
  before?: number,
): Column<Stored, Read> {
  return { ...column, since: version, ...(before !== undefined && { before }) };
}

export function unique<Stored, Read>(column: Column<Stored, Read>): Column<Stored, Read> {
  return { ...column, isUnique: true };
}

export interface Index<Name extends string = string> {
  readonly on: readonly Name[];
  /** SQL condition of a partial index. A statement must contain it word for word to use the index. */
  readonly where?: string;
  /** The version that added the index, or that last changed it. */
  readonly since?: number;
  readonly meaning?: string;
}

/** The groups of tables for which an operator can set the retention in days. */
export const LEAVING_GROUPS = ["orders", "trades", "positions"] as const;
export type LeavingGroup = (typeof LEAVING_GROUPS)[number];

/** `newest` for a table whose row numbers continue from its last row, which must therefore stay. */
export const COUNTS_ON = 1;

/** Which rows leave a table once they are old enough. */
export interface Leaving {
  readonly group: LeavingGroup;
  /**
   * A time column that rises along the key, so that after a row that is too young none is old enough. It never changes:
   * PostgreSQL partitions by it.
   */
  readonly begun: string;
  /** An SQL condition that a row must meet to leave; absent for none. */
  readonly once?: string;
  /** The column that its age counts from; absent for `begun`. */
  readonly over?: string;
  /** So many of the newest rows stay, whatever their age; for a key of several columns, so many for each value of its first. */
  readonly newest?: number;
  /** Rows with the same value here leave together, led by the first of them: a tree, by its root. */
  readonly whole?: string;
}

/** How a table is walked from its oldest row on: along a column of its key, or along it separately within each part. */
export interface WalkedBy {
  readonly part?: string;
  readonly by: string;
}

export function walkedBy(key: readonly string[], { begun }: Leaving): WalkedBy {
  const [first, second] = key as [string, string?];
  // A key that begins with the time is walked along that.
  return second === undefined || first === begun ? { by: first } : { part: first, by: second };
}

export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  readonly meaning: string;
  /** The version that added the table; absent for those that were always there. */
  readonly since?: number;
  readonly columns: Columns;
  readonly key: readonly (keyof Columns & string)[];
  /** Rows are stored in the order in which they were inserted, not in the order of their key. */
  readonly liesAsItCame?: true;
  /** An SQL condition on every row. */
  readonly check?: string;
  readonly indices?: Readonly<Record<string, Index<keyof Columns & string>>>;
  /** Absent if rows stay for ever, or leave with another table's. */
  readonly leaves?: Leaving;
  /** Rows leave with the row of another table that they name in this column. */
  readonly leavesWith?: { readonly table: string; readonly by: keyof Columns & string };
}

/** Declares a table. It returns its argument, and keeps the names of columns and indices in its type. */
export function table<
  const Columns extends Record<string, Column>,
  const Indices extends Readonly<Record<string, Index<keyof Columns & string>>> = Record<never, never>,
>(
  declared: Omit<Table, "columns" | "key" | "indices"> & {
    readonly columns: Columns;
    readonly key: readonly (keyof Columns & string)[];
    readonly indices?: Indices;
  },
): typeof declared & { readonly indices?: Indices } {
  return declared;
}
