// Removes old rows from a table a whole stretch of time at a time. Rows of the stretch that stay, such as an order that has been
// open for a year, are moved to a partition for such rows; then the stretch's partition is dropped. Before that, the rows that
// stay are searched for in small steps; nothing that happens on the day can change which they are (../retention/leaving-rows.ts).
//
// A reader whose snapshot is from before the move, and who locks the table only after it, would miss the moved rows. So readers
// hold a lock on `meta` from before they take their snapshot, and a stretch is dropped only while there are no readers. If they
// do not release the lock soon, the drop is retried later, and readers are not held up any longer.

import { type Leaving, type Table, walkedBy } from "../schema/column.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";
import { type Bounds, WHOLE } from "../tables/history-store.ts";
import { attachment, nameOfStaying, type Stretch, type Stretches } from "./stretches.ts";

/** Rows that one step looks at: a few milliseconds' worth. */
const STEP_ROWS = 2_000;
/** How long an attempt to drop a stretch waits for locks, holding up readers meanwhile. */
const WAIT_MS = 50;
/** The pause between two attempts: a starting node may read for minutes. */
const AGAIN_MS = 1_000;
/** Below every number of a row. */
const BEGINNING = -1;

/** Queries over the session that writes, after everything written so far. @returns the rows of the last statement */
type Ask = (text: string) => readonly (readonly unknown[])[];

/** Each step yields how many rows it has changed. */
type Steps<Result> = Generator<number, Result>;

/** An SQL condition that matches rows which stay. */
type Staying = string;

export class LeavingStretches {
  readonly #ask: Ask;
  readonly #stretches: Stretches;
  #under: { readonly table: TableName; readonly today: number; readonly steps: Steps<void> } | null = null;

  constructor(ask: Ask, stretches: Stretches) {
    this.#ask = ask;
    this.#stretches = stretches;
  }

