// The history of several nodes in one PostgreSQL database, as their venues run it: threads that follow copies of one journal.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { dataPaths } from "@evermark/core";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { silent } from "@evermark/engine";
import { patient } from "@evermark/engine/testing/property-runs.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { Retention } from "../retention/retention.ts";
import { POSTGRES_VERSION, SCHEMA, type TableName } from "../schema/schema.ts";
import { openTables } from "../tables/open-tables.ts";
import { columnsOf, dump } from "../testing/databases.ts";
import { EngineJournal } from "../testing/engine-journal.ts";
import { NaiveHistory } from "../testing/naive-history.ts";
import { tablesOf8 } from "../testing/tables-of-8.ts";
import { TradingDays } from "../testing/trading-days.ts";
import { rebuildHistory } from "./history-rebuild.ts";
import { type History, HistoryUnavailable, startHistory } from "./history-thread.ts";

/** Fewer days than most tests play. */
const RETENTION: Retention = { orders: 2, trades: 1, positions: 2 };
const CHOICES = Array.from({ length: 300 }, (_, i) => (i * 7919) % 10_007);
/** The sessions that write, found by the name that they set. */
const WRITERS =
  "SELECT pid FROM pg_stat_activity WHERE application_name = 'evermark history writes' AND datname = current_database()";

