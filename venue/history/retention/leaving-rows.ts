// Deletes rows from the tables once their days are over, a few at a time, between batches of what is projected.
//
// Which rows leave on a day depends only on the rows and the beginning of that day, not on when they are looked at: nothing
// that happens on the day can change it, because every change to a row makes it young. So rebuilt tables end with the same
// rows as tables that lived through the days, and what a crash undoes is simply done again.
//
// Rows that the database can drop as whole partitions leave that way first (history-store.ts). Then a table is walked
// along its key, from its oldest row to the first that is too young. Rows that are old but not over, such as an order that
// has been open for a year, are passed over: they are few.

import { DAY_MS } from "../../sums/candle-sums.ts";
import { type Leaving, type Table, walkedBy } from "../schema/column.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";
import type { Bounds, Store, Write } from "../tables/history-store.ts";
import { type Builder, type Compilable, sql } from "../tables/query-builder.ts";
import { statement, type WholeStatement } from "../tables/statement.ts";
import { leavesBefore, type Retention } from "./retention.ts";

/** Rows that one step looks at: less than two milliseconds' worth. */
const STEP_ROWS = 100;

interface From {
  /** A value of the key's first column, where the rows are walked separately for each of its values. */
  readonly part: number;
  /** A value of the key's last column: only rows after it. */
  readonly from: number;
}

/** A range of rows; `to` is inclusive. */
interface RowRange extends From {
  readonly to: number;
  /** Rows that were over before this time leave; milliseconds. */
  readonly before: number;
}

interface WalkedRow {
  readonly key: number;
  readonly begun: number;
}

interface FirstPart {
  readonly part: number | null;
}

/** The statements of one table. */
interface Walk {
  readonly name: TableName;
  readonly leaving: Leaving;
  readonly hasParts: boolean;
  readonly part: WholeStatement<{ readonly after: number }, FirstPart>;
  readonly next: WholeStatement<From & { readonly limit: number }, WalkedRow>;
  /** The deletes in the tables that follow this one, then in the table itself. */
  readonly deletes: readonly WholeStatement<RowRange, unknown>[];
}

const DECLARED = Object.entries<Table>(SCHEMA);

/** In the order of the schema: orders leave before their fills. */
const WALKS: readonly Walk[] = DECLARED.flatMap(([name, table]) =>
  table.leaves === undefined ? [] : [walkOf(name, table, table.leaves)],
);

function walkOf(name: string, { key }: Table, leaving: Leaving): Walk {
  const { by, part = by } = walkedBy(key, leaving);
  const hasParts = part !== by;
  const table = sql.table(name);
  const inPart = ({ part: value }: From) => (hasParts ? sql`${sql.ref(part)} = ${value} and` : sql``);
  const stretch = (values: RowRange) =>
    sql`${inPart(values)} ${sql.ref(by)} > ${values.from} and ${sql.ref(by)} <= ${values.to}`;
  const leaves = (values: RowRange) => leavesWhere(name, leaving, stretch(values), values.before);
  const followers = DECLARED.filter(([, { leavesWith }]) => leavesWith?.table === name);
  return {
    name: name as TableName,
    leaving,
    hasParts,
    part: statement((builder, { after }) =>
      written(
        builder,
        sql<FirstPart>`select min(${sql.ref(part)}) as part from ${table} where ${sql.ref(part)} > ${after}`,
      ),
    ),
    next: statement((builder, values) =>
      written(
        builder,
        sql<WalkedRow>`select ${sql.ref(by)} as key, ${sql.ref(leaving.begun)} as begun from ${table}
          where ${inPart(values)} ${sql.ref(by)} > ${values.from} order by ${sql.ref(by)} limit ${values.limit}`,
      ),
    ),
    deletes: [
      ...followers.map(([follower, { leavesWith }]) =>
        statement((builder: Builder, values: RowRange) =>
          written(
            builder,
            sql`delete from ${sql.table(follower)} where ${sql.ref(leavesWith!.by)} in
              (select ${sql.ref(by)} from ${table} where ${leaves(values)})`,
          ),
        ),
      ),
      statement((builder, values) => written(builder, sql`delete from ${table} where ${leaves(values)}`)),
    ],
  };
}

