// What rate history can keep up with. It measures rows per second from a journal on disk, through its checks, history's
// own engine and the projector, into the tables. The baseline is a bare insert of the same rows into the same tables in
// the same transactions. It also measures the largest lag of history while signed orders come as fast as the venue
// takes them. An order's row is written again when the order changes, once for all changes since the last transaction.

import { Database, type SQLQueryBindings, type Statement } from "bun:sqlite";
import { type DataPaths, dataPaths } from "@evermark/core";
import { type Command, encodeCommand } from "@evermark/engine";
import { openJournal } from "@evermark/journal";
import {
  deleteTables,
  engineReplica,
  openFollower,
  openTables,
  Tables,
} from "@evermark/venue/history/history-inside.ts";
import { ratioAtLeast, valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone, figureOf, type Settings } from "../figures/measure.ts";
import { OrderMaker, openingOf } from "../flow/order-maker.ts";
import { PRICES_PER_SIDE, RESTING } from "../flow/order-mix.ts";
import { runLoad } from "../load/closed-load.ts";
import { makeAccounts, signedOrders } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "../rest/rest-order.benchmark.ts";

/** On an exchange most orders are cancelled or amended, and some of the others trade with several orders at once. */
const MIX = { limit: 45, ioc: 15, cancel: 20, amend: 20 } as const;
/** The size of one transaction of the follower: about five seconds at two thousand orders per second. */
const TRANSACTION_COMMANDS = 10_000;
const LAG_MS_MAX = 1_000;
/** A history thread runs as long as its venue, so it is measured only after all of its code is compiled. */
const WARM_TURNS = 3;
const TURNS = 4;

export const history: Benchmark = {
  name: "history",
  about: "rows/s of history from a journal; and how far history is behind at full order load",
  load: { mix: MIX, accounts: 1_000, connections: 64, seconds: 2 },
  quickLoad: { accounts: 64, connections: 4, seconds: 0.2 },
  async run(settings, report) {
    const { quick } = settings;
    await scratchDirectory(async (directory) => {
      const journal = await writeJournal(dataPaths(directory), settings);
      const writes = recordWrites(journal);
      const warmTurns = quick ? 0 : WARM_TURNS;
      for (let turn = 0; turn < warmTurns; turn++) takeTurns(journal, writes);
      const turns = Array.from({ length: quick ? 1 : TURNS }, () => takeTurns(journal, writes));
      const samples = { ours: turns.map(({ ours }) => ours), theirs: turns.map(({ theirs }) => theirs) };
      report(figureOf("history", "rows/s", "bare batched insert", samples, ratioAtLeast(0.7)));
    });
    await scratchDirectory(async (directory) => {
      const lags = await lagsAtFullLoad(directory, settings, quick ? 1 : 2);
      report(figureAlone("history-lag", "ms", lags, valueAtMost(LAG_MS_MAX)));
    });
  },
};

interface WrittenJournal {
  readonly paths: DataPaths;
  /** The position of the last command that only opens the venue. */
  readonly opened: number;
  readonly last: number;
}

export async function writeJournal(paths: DataPaths, { quick, load }: Settings): Promise<WrittenJournal> {
  const count = quick ? 2_000 : 100_000;
  const maker = new OrderMaker({ ...load, markets: 1, resting: RESTING, pricesPerSide: PRICES_PER_SIDE });
  const flow = maker.newFlow(RESTING + count);
  maker.addResting(flow, RESTING);
  maker.addMixed(flow, count);

  const fail = (error: Error) => {
    throw error;
  };
  const { journal } = openJournal({ directory: paths.journal, listener: { onDurable() {}, onFailure: fail } });
  const append = (command: Command) => journal.append(command.at, encodeCommand(command));
  let opened = 0;
  for (const command of openingOf({ accounts: load.accounts, markets: 1 })) opened = append(command);
  let last = opened;
  for (let n = 0; n < flow.length; n++) last = append(flow.command(n));
  await journal.close();
  return { paths, opened, last };
}

/**
 * One written row: a statement and its values. The values are in an array, because that is the fastest way to bind
 * them.
 */
interface RowWrite {
  readonly sql: string;
  readonly values: SQLQueryBindings[];
}

/** Grouped by transaction. */
type RowWrites = RowWrite[][];

