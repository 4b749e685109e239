// How a table of history is declared: once, for what is made of it. From a declaration come the statements that create the
// table, the type of its rows, the statements that write and read them, and its place in the documents. It names types and
// not a database's own words for them: SQLite and PostgreSQL each have theirs (create-tables.ts).

/** What a number counts. */
export type Unit =
  | "number" // of an account, an order, a market …: it names one
  | "count"
  | "micros" // 10⁻⁶ USDC
  | "lots"
  | "ticks"
  | "shares" // 10⁻⁶ of a share
  | "ms" // venue time, since 1970
  | "days" // whole ones since 1970, UTC
  | "10⁻⁵"
  | "10⁻¹⁰"
  | "USDC"
  | "part"; // of one

/** Stored is what the database holds, Read is what a reader gets. */
export interface Column<Stored = unknown, Read = Stored> {
  readonly type: "integer" | "real" | "text";
  readonly unit?: Unit;
  readonly meaning: string;
  readonly isNull?: true;
  /** Whether the table counts it up by itself. */
  readonly isCounted?: true;
  readonly isUnique?: true;
  /** The version of the tables that it came with, where it is younger than its table; `before` is what older rows have. */
  readonly since?: number;
  readonly before?: number;
  /** What the stored value stands for; it stands for itself when absent. */
  read?(stored: Stored): Read;
  /** Never there: keeps apart the types of what may be stored. */
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

/** One of a list of words that only ever grows at its end: stored as its place there. */
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

/** One that is not known of every row. */
export function orNull<Stored, Read>(column: Column<Stored, Read>): Column<Stored | null, Read | null> {
  return { ...column, isNull: true } as Column<Stored | null, Read | null>;
}

/** One that the table did not have from its beginning. */
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
  /** Holds those rows alone. A statement that is to use it says the same words. */
  readonly where?: string;
  /** The version of the tables that it came with, or that made it what it is. */
  readonly since?: number;
  readonly meaning?: string;
}

/** What an operator may give days of its own. */
export const LEAVING_GROUPS = ["orders", "trades", "positions"] as const;
export type LeavingGroup = (typeof LEAVING_GROUPS)[number];

/** `newest` of a table whose numbers go on from its last row. */
export const COUNTS_ON = 1;

/** Which rows leave a table once they are old enough. */
export interface Leaving {
  readonly group: LeavingGroup;
  /**
   * Rises along the key, so that behind a row that is too young none is old enough. It never changes: PostgreSQL keeps rows apart
   * by it.
   */
  readonly begun: string;
  /** What must hold of a row that leaves, in SQL; where absent, nothing. */
  readonly once?: string;
  /** Its age counts from here; from `begun` where absent. */
  readonly over?: string;
  /** So many of the newest stay, however old they are; of each value of the key's first column where that is not its only one. */
  readonly newest?: number;
  /** A row leaves together with all that have the same here, and the first of them leads: a tree, by its root. */
  readonly whole?: string;
}

/** How a table is walked from its oldest row on: along a column of its key, of each part by itself where there are parts. */
export interface WalkedBy {
  readonly part?: string;
  readonly by: string;
}

export function walkedBy(key: readonly string[], { begun }: Leaving): WalkedBy {
  const [first, second] = key as [string, string?];
  // Where rows lie by the time of their beginning, they are walked by that.
  return second === undefined || first === begun ? { by: first } : { part: first, by: second };
}

export interface Table<Columns extends Record<string, Column> = Record<string, Column>> {
  readonly meaning: string;
  /** The version of the tables that it came with; absent for those that have been there always. */
  readonly since?: number;
  readonly columns: Columns;
  readonly key: readonly (keyof Columns & string)[];
  /** Rows lie in the order in which they came, and not in the order of their key. */
  readonly liesAsItCame?: true;
  /** What must hold of each row. */
  readonly check?: string;
  readonly indices?: Readonly<Record<string, Index<keyof Columns & string>>>;
  /** Absent: rows stay for ever, or another table says when they go. */
  readonly leaves?: Leaving;
  /** Rows go with those of another table that they name by this column. */
  readonly leavesWith?: { readonly table: string; readonly by: keyof Columns & string };
}

/** Keeps the names of columns and indices. */
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
