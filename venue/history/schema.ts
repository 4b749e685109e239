// The tables of history. They hold what the engine's events said, in the engine's units, and nothing that the journal
// could not say again: deleting the file costs time, never data. That is why a commit does not wait for the disk
// (`synchronous = NORMAL`): after a power cut the newest batches may be missing, the rest is consistent, and because the
// journal position is written in the same transaction as the rows, the missing batches are projected again.
//
// Words of small vocabularies are stored as codes (codes.ts). Order and trade numbers rise with time, so that ordering
// by them is ordering by time, and an index that ends in the time ends in the number too: SQLite appends the key.

import { rmSync } from "node:fs";
import { assert, Fault, WrittenByNewer } from "@evermark/engine/fault.ts";
import { ALGO_ORDER_TABLES } from "./algo-order-records.ts";
import { FUNDING_TABLES } from "./funding-records.ts";
import { LIQUIDATION_TABLES } from "./liquidation-records.ts";
import { MONEY_TABLES } from "./money-records.ts";
import { Tables } from "./tables.ts";
import { troubleOf } from "./trouble.ts";

/** Rises with every change of a table; a file of another version is rebuilt from the journal. */
export const SCHEMA_VERSION = 5;

const SCHEMA = `
CREATE TABLE meta (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 0),
  schema_version INTEGER NOT NULL,
  position INTEGER NOT NULL,
  checksum TEXT NOT NULL
) STRICT;

CREATE TABLE orders (
  order_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  client_order_id TEXT NOT NULL,
  side INTEGER NOT NULL,
  order_type INTEGER NOT NULL,
  margin_mode INTEGER NOT NULL,
  reduce_only INTEGER NOT NULL,
  tag TEXT NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  visible INTEGER NOT NULL,
  visible_quantity INTEGER NOT NULL,
  status INTEGER NOT NULL,
  reason TEXT NOT NULL,
  executed INTEGER NOT NULL,
  executed_notional INTEGER NOT NULL,
  total_fee INTEGER NOT NULL,
  realized_pnl INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
-- What a list filters and sorts on is in the index, so that a count of a million orders does not visit a million rows.
-- One that is sorted by updates looks at all of them, as its count does: a second index would cost each order more.
CREATE INDEX orders_by_account ON orders (account, created_at, market, side, order_type, status, tag, updated_at);
-- Open orders are asked for most and are few among many finished ones. Codes 0 and 1: NEW, PARTIAL_FILLED.
CREATE INDEX orders_open ON orders (account, created_at, market) WHERE status < 2;
CREATE INDEX orders_by_client_id ON orders (account, client_order_id) WHERE client_order_id <> '';

CREATE TABLE fills (
  trade_id INTEGER PRIMARY KEY,
  match_id INTEGER NOT NULL,
  order_id INTEGER NOT NULL,
  account INTEGER NOT NULL,
  market INTEGER NOT NULL,
  side INTEGER NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  tag_fee INTEGER NOT NULL,
  tag_fee_rate INTEGER NOT NULL,
  maker INTEGER NOT NULL,
  realized_pnl INTEGER NOT NULL,
  margin_mode INTEGER NOT NULL,
  margin_change INTEGER NOT NULL,
  -- Signed notional plus fee, micros. Kept, because the tables don't know what a tick of a lot is worth.
  cost INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX fills_by_account ON fills (account, at);
CREATE INDEX fills_by_order ON fills (order_id);

CREATE TABLE trades (
  market INTEGER NOT NULL,
  match_id INTEGER NOT NULL,
  price INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  taker_side INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (market, match_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE ledger (
  entry_id INTEGER PRIMARY KEY,
  account INTEGER NOT NULL,
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  holding_after INTEGER NOT NULL,
  reference TEXT NOT NULL,
  market INTEGER NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX ledger_by_account ON ledger (account, at);

-- Minutes, hours and days are all kept: a thousand daily candles would be over a million minutes to add up.
CREATE TABLE candles (
  market INTEGER NOT NULL,
  resolution INTEGER NOT NULL,
  start INTEGER NOT NULL,
  open INTEGER NOT NULL,
  high INTEGER NOT NULL,
  low INTEGER NOT NULL,
  close INTEGER NOT NULL,
  volume INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (market, resolution, start)
) STRICT, WITHOUT ROWID;

-- What the fills of an account add up to, and what a builder's accounts traded, by minute: a day is at most 1440 rows of
-- each market, however many fills it had.
CREATE TABLE account_minutes (
  account INTEGER NOT NULL,
  start INTEGER NOT NULL,
  market INTEGER NOT NULL,
  margin_mode INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  cost INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  -- The running minute, which changes all the time, lies in one place.
  PRIMARY KEY (start, account, market, margin_mode)
) STRICT, WITHOUT ROWID;

CREATE TABLE broker_minutes (
  start INTEGER NOT NULL,
  market INTEGER NOT NULL,
  broker_id TEXT NOT NULL,
  volume INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (start, market, broker_id)
) STRICT, WITHOUT ROWID;
${ALGO_ORDER_TABLES}
${FUNDING_TABLES}
${LIQUIDATION_TABLES}
${MONEY_TABLES}
`;