describe.skipIf(!isPostgresAsked)("history in PostgreSQL", () => {
  let server: PostgresServer;
  let database: string;
  const directories: ReturnType<typeof temporaryDirectory>[] = [];

  beforeAll(async () => {
    server = await PostgresServer.start();
  }, patient);
  beforeEach(async () => {
    database = await server.database();
  });
  afterAll(async () => {
    for (const each of directories) each[Symbol.dispose]();
    await server[Symbol.asyncDispose]();
  });

  function directory(): string {
    const made = temporaryDirectory();
    directories.push(made);
    return made.path;
  }

  interface Heard {
    readonly failures: Error[];
    readonly heldUp: (string | null)[];
  }

  function start(
    dataDirectory: string,
    durable: number,
    heard: Heard = { failures: [], heldUp: [] },
  ): Promise<History> {
    return startHistory({
      dataDirectory,
      database,
      durable,
      retention: RETENTION,
      onFailure: (error) => heard.failures.push(error),
      onHeldUp: (reason) => heard.heldUp.push(reason),
    });
  }

  /** A copy of the journal for another node, as the journal is now. */
  function copyOf(journal: EngineJournal): string {
    const copy = directory();
    cpSync(journal.paths.journal, join(copy, "journal"), { recursive: true });
    return copy;
  }

  const filterOf = (account: number) => ({ account, page: 1, size: 500, sort: "CREATED_TIME_DESC" }) as const;

  test(
    "is written by one node and read by all, and another node continues where that one ended",
    async () => {
      const naive = new NaiveHistory();
      const path = directory();
      const journal = new EngineJournal(path, naive);
      await journal.open();
      const first = await journal.trade(CHOICES);
      const one = await start(path, first);
      const last = await journal.trade(CHOICES.toReversed());
      // The other node is durable only up to `first`, but it reads what the first one writes, which is durable up to `last`.
      const copy = copyOf(journal);
      const two = await start(copy, first);
      one.durable(last);
      const account = journal.accounts[1]!;
      for (const node of [one, two]) {
        expect(await node.reads.orders(filterOf(account), last)).toEqual(naive.orders(filterOf(account)));
        expect(await node.reads.trades(0, 50, last)).toEqual(naive.trades(0, 50));
        expect(node.position()).toBe(last);
      }
      await server.until(`(SELECT count(*) FROM (${WRITERS}) AS writers) = 1`, database);
      const [writer] = await server.sql(WRITERS, database);

      await one.close();
      // Only the second node is notified of what becomes durable from now on.
      const end = await journal.trade(CHOICES);
      cpSync(journal.paths.journal, join(copy, "journal"), { recursive: true });
      two.durable(end);
      expect(await two.reads.orders(filterOf(account), end)).toEqual(naive.orders(filterOf(account)));
      const [other] = await server.sql(WRITERS, database);
      expect(other).not.toEqual(writer!);
      await two.close();
      await journal.close();
    },
    patient,
  );

  test(
    "continues when the session of its writer is terminated, and holds each row once",
    async () => {
      const naive = new NaiveHistory();
      const path = directory();
      const journal = new EngineJournal(path, naive);
      await journal.open();
      const history = await start(path, await journal.trade(CHOICES));
      for (let round = 0; round < 3; round++) {
        await server.sql(`SELECT pg_terminate_backend(pid) FROM (${WRITERS}) AS writers`, database);
        const last = await journal.trade(CHOICES);
        history.durable(last);
        const fills = { account: journal.accounts[0]!, page: 1, size: 500 };
        expect(await history.reads.fills(fills, last)).toEqual(naive.fills(fills));
      }
      await history.close();
      await journal.close();
    },
    patient,
  );

  test(
    "refuses queries while PostgreSQL cannot be reached, and catches up when it is back",
    async () => {
      const naive = new NaiveHistory();
      const path = directory();
      const journal = new EngineJournal(path, naive);
      const heard: Heard = { failures: [], heldUp: [] };
      await journal.open();
      const history = await start(path, await journal.trade(CHOICES), heard);
      await server.stop();
      const last = await journal.trade(CHOICES);
      history.durable(last);
      const refused = await history.reads.trades(0, 5, last).catch((error) => error);
      expect(refused).toBeInstanceOf(HistoryUnavailable);
      await server.run();
      // Between two attempts to reach it, queries are refused.
      let answer: unknown;
      while (answer === undefined) answer = await history.reads.trades(0, 50, last).catch(() => undefined);
      expect(answer).toEqual(naive.trades(0, 50));
      expect(heard.heldUp.map((reason) => reason?.startsWith("its database is not reached") ?? null)).toEqual([
        true,
        null,
      ]);
      expect(heard.failures).toEqual([]);
      await history.close();
      await journal.close();
    },
    patient,
  );

  test(
    "is left as it is when it belongs to another journal",
    async () => {
      const [path, other] = [directory(), directory()];
      const journal = new EngineJournal(path, new NaiveHistory());
      await journal.open();
      const history = await start(path, await journal.trade(CHOICES));
      await history.close();
      await journal.close();
      const foreign = new EngineJournal(other, new NaiveHistory());
      await foreign.open();
      const last = await foreign.trade(CHOICES.toReversed());
      await expect(start(other, last)).rejects.toThrow("has the history of another journal");
      expect(await server.sql("SELECT position FROM evermark_history.meta", database)).toEqual([
        { position: String(history.position()) },
      ]);
      await foreign.close();
    },
    patient,
  );

  test(
    "C12: rebuilt, it equals what one node after another wrote live, and what a file would hold",
    async () => {
      const path = directory();
      const journal = new EngineJournal(path, silent);
      let last = 0;
      const days = new TradingDays(journal.engine, async (commands) => {
        last = await journal.append(commands);
      });
      await days.open();
      let history = await start(path, last);
      for (let day = 0; day < 5; day++) {
        await days.play();
        history.durable(last);
        if (day === 1) await server.sql(`SELECT pg_terminate_backend(pid) FROM (${WRITERS}) AS writers`, database);
        await history.catchUp(last);
        if (day !== 2) continue;
        await history.close();
        history = await start(path, last);
      }
      await journal.close();
      await rebuildHistory(path, () => {}, { retention: RETENTION });
      const inFile = written(fileOf(path));
      // Old rows leave a little later.
      await untilPositionsAre(inFile);
      await history.close();
      expect(await inDatabase()).toEqual(inFile);

      await rebuildHistory(path, () => {}, { retention: RETENTION, database });
      expect(await inDatabase()).toEqual(inFile);
    },
    patient,
  );

  test(
    "of a version without partitions is migrated in place, with each row, and continued from there",
    async () => {
      const path = directory();
      const journal = new EngineJournal(path, silent);
      let last = 0;
      const days = new TradingDays(journal.engine, async (commands) => {
        last = await journal.append(commands);
      });
      await days.open();
      for (let day = 0; day < 2; day++) await days.play();
      const keepingAll = { orders: 0, trades: 0, positions: 0 };
      const copy = copyOf(journal);
      await rebuildHistory(copy, () => {}, { retention: keepingAll });
      const before = fileOf(copy);
      await server.sql(tablesOf8(before), database);

      // There is also a node that only reads; only one of the two migrates the tables.
      const heard: Heard = { failures: [], heldUp: [] };
      const other = await start(copy, last, heard);
      const history = await start(path, last, heard);
      expect(await server.sql("SELECT schema_version FROM evermark_history.meta", database)).toEqual([
        { schema_version: String(POSTGRES_VERSION) },
      ]);
      expect(heard.failures).toEqual([]);
      const old = "SELECT relname FROM pg_class WHERE relname = 'orders_former' AND relispartition";
      expect(await server.sql(old, database)).toHaveLength(1);
      const account = (before.orders![0] as { readonly account: number }).account;
      const answers = [
        await history.reads.orders(filterOf(account), last),
        await other.reads.orders(filterOf(account), last),
      ];
      expect(answers[0]!.total).toBeGreaterThan(0);
      expect(answers[1]).toEqual(answers[0]!);

      await other.close();
      // Rows from before the migration leave like later ones.
      for (let day = 0; day < 5; day++) {
        await days.play();
        history.durable(last);
        await history.catchUp(last);
      }
      await journal.close();
      await server.until(`NOT EXISTS (${old})`, database);
      await rebuildHistory(path, () => {}, { retention: RETENTION });
      const inFile = written(fileOf(path));
      await untilPositionsAre(inFile);
      await history.close();
      expect(await inDatabase()).toEqual(inFile);
      expect(heard.failures).toEqual([]);
    },
    patient,
  );

  test(
    "of a later version is refused with its version, and left as it is",
    async () => {
      const path = directory();
      const journal = new EngineJournal(path, silent);
      await journal.open();
      const last = await journal.trade(CHOICES);
      await (await start(path, last)).close();
      await server.sql(`UPDATE evermark_history.meta SET schema_version = ${POSTGRES_VERSION + 1}`, database);
      const refused = await start(path, last).catch(String);
      expect(refused).toContain(`was written by a newer Evermark (tables of version ${POSTGRES_VERSION + 1};`);
      await journal.close();
    },
    patient,
  );

  test(
    "is not rebuilt while a node writes it",
    async () => {
      const [path, other] = [directory(), directory()];
      const journal = new EngineJournal(path, silent);
      await journal.open();
      const history = await start(path, await journal.trade(CHOICES));
      cpSync(journal.paths.journal, join(other, "journal"), { recursive: true });
      await expect(rebuildHistory(other, () => {}, { database })).rejects.toThrow("a node writes the history in");
      await history.close();
      await journal.close();
    },
    patient,
  );

  /** Positions are the last rows to leave. */
  async function untilPositionsAre({ positions }: Record<string, unknown[]>): Promise<void> {
    while (!Bun.deepEquals((await inDatabase()).positions, positions));
  }

  /** Every row of every table. */
  async function inDatabase(): Promise<Record<string, unknown[]>> {
    const tables: Record<string, unknown[]> = {};
    for (const [name, { key }] of Object.entries(SCHEMA)) {
      const quoted = (names: readonly string[]) => names.map((each) => `"${each}"`).join(", ");
      const text = `SELECT ${quoted(columnsOf(name as TableName))} FROM evermark_history.${name} ORDER BY ${quoted(key)}`;
      tables[name] = await server.sql(text, database);
    }
    return written(tables);
  }
});

/** Every row of every table in a file. */
function fileOf(dataDirectory: string): Record<string, unknown[]> {
  const opened = openTables(dataPaths(dataDirectory).history);
  if ("unusable" in opened) throw new Error(opened.unusable);
  const rows = dump(opened.tables);
  opened.tables.close();
  return rows;
}

/** Rows with whole numbers as text, as PostgreSQL sends them. */
function written(tables: Record<string, unknown[]>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      rows.map((row) => Object.entries(row as object).map(([column, value]) => `${column} ${value}`)),
    ]),
  );
}
