// Lets rows leave the tables once their days are over, a few at a time, between batches of what is projected.
//
// Which rows leave on a day follows from the rows and that day's beginning alone, not from when they are looked at: nothing
// that happens on the day can change it, because whatever changes a row makes it young. So tables that are made anew end with the
// rows of those that lived through it, and what a crash takes back is done again.
//
// What the database can let go of as a whole leaves so first (store.ts). Then a table is walked along its key, from its oldest row to
// the first that is too young. Rows that are old and not over, such as
// an order that has been open for a year, are passed over: they are few.

import { DAY_MS } from "../../sums/candles.ts";
import { type Leaving, type Table, walkedBy } from "../schema/column.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";
import { type Builder, type Compilable, sql } from "../tables/query-builder.ts";
import { statement, type WholeStatement } from "../tables/statement.ts";
import type { Bounds, Store, Write } from "../tables/store.ts";
import { leavesBefore, type Retention } from "./retention.ts";

/** Rows that are looked at in one step: less than two milliseconds' worth. */
const STEP_ROWS = 100;

interface From {
  /** Of the key's first column, where rows are walked for each of its values. */
  readonly part: number;
  /** The key's last column: rows behind this. */
  readonly from: number;
}

/** A stretch of rows, its end included. */
interface Stretch extends From {
  readonly to: number;
  /** Rows that were over before this leave; milliseconds. */
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
  /** Of tables that go with this one, then of itself. */
  readonly deletes: readonly WholeStatement<Stretch, unknown>[];
}

const DECLARED = Object.entries<Table>(SCHEMA);

/** In their order: an order leaves before its fills do. */
const WALKS: readonly Walk[] = DECLARED.flatMap(([name, table]) =>
  table.leaves === undefined ? [] : [walkOf(name, table, table.leaves)],
);

function walkOf(name: string, { key }: Table, leaving: Leaving): Walk {
  const { by, part = by } = walkedBy(key, leaving);
  const hasParts = part !== by;
  const table = sql.table(name);
  const inPart = ({ part: value }: From) => (hasParts ? sql`${sql.ref(part)} = ${value} and` : sql``);
  const stretch = (values: Stretch) =>
    sql`${inPart(values)} ${sql.ref(by)} > ${values.from} and ${sql.ref(by)} <= ${values.to}`;
  const leaves = (values: Stretch) => leavesWhere(name, leaving, stretch(values), values.before);
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
        statement((builder: Builder, values: Stretch) =>
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

/** Which rows of a stretch leave. */
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

/** A statement that is written out, as those that typed calls build. */
function written<Row>(builder: Builder, text: Text<Row>): Compilable<Row> {
  return { compile: () => text.compile(builder) };
}

/** Before every number. */
const BEGINNING = -1;

export class LeavingRows {
  readonly #tables: Store;
  readonly #retention: Retention;
  readonly #deletes: readonly (readonly Write<Stretch>[])[];
  #day = 0;
  /** How far that is: the table, and where in it; after the last table, all of them have left. */
  #table = WALKS.length;
  #at: From = { part: BEGINNING, from: BEGINNING };
  /** Whether of that table no whole stretches are left to go. */
  #isWalked = false;

  constructor(tables: Store, retention: Retention) {
    this.#tables = tables;
    this.#retention = retention;
    this.#deletes = WALKS.map(({ deletes }) => deletes.map((each) => tables.prepare(each)));
  }

  /** The last one whose rows were to leave, in whole days since 1970. */
  get day(): number {
    return this.#day;
  }

  /** Whether all have left that do on a day. */
  haveLeft(day: number): boolean {
    return day === this.#day && this.#table === WALKS.length;
  }

  /** Lets some of them leave; within a transaction. @returns how many rows that changed */
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
    // The newer ones have to be of former days: so it does not matter how much of this one is over.
    const hasNewer = (i: number) => newest === 0 || (found[i + newest]?.begun ?? today) < today;
    let count = 0;
    while (count < Math.min(found.length, STEP_ROWS) && found[count]!.begun < before && hasNewer(count)) count += 1;
    let changed = 0;
    if (count > 0) {
      const stretch: Stretch = { ...this.#at, to: found[count - 1]!.key, before };
      for (const each of this.#deletes[this.#table]!) changed += each.count(stretch);
      this.#at = { ...this.#at, from: stretch.to };
    }
    if (count < STEP_ROWS && !this.#nextPart(walk)) this.#nextTable();
    return changed;
  }

  /** Of a table whose rows are walked in one, there is one. @returns false after the last */
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