/** One side of the comparison. It writes the tables from the beginning, in the same transactions as the other. */
interface Writer {
  /** Writes the next transaction. @returns false if there was none left */
  writeNext(): boolean;
  close(): void;
}

/**
 * Lets both sides write one transaction after the other in turn, so that changes in the machine's speed affect both.
 * @returns rows/s of each
 */
function takeTurns(journal: WrittenJournal, writes: RowWrites): { ours: number; theirs: number } {
  const rows = writes.slice(1).flat().length;
  const ours = follow(journal);
  const theirs = insert(writes, `${journal.paths.history}-peer`);
  Bun.gc(true);
  let oursMs = 0;
  let theirsMs = 0;
  for (let isMore = true; isMore; ) {
    const startedAt = performance.now();
    theirs.writeNext();
    const between = performance.now();
    isMore = ours.writeNext();
    oursMs += performance.now() - between;
    theirsMs += between - startedAt;
  }
  ours.close();
  theirs.close();
  return { ours: (rows / oursMs) * 1_000, theirs: (rows / theirsMs) * 1_000 };
}

/** Projects the journal into new tables, which begin with the state that the venue is opened with. */
function follow({ paths, opened, last }: WrittenJournal): Writer {
  deleteTables(paths.history);
  const following = openFollower({ paths, durable: last, makeReplica: engineReplica, onRebuild() {} });
  const { follower } = following;
  const projectTo = (position: number) => {
    while (follower.position < position) follower.projectBatch(position);
    follower.commit();
  };
  projectTo(opened);
  return {
    writeNext() {
      projectTo(Math.min(last, follower.position + TRANSACTION_COMMANDS));
      return follower.position < last;
    },
    close: following.close,
  };
}

/** Records what the follower writes during one run. The first transaction only opens the venue. */
function recordWrites(journal: WrittenJournal): RowWrites {
  const writes: RowWrites = [[]];
  const { prepare } = Tables.prototype;
  Tables.prototype.prepare = function (statement) {
    const write = prepare.call(this, statement as never);
    const { sql, bind } = statement.compiled("sqlite");
    return {
      run(values) {
        // The array that holds a row is reused.
        writes.at(-1)?.push({ sql, values: [bind(values)].flat() });
        return write.run(values);
      },
      count: (values) => write.count(values),
    };
  };
  try {
    const writer = follow(journal);
    do writes.push([]);
    while (writer.writeNext());
    writer.close();
  } finally {
    Tables.prototype.prepare = prepare;
  }
  return writes;
}

/** Writes the same rows, and does nothing else. */
function insert([opening = [], ...transactions]: RowWrites, path: string): Writer {
  deleteTables(path);
  const opened = openTables(path);
  if ("unusable" in opened) throw new Error(opened.unusable);
  opened.tables.close();
  const tables = new Database(path, { strict: true });
  // The log in SQLite's usual mode, without page checksums.
  tables.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -65536");
  tables.run("PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 16000");
  const statements = new Map<string, Statement>();
  const write = (rows: readonly RowWrite[]) => {
    tables.run("BEGIN IMMEDIATE");
    for (const { sql, values } of rows) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        statement = tables.prepare(sql);
        statements.set(sql, statement);
      }
      statement.run(values);
    }
    tables.run("COMMIT");
  };
  write(opening);
  let next = 0;
  return {
    writeNext() {
      write(transactions[next++]!);
      return next < transactions.length;
    },
    close: () => tables.close(),
  };
}

/** For each run, the longest time for which a command was durable but not yet readable, in ms. */
async function lagsAtFullLoad(directory: string, { quick, load }: Settings, runs: number): Promise<number[]> {
  const { connections, seconds } = load;
  const accounts = makeAccounts(load.accounts);
  const requests = signedOrders(accounts, { connections, each: quick ? 8 : 128 });
  const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
  const venue = startChild<number>(import.meta.resolve("./history-venue.child.ts"));
  try {
    const port = await venue.ask({ directory, accounts: known });
    const lags: number[] = [];
    for (let run = 0; run < runs; run++) {
      mostlyTaken(await runLoad({ port, requests, milliseconds: seconds * 1_000 }));
      lags.push(await venue.ask("lag"));
    }
    return lags;
  } finally {
    await venue.stop();
  }
}