  /** @returns as `Store.leaveWhole` */
  leaveSome(table: TableName, bounds: Bounds): number | null {
    if (this.#under?.table !== table || this.#under.today !== bounds.today)
      this.#under = { table, today: bounds.today, steps: this.#leave(table, bounds) };
    const { done, value } = this.#under.steps.next();
    if (done !== true) return value;
    this.#under = null;
    return null;
  }

  *#leave(table: TableName, bounds: Bounds): Steps<void> {
    for (;;) {
      const stretch = this.#stretches.wholeBefore(table, bounds.before);
      if (stretch === undefined) break;
      const staying = yield* this.#stayingOf(table, stretch, bounds);
      while (!this.#drop(table, stretch, staying)) yield* pause();
      yield WHOLE;
    }
    for (const [follower, { leavesWith }] of Object.entries<Table>(SCHEMA)) {
      if (leavesWith?.table === table) yield* this.#followersOf(table, { follower, by: leavesWith.by }, bounds);
    }
  }

  /** The rows of a stretch that stay: they match at least one of these conditions. */
  *#stayingOf(table: TableName, { name }: Stretch, { before, today }: Bounds): Steps<Staying[]> {
    const { key, leaves } = SCHEMA[table] as Table;
    const { part, by } = walkedBy(key, leaves!);
    const staying: Staying[] = [];
    const { newest = 0 } = leaves!;
    if (newest > 0) {
      const parts = part === undefined ? ["true"] : this.#partsOf(name, part);
      for (const own of parts) {
        const first = `SELECT ${by} FROM ${table} WHERE ${own} AND ${leaves!.begun} < ${today} ORDER BY ${by} DESC`;
        const from = this.#ask(`${first} OFFSET ${newest - 1} LIMIT 1`)[0]?.[0] ?? BEGINNING;
        staying.push(`${own} AND ${by} >= ${from}`);
        yield 0;
      }
    }
    if (leaves!.once === undefined && leaves!.over === undefined) return staying;
    const stays = stayingWhere(table, leaves!, before);
    for (let from = BEGINNING; ; ) {
      const rows = `SELECT * FROM ${name} WHERE ${by} > ${from} ORDER BY ${by} LIMIT ${STEP_ROWS}`;
      const found = this.#ask(`WITH step AS MATERIALIZED (${rows})
        SELECT ${by}, 1 FROM step AS ${table} WHERE ${stays} UNION ALL SELECT max(${by}), 0 FROM step`);
      const numbers = found.filter(([, isStaying]) => isStaying === 1).map(([number]) => number);
      if (numbers.length > 0) staying.push(`${by} IN (${numbers.join(", ")})`);
      const last = found.find(([, isStaying]) => isStaying === 0)![0] as number | null;
      if (last === null) return staying;
      from = last;
      yield 0;
    }
  }

  /** The distinct values of a stretch's `part` column, each as a condition. */
  #partsOf(name: string, part: string): string[] {
    const rows = this.#ask(`
      WITH RECURSIVE parts (part) AS (
        SELECT min(${part}) FROM ${name} UNION ALL
        SELECT (SELECT min(${part}) FROM ${name} WHERE ${part} > parts.part) FROM parts WHERE part IS NOT NULL
      )
      SELECT part FROM parts WHERE part IS NOT NULL`);
    return rows.map(([value]) => `${part} = ${value}`);
  }

  /** @returns false while readers, or a vacuum, hold a lock */
  #drop(table: TableName, stretch: Stretch, staying: readonly Staying[]): boolean {
    const { name, to } = stretch;
    const own = nameOfStaying(table);
    const hasOwn = this.#stretches.staying(table) !== undefined;
    const move = `
      ${hasOwn ? `ALTER TABLE ${table} DETACH PARTITION ${own}` : `CREATE TABLE ${own} (LIKE ${table})`};
      INSERT INTO ${own} SELECT * FROM ${name} WHERE ${staying.map((each) => `(${each})`).join(" OR ")};
      DROP TABLE ${name};
      ${attachment(table, own, "MINVALUE", to)};`;
    const [[isGone] = []] = this.#ask(`
      DO $$ BEGIN
        SET LOCAL lock_timeout = ${WAIT_MS};
        LOCK TABLE meta IN ACCESS EXCLUSIVE MODE;
        LOCK TABLE ONLY ${table}, ONLY ${name}${hasOwn ? `, ONLY ${own}` : ""} IN ACCESS EXCLUSIVE MODE NOWAIT;
        ${staying.length === 0 ? `DROP TABLE ${name};` : move}
        SET LOCAL lock_timeout = 0;
      EXCEPTION WHEN lock_not_available THEN NULL; END $$;
      SELECT (to_regclass('${name}') IS NULL)::text`);
    if (isGone !== "true") return false;
    this.#stretches.remove(table, stretch);
    if (staying.length > 0) this.#stretches.put(table, { name: own, from: Number.NEGATIVE_INFINITY, to });
    return true;
  }

  /** Deletes a follower table's rows whose row in this table is gone. Ids rise, so those from the first young row on stay. */
  *#followersOf(table: TableName, { follower, by }: Follower, { before }: Bounds): Steps<void> {
    const { key, leaves } = SCHEMA[table] as Table;
    const [of] = key;
    const [[young] = []] = this.#ask(`SELECT min(${of}) FROM ${table} WHERE ${leaves!.begun} >= ${before}`);
    const isOld = young === null ? "true" : `${by} < ${young}`;
    for (let from = BEGINNING; ; ) {
      const some = `SELECT ${by} FROM ${follower} WHERE ${by} > ${from} AND ${isOld} ORDER BY ${by} LIMIT ${STEP_ROWS}`;
      const [[last] = []] = this.#ask(`SELECT max(${by}) FROM (${some}) AS step`);
      if (last === null) return;
      const isGone = `NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.${of} = ${follower}.${by})`;
      this.#ask(`DELETE FROM ${follower} WHERE ${by} > ${from} AND ${by} <= ${last} AND ${isGone}`);
      from = last as number;
      yield STEP_ROWS;
    }
  }
}

function* pause(): Steps<void> {
  const until = performance.now() + AGAIN_MS;
  do yield 0;
  while (performance.now() < until);
}

interface Follower {
  readonly follower: string;
  readonly by: string;
}

/** The condition under which a row stays. All rows of a tree stay as long as one of them does. */
function stayingWhere(table: TableName, leaving: Leaving, before: number): string {
  const { once = "true", over = leaving.begun, whole } = leaving;
  const isOver = `${over} < ${before} AND ${once}`;
  if (whole === undefined) return `NOT (${isOver})`;
  return `EXISTS (SELECT 1 FROM ${table} AS member WHERE member.${whole} = ${table}.${whole} AND NOT (${isOver}))`;
}
