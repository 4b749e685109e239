// Writes the tables in PostgreSQL for the follower of the journal: over the one session that has the lock (writer-lock.ts), in
// transactions each of which continues from where this writer left the tables, or fails.

import type { Retention } from "../retention/retention.ts";
import type { Column, Table } from "../schema/column.ts";
import { camelCase, SCHEMA, type TableName } from "../schema/schema.ts";
import { keptApartBy } from "../tables/create-tables.ts";
import type { Bounds, Store, Write } from "../tables/history-store.ts";
import type { Progress } from "../tables/projected-progress.ts";
import type { Compiled, Statement, WholeStatement } from "../tables/statement.ts";
import { RowStatement } from "../tables/writing.ts";
import { LeavingStretches } from "./leaving-stretches.ts";
import type { PostgresConnection } from "./line/line.ts";
import { CHANNEL, type Step } from "./line/line-protocol.ts";
import { callOf, lineOf, mergedOf, PendingWrites } from "./pending-writes.ts";
import { nameOf, PostgresReads, stepOf } from "./postgres-reads.ts";
import { creationOf, type Stretch, Stretches } from "./stretches.ts";
import { literal } from "./value-texts.ts";

const COUNTED = Object.entries<Table>(SCHEMA).flatMap(([table, { columns }]) =>
  Object.entries<Column>(columns).flatMap(([column, { isCounted }]) => (isCounted ? [{ table, column }] : [])),
);

export class PostgresStore extends PostgresReads implements Store {
  readonly #line: PostgresConnection;
  readonly #pending = new PendingWrites();
  /** The last row number of each table that counts its rows. */
  readonly #last: Map<string, number>;
  /** Statements that the session has prepared for calls. */
  readonly #prepared = new Set<Compiled>();
  /** How far the tables are committed. */
  #stored: Progress;

  readonly #stretches: Stretches;
  readonly #leaving: LeavingStretches;

  /** @param stored how far the tables are, read over the session that writes. @throws {DatabaseAway} */
  constructor(line: PostgresConnection, stored: Progress, retention: Retention) {
    super(line, "writes");
    this.#line = line;
    this.#stored = stored;
    this.#stretches = new Stretches(line, retention);
    this.#leaving = new LeavingStretches(
      (text) => line.ask("writes", [...this.#pending.take(), { is: "script", text }]).rows,
      this.#stretches,
    );
    const lasts = COUNTED.map(({ table, column }) => `(SELECT coalesce(max(${column}), 0) FROM ${table})`);
    const { rows } = line.ask("writes", [{ is: "script", text: `SELECT ${lasts.join(", ")}` }]);
    this.#last = new Map(COUNTED.map(({ table }, i) => [table, rows[0]![i] as number]));
  }

  prepare<Values extends object>(statement: WholeStatement<Values, unknown>): Write<Values> {
    const compiled = statement.compiled("postgres");
    const run = statement instanceof RowStatement ? this.#rowWriter(statement) : this.#caller(compiled);
    return {
      run: (values) => {
        const lastInsertRowid = run(values);
        if (this.#pending.isMany) this.#line.post("writes", this.#pending.take());
        return { lastInsertRowid };
      },
      count: (values) => this.#line.ask("writes", [...this.#pending.take(), stepOf(compiled, values)]).count,
    };
  }

  run<Values extends object>(statement: Statement<Values, unknown>, values: Values): void {
    this.#caller(statement.compiledFor(values, "postgres"))(values);
  }

  begin(): void {
    const { position, checksum } = this.#stored;
    const there = `position = ${position} AND checksum = ${literal(checksum)}`;
    // A writer that was paused, and resumed after another had taken over, must not write anything.
    const fence = `DO $$ BEGIN PERFORM 1 FROM meta WHERE ${there} FOR UPDATE; IF NOT FOUND THEN
      RAISE EXCEPTION 'another node has moved the tables on' USING ERRCODE = '40001'; END IF; END $$`;
    this.#line.post("writes", [{ is: "script", text: `BEGIN; ${fence}` }]);
  }

  commit({ position, checksum }: Progress): void {
    const moveOn = `UPDATE meta SET position = ${position}, checksum = ${literal(checksum)}`;
    const text = `${moveOn}; SELECT pg_notify('${CHANNEL}', '${position}'); COMMIT`;
    this.#line.ask("writes", [...this.#pending.take(), { is: "script", text }]);
    this.#stored = { position, checksum };
  }

  committed(): void {}

  leaveWhole(table: TableName, bounds: Bounds): number | null {
    return this.#leaving.leaveSome(table, bounds);
  }

  /** Ends the session, which releases the lock. */
  abandonWrites(): void {
    this.#pending.take();
    this.#line.drop("writes");
  }

  /** Sends the pending writes that a statement has to see. */
  protected override before(compiled: Compiled | null): readonly Step[] {
    return this.#pending.take(compiled?.tables() ?? undefined);
  }

  #rowWriter<Name extends TableName>(statement: RowStatement<Name>): (row: object) => number {
    const { table } = statement;
    const makeRoom = this.#roomMaker(table);
    if (!statement.isAlwaysNew) {
      const [text, read] = [statement.manyAtOnce(), mergedOf(table)];
      return (row) => {
        makeRoom(row);
        const { columns, key } = read(row);
        this.#pending.addMerged(table, text, columns, key);
        return 0;
      };
    }
    const line = lineOf(table);
    return (row) => {
      makeRoom(row);
      const number = (this.#last.get(table) ?? 0) + 1;
      if (this.#last.has(table)) this.#last.set(table, number);
      this.#pending.addNew(table, line(row, number));
      return number;
    };
  }

  /** @returns a function that makes sure that the partition of a row exists */
  #roomMaker(table: TableName): (row: object) => void {
    const column = keptApartBy(table);
    if (column === undefined) return () => {};
    const name = camelCase(column);
    let last: Stretch | undefined;
    return (row) => {
      const time = (row as Readonly<Record<string, number>>)[name]!;
      if (last !== undefined && last.from <= time && time < last.to && this.#stretches.has(table, last)) return;
      last = this.#stretches.at(table, time) ?? this.#make(table, time);
    };
  }

  #make(table: TableName, time: number): Stretch {
    const stretch = this.#stretches.next(table, time);
    this.#line.post("writes", [{ is: "script", text: creationOf(table, stretch) }]);
    this.#stretches.put(table, stretch);
    return stretch;
  }

  #caller(compiled: Compiled): (values: object) => number {
    const name = `called_${nameOf(compiled)}`;
    const tables = compiled.tables();
    const table = tables?.size === 1 ? [...tables][0]! : null;
    return (values) => {
      if (table === null) this.#line.post("writes", this.#pending.take());
      if (!this.#prepared.has(compiled)) {
        this.#prepared.add(compiled);
        this.#line.post("writes", [{ is: "script", text: `PREPARE ${name} AS ${compiled.sql}` }]);
      }
      this.#pending.addCall(table, callOf(name, compiled, values));
      return 0;
    };
  }
}
