// The databases that can hold history's tables, each with fresh tables for a test. Tests of one run for all of them.

import { afterAll, beforeAll, describe } from "bun:test";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { PostgresConnection } from "../postgres/line/line.ts";
import { PostgresStore } from "../postgres/postgres-store.ts";
import { prepareTables } from "../postgres/writer-lock.ts";
import type { Retention } from "../retention/retention.ts";
import { SCHEMA, type TableName } from "../schema/schema.ts";
import { keptApartBy } from "../tables/create-tables.ts";
import type { Store } from "../tables/history-store.ts";
import { openTables } from "../tables/open-tables.ts";
import type { Tables } from "../tables/tables.ts";

/** Tables that a test can look into. */
export interface TestTables extends Store {
  ask<Row>(sql: string): Row[];
  execute(sql: string): void;
}

/** A fresh database in memory. */
export function memoryTables(): Tables {
  const opened = openTables(":memory:");
  if ("unusable" in opened) throw new Error(opened.unusable);
  return opened.tables;
}

/** How many random cases are tried, given the number for a file: every statement is a round trip to PostgreSQL. */
type Runs = (count: number) => number;

/** What asks for the tests in PostgreSQL as well; every-database.slow.ts does, for each statement there is a round trip. */
const ASKED_BY = "EVERY_DATABASE";
const isInPostgres = process.env[ASKED_BY] !== undefined && isPostgresAsked;

/** @param tests gets a function that opens fresh tables; each call discards those opened before */
export function inEveryDatabase(tests: (fresh: () => TestTables, runs: Runs) => void): void {
  describe("in a file", () => tests(memoryTables, (count) => count));
  describe.skipIf(!isInPostgres)("in PostgreSQL", () => {
    const database = new TestDatabase();
    beforeAll(() => database.start(), 60_000);
    afterAll(() => database.stop());
    tests(
      () => database.fresh(),
      (count) => Math.ceil(count / 10),
    );
  });
}

const DROP_PARTITIONS = `DO $$ DECLARE name text; BEGIN
  FOR name IN SELECT inhrelid::regclass FROM pg_inherits JOIN pg_class ON pg_class.oid = inhparent
    WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace
  LOOP EXECUTE 'DROP TABLE ' || name; END LOOP; END $$`;

/** A retention with which each day has a partition of its own. */
const EACH_DAY: Retention = { orders: 1, trades: 1, positions: 1 };

/** A PostgreSQL server with one database. */
export class TestDatabase {
  #server: PostgresServer | undefined;
  #line: PostgresConnection | undefined;

  async start(): Promise<void> {
    this.#server = await PostgresServer.start();
    this.#line = new PostgresConnection(this.#server.url());
  }

  async stop(): Promise<void> {
    this.#line?.close();
    await this.#server?.[Symbol.asyncDispose]();
  }

  get url(): string {
    return this.#server!.url();
  }

  get line(): PostgresConnection {
    return this.#line!;
  }

  /** @param retention determines how many days a partition covers */
  fresh(retention = EACH_DAY): TestTables {
    const { line } = this;
    line.drop("writes");
    line.connect("writes");
    prepareTables(line, "the test's database");
    const names = Object.keys(SCHEMA).filter((name) => name !== "meta" && keptApartBy(name) === undefined);
    const text = `BEGIN; ${names.map((name) => `DELETE FROM ${name}`).join(";")}; ${DROP_PARTITIONS};
      UPDATE meta SET position = 0, checksum = ''; COMMIT`;
    line.ask("writes", [{ is: "script", text }]);
    return new TestStore(line, retention);
  }
}

class TestStore extends PostgresStore implements TestTables {
  readonly #line: PostgresConnection;

  constructor(line: PostgresConnection, retention: Retention) {
    super(line, { position: 0, checksum: "" }, retention);
    this.#line = line;
  }

  ask<Row>(text: string): Row[] {
    const { columns, rows } = this.#line.ask("writes", [...this.before(null), { is: "script", text }]);
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]]))) as Row[];
  }

  execute(text: string): void {
    this.ask(text);
  }
}

/** The columns of a table, except for the version, which differs between the databases. */
export function columnsOf(name: TableName): string[] {
  return Object.keys(SCHEMA[name].columns).filter((column) => column !== "schema_version");
}

/** Every row of every table, in a fixed order. */
export function dump(tables: TestTables): Record<string, unknown[]> {
  const rows = (name: TableName) =>
    tables.ask(`SELECT ${quoted(columnsOf(name))} FROM ${name} ORDER BY ${quoted(SCHEMA[name].key)}`);
  return Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, rows(name as TableName)]));
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(", ");
}

/** Counts the rows of `from`, a table that may be followed by a WHERE. */
export function countIn(tables: TestTables, from: string): number {
  return tables.ask<{ count: number }>(`SELECT count(*) AS count FROM ${from}`)[0]!.count;
}