/** How far history has read the journal. */
export interface Progress {
  /** The last projected journal position; 0 before the first. */
  readonly position: number;
  /** Of the record at `position`, to notice another journal; "" at 0. */
  readonly checksum: string;
}

/** A file that cannot be continued, and why: it is to be deleted and projected anew. */
interface Unusable {
  readonly unusable: string;
}

type Opened = { readonly tables: Tables; readonly progress: Progress } | Unusable;

/**
 * Opens the history file, with empty tables if it is new.
 * @throws {Fault} when the disk does not let it; {WrittenByNewer} when a later version made it, which is left as it is
 */
export function openTables(path: string): Opened {
  let tables: Tables | undefined;
  try {
    tables = new Tables(path);
    prepare(tables);
    const row = readMeta(tables);
    if (row?.version === SCHEMA_VERSION) {
      return { tables, progress: { position: row.position, checksum: row.checksum } };
    }
    if (row !== undefined && row.version > SCHEMA_VERSION) {
      throw new WrittenByNewer(`history ${path}`, `tables of version ${row.version}`, SCHEMA_VERSION);
    }
    tables.close();
    return { unusable: `its tables are of version ${row?.version ?? "none"}, this program has ${SCHEMA_VERSION}` };
  } catch (cause) {
    tables?.close();
    if (cause instanceof WrittenByNewer) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    // Deleting a good file makes no room.
    if (troubleOf(cause) === "passing") throw new Fault(`history ${path} can't be opened: ${reason}`);
    // A damaged file or one that is no database: nothing in it is worth more than the journal's word.
    return { unusable: `it cannot be read: ${reason}` };
  }
}

/** How far open tables have been projected. */
export function readProgress(tables: Tables): Progress {
  const row = readMeta(tables);
  assert(row !== undefined, "open tables say how far they go");
  return { position: row.position, checksum: row.checksum };
}

/** Writes something that changes nothing. @throws what the disk says, when it has no room */
export function tryToWrite(tables: Tables): void {
  tables.execute("UPDATE meta SET position = position");
}

function readMeta(tables: Tables): (Progress & { version: number }) | undefined {
  return tables.first("SELECT schema_version AS version, position, checksum FROM meta");
}

export function deleteTables(path: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(path + suffix, { force: true });
}

function prepare(tables: Tables): void {
  tables.execute(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
    PRAGMA wal_autocheckpoint = 16000;
  `);
  if (tables.count("sqlite_schema") > 0) return;
  tables.execute(`BEGIN; ${SCHEMA} INSERT INTO meta VALUES (0, ${SCHEMA_VERSION}, 0, ''); COMMIT`);
}
