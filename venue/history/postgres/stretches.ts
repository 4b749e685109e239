// The stretches of time by which a table's rows are partitioned in PostgreSQL, so that old rows are dropped as a whole and not
// row by row. A partition is created in the same transaction as the first row of its days: only partitions with rows exist,
// however far a clock has jumped.

import { DAY_MS } from "../../sums/candle-sums.ts";
import { type Retention, stretchDays } from "../retention/retention.ts";
import type { Table } from "../schema/column.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";
import type { PostgresConnection } from "./line/line.ts";

/** A partition. Bounds in venue milliseconds; `to` is exclusive. */
export interface Stretch {
  readonly name: string;
  /** -Infinity if it has no lower bound. */
  readonly from: number;
  readonly to: number;
}

const ALL = `SELECT parent.relname, child.relname, pg_get_expr(child.relpartbound, child.oid)
  FROM pg_inherits JOIN pg_class AS parent ON parent.oid = inhparent JOIN pg_class AS child ON child.oid = inhrelid
  WHERE parent.relkind = 'p' AND parent.relnamespace = current_schema()::regnamespace`;
const BOUNDS = /\('?(MINVALUE|-?\d+)'?\) TO \('?(-?\d+)'?\)/;

export class Stretches {
  readonly #retention: Retention;
  /** The partitions of each table, oldest first. */
  readonly #of = new Map<string, Stretch[]>();

  /** Loads the existing partitions. @throws {DatabaseAway} */
  constructor(line: PostgresConnection, retention: Retention) {
    this.#retention = retention;
    for (const [table, name, bounds] of line.ask("writes", [{ is: "script", text: ALL }]).rows) {
      const [, from, to] = BOUNDS.exec(bounds as string)!;
      this.put(table as TableName, {
        name: name as string,
        from: from === "MINVALUE" ? Number.NEGATIVE_INFINITY : Number(from),
        to: Number(to),
      });
    }
  }

  of(table: TableName): readonly Stretch[] {
    return this.#of.get(table) ?? [];
  }

  at(table: TableName, time: number): Stretch | undefined {
    return this.of(table).find(({ from, to }) => from <= time && time < to);
  }

  has(table: TableName, stretch: Stretch): boolean {
    return this.of(table).includes(stretch);
  }

  /** The partition that holds the rows that stay from partitions that were dropped. */
  staying(table: TableName): Stretch | undefined {
    return this.of(table).find(({ name }) => name === nameOfStaying(table));
  }

  /** The oldest of the other partitions that ends at or before a time. */
  wholeBefore(table: TableName, time: number): Stretch | undefined {
    return this.of(table).find(({ name, to }) => to <= time && name !== nameOfStaying(table));
  }

  put(table: TableName, stretch: Stretch): void {
    const others = this.of(table).filter(({ name }) => name !== stretch.name);
    this.#of.set(
      table,
      [...others, stretch].sort((a, b) => a.to - b.to),
    );
  }

  remove(table: TableName, { name }: Stretch): void {
    this.#of.set(
      table,
      this.of(table).filter((each) => each.name !== name),
    );
  }

  /** The partition to create for a time that has none: as many days as are dropped at once, less those that others cover. */
  next(table: TableName, time: number): Stretch {
    const width = stretchDays(this.#retention[(SCHEMA[table] as Table).leaves!.group]) * DAY_MS;
    const begin = Math.floor(time / width) * width;
    const others = this.of(table);
    const from = Math.max(begin, ...others.filter(({ to }) => to <= time).map(({ to }) => to));
    const to = Math.min(begin + width, ...others.filter((other) => other.from > time).map((other) => other.from));
    return { name: `${table}_${new Date(from).toISOString().slice(0, 10).replaceAll("-", "_")}`, from, to };
  }
}

/** Attached to the table, so that its readers are not blocked meanwhile. */
export function creationOf(table: TableName, { name, from, to }: Stretch): string {
  return `CREATE TABLE ${name} (LIKE ${table}); ${attachment(table, name, String(from), to)}`;
}

export function nameOfStaying(table: TableName): string {
  return `${table}_staying`;
}

/** @param from MINVALUE for no lower bound */
export function attachment(table: string, name: string, from: string, to: number): string {
  return `ALTER TABLE ${table} ATTACH PARTITION ${name} FOR VALUES FROM (${from}) TO (${to})`;
}