/** The condition for which rows of a stretch leave. */
function leavesWhere(name: string, leaving: Leaving, stretch: Text, before: number): Text {
  const { once = "true", over = leaving.begun, whole } = leaving;
  const isOver = sql`${sql.ref(over)} < ${before} and ${sql.raw(once)}`;
  if (whole === undefined) return sql`${stretch} and ${isOver}`;
  const root = sql.ref(whole);
  const younger = sql`select 1 from ${sql.table(name)} as member where member.${root} = leader.${root} and not (${isOver})`;
  return sql`${root} in
    (select ${root} from ${sql.table(name)} as leader where ${stretch} and not exists (${younger}))`;
}

type Text<Row = unknown> = ReturnType<typeof sql<Row>>;

/** Wraps SQL that is written by hand, so that it can be used like a query that was built. */
function written<Row>(builder: Builder, text: Text<Row>): Compilable<Row> {
  return { compile: () => text.compile(builder) };
}

/** Below every number. */
const BEGINNING = -1;

export class LeavingRows {
  readonly #tables: Store;
  readonly #retention: Retention;
  readonly #deletes: readonly (readonly Write<RowRange>[])[];
  #day = 0;
  /** How far the day's deleting is: the table and the place in it. After the last table, all have left. */
  #table = WALKS.length;
  #at: From = { part: BEGINNING, from: BEGINNING };
  /** Whether the current table has no whole stretches left to drop. */
  #isWalked = false;

  constructor(tables: Store, retention: Retention) {
    this.#tables = tables;
    this.#retention = retention;
    this.#deletes = WALKS.map(({ deletes }) => deletes.map((each) => tables.prepare(each)));
  }

  /** The day that `leaveSome` was last called for, in days since 1970. */
  get day(): number {
    return this.#day;
  }

  /** Whether all rows that leave on a day have left. */
  haveLeft(day: number): boolean {
    return day === this.#day && this.#table === WALKS.length;
  }

  /** Deletes some of them, within a transaction. @returns how many rows that changed */
  leaveSome(day: number): number {
    if (day !== this.#day) {
      this.#day = day;
      this.#table = 0;
      this.#begin();
    }
    const walk = WALKS[this.#table];
    if (walk === undefined) return 0;
    const days = this.#retention[walk.leaving.group];
    if (days > 0) {
      const bounds = { before: leavesBefore(this.#day, days), today: this.#day * DAY_MS };
      const changed = this.#leaveWhole(walk, bounds);
      if (changed !== null) return changed;
      if (this.#at.part !== BEGINNING || this.#nextPart(walk)) return this.#step(walk, bounds);
    }
    this.#nextTable();
    return 0;
  }

  #leaveWhole({ name }: Walk, bounds: Bounds): number | null {
    if (this.#isWalked) return null;
    const changed = this.#tables.leaveWhole?.(name, bounds) ?? null;
    this.#isWalked = changed === null;
    return changed;
  }

  #step(walk: Walk, { before, today }: Bounds): number {
    const { newest = 0 } = walk.leaving;
    const found = this.#tables.all(walk.next, { ...this.#at, limit: STEP_ROWS + newest });
    // Only newer rows from earlier days count, so that it does not matter how much of today is over.
    const hasNewer = (i: number) => newest === 0 || (found[i + newest]?.begun ?? today) < today;
    let count = 0;
    while (count < Math.min(found.length, STEP_ROWS) && found[count]!.begun < before && hasNewer(count)) count += 1;
    let changed = 0;
    if (count > 0) {
      const stretch: RowRange = { ...this.#at, to: found[count - 1]!.key, before };
      for (const each of this.#deletes[this.#table]!) changed += each.count(stretch);
      this.#at = { ...this.#at, from: stretch.to };
    }
    if (count < STEP_ROWS && !this.#nextPart(walk)) this.#nextTable();
    return changed;
  }

  /** Moves to the next part; a table without parts has a single one. @returns false after the last */
  #nextPart({ hasParts, part }: Walk): boolean {
    const { part: former } = this.#at;
    const next = hasParts ? this.#tables.first(part, { after: former })?.part : former === BEGINNING ? 0 : null;
    if (next === null || next === undefined) return false;
    this.#goTo(next);
    return true;
  }

  #nextTable(): void {
    this.#table += 1;
    this.#begin();
  }

  #begin(): void {
    this.#isWalked = false;
    this.#goTo(BEGINNING);
  }

  #goTo(part: number): void {
    this.#at = { part, from: BEGINNING };
  }
}
