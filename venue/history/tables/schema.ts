// The tables of history. They hold what the engine's events said, in the engine's units, and nothing that the journal
// could not say again: deleting the file costs time, never data. That is why a commit does not wait for the disk
// (`synchronous = NORMAL`): after a power cut the newest batches may be missing, the rest is consistent, and because the
// journal position is written in the same transaction as the rows, the missing batches are projected again.
//
// Words of small vocabularies are stored as codes (codes.ts). Order and trade numbers rise with time, so that ordering
// by them is ordering by time, and an index that ends in the time ends in the number too: SQLite appends the key.

import { existsSync } from "node:fs";
import { assert, WrittenByNewer } from "@evermark/engine";
import { CheckedPages, hasSums, type OnChecked } from "../file/checked-pages.ts";
import { messageOf, troubleOf } from "../file/file-trouble.ts";
import { PagesDamaged } from "../file/page-sums.ts";
import { deleteTables, putInPlace, setHistoryAside } from "../file/parts.ts";
import { ACCOUNT_MARKET_DAY_TABLES } from "../queries/account-market-days.ts";
import { ACCOUNT_DAY_TABLES } from "../records/account-day-records.ts";
import { ALGO_FILL_TABLE, ALGO_FILLS_OF_ORDERS } from "../records/algo-fills.ts";
import { ALGO_ORDER_TABLES } from "../records/algo-order-records.ts";
import { DEPOSIT_TABLES, DEPOSITS_OF_LEDGER } from "../records/deposit-records.ts";
import { FUNDING_PAYMENT_QUANTITY, FUNDING_RATE_INDEXES, FUNDING_TABLES } from "../records/funding-records.ts";
import { LIQUIDATION_INDEXES, LIQUIDATION_MARKET_INDEXES, LIQUIDATION_TABLES } from "../records/liquidation-records.ts";
import { MONEY_TABLES, TRANSFER_INDEXES } from "../records/money-records.ts";
import { NOTIFICATION_TABLES } from "../records/notification-records.ts";
import { POSITION_TABLES } from "../records/position-records.ts";
import { RECEIVED_TABLE } from "../records/received-records.ts";
import { REFERRAL_TABLES } from "../records/referral-records.ts";
import { VAULT_TABLES } from "../records/vault-records.ts";
import { VOLUME_TABLES, VOLUMES_OF_MINUTES } from "../records/volume-hours.ts";
import { Tables } from "./tables.ts";

/**
 * Rises with every change of a table. A file of an older version is brought up by `MIGRATIONS`; one that these don't reach
 * is made anew.
 */
export const SCHEMA_VERSION = 8;

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
  -- The account that took. Unknown of what was written before schema 7.
  taker INTEGER,
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
  volume INTEGER NOT NULL DEFAULT 0,
  trades INTEGER NOT NULL DEFAULT 0,
  closes INTEGER NOT NULL DEFAULT 0,
  wins INTEGER NOT NULL DEFAULT 0,
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
${ALGO_FILL_TABLE}
${FUNDING_TABLES}
${FUNDING_RATE_INDEXES}
${LIQUIDATION_TABLES}
${LIQUIDATION_INDEXES}
${LIQUIDATION_MARKET_INDEXES}
${MONEY_TABLES}
${TRANSFER_INDEXES}
${ACCOUNT_DAY_TABLES}
${POSITION_TABLES}
${VOLUME_TABLES}
${VAULT_TABLES}
${REFERRAL_TABLES}
${RECEIVED_TABLE}
${ACCOUNT_MARKET_DAY_TABLES}
${NOTIFICATION_TABLES}
${DEPOSIT_TABLES}
`;

/** How far history has read the journal. */
export interface Progress {
  /** The last projected journal position; 0 before the first. */
  readonly position: number;
  /** Of the record at `position`, to notice another journal; "" at 0. */
  readonly checksum: string;
}

/** A file that cannot be continued, and why: it is set aside and made anew. */
interface Unusable {
  readonly unusable: string;
}

export type Opened = { readonly tables: Tables; readonly progress: Progress } | Unusable;

/** From which version on files have sums of their pages. */
const FIRST_CHECKED_VERSION = 6;

/** What brings tables from a version to the next one. */
const MIGRATIONS: Readonly<Record<number, string>> = {
  5: `
    DROP INDEX transfers_by_sender;
    DROP INDEX transfers_by_receiver;
    ${TRANSFER_INDEXES}
    ${FUNDING_RATE_INDEXES}
    ${LIQUIDATION_INDEXES}`,
  6: `
    ALTER TABLE account_minutes ADD COLUMN volume INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account_minutes ADD COLUMN trades INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account_minutes ADD COLUMN closes INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE account_minutes ADD COLUMN wins INTEGER NOT NULL DEFAULT 0;
    ${ACCOUNT_MARKET_DAY_TABLES}
    ${ACCOUNT_DAY_TABLES}
    ${POSITION_TABLES}
    ${RECEIVED_TABLE}
    ${VOLUME_TABLES}
    ${VOLUMES_OF_MINUTES}
    ${VAULT_TABLES}
    ${REFERRAL_TABLES}
    ALTER TABLE trades ADD COLUMN taker INTEGER;
    ${FUNDING_PAYMENT_QUANTITY}
    ${LIQUIDATION_MARKET_INDEXES}
    ${NOTIFICATION_TABLES}
    ${DEPOSIT_TABLES}
    ${DEPOSITS_OF_LEDGER}`,
  7: `
    ${ALGO_FILL_TABLE}
    ${ALGO_FILLS_OF_ORDERS}`,
};

/**
 * Opens the history file, with empty tables if it is new, and looks at every page of it first.
 * @throws {WrittenByNewer} when a later version made it, which is left as it is; what the disk says, when it does not let
 * it for now
 */
export function openTables(path: string, onChecked: OnChecked = () => {}): Opened {
  try {
    if (path === ":memory:") return withProgress(fill(new Tables(path)));
    if (!existsSync(path)) create(path);
    return withProgress(openChecked(path, onChecked));
  } catch (cause) {
    // Setting a good file aside makes no room.
    if (cause instanceof WrittenByNewer || troubleOf(cause) === "passing") throw cause;
    if (cause instanceof OtherVersion) return { unusable: cause.message };
    // A damaged file or one that is no database: nothing in it is worth more than the journal's word.
    return { unusable: `it cannot be read: ${messageOf(cause)}` };
  }
}

/** Tables that this program can't go on from. */
class OtherVersion extends Error {
  constructor(version: number | undefined) {
    super(`its tables are of version ${version ?? "none"}, this program has ${SCHEMA_VERSION}`);
  }
}

function withProgress(tables: Tables): Opened {
  return { tables, progress: readProgress(tables) };
}

/** A new file is made under another name: what has the name of the history file is whole. */
function create(path: string): void {
  // What a database that is gone has left would be taken for this one's.
  setHistoryAside(path);
  const unfinished = `${path}-new`;
  deleteTables(unfinished);
  const tables = prepare(new Tables(unfinished));
  // A power loss may take back all of it: there is nothing in it yet.
  tables.execute("PRAGMA synchronous = OFF");
  fill(tables).close();
  CheckedPages.adopt(unfinished).close();
  putInPlace(unfinished, path);
}

function openChecked(path: string, onChecked: OnChecked): Tables {
  const pages = hasSums(path) ? CheckedPages.check(path, onChecked) : adoptUnchecked(path);
  const tables = new Tables(path, pages);
  try {
    prepare(tables);
    migrate(path, tables);
    return tables;
  } catch (error) {
    tables.close();
    throw error;
  }
}

/** A file from before there were sums: SQLite's own look at it is the best that there is. */
function adoptUnchecked(path: string): CheckedPages {
  const tables = new Tables(path);
  try {
    const version = readMeta(tables)?.version;
    if (version === undefined || version >= FIRST_CHECKED_VERSION) throw new PagesDamaged("its checksums are missing");
    const found = tables.first<{ integrity_check: string }>("PRAGMA integrity_check");
    if (found?.integrity_check !== "ok") throw new PagesDamaged(found?.integrity_check);
  } finally {
    tables.close();
  }
  return CheckedPages.adopt(path);
}

/** @throws {OtherVersion | WrittenByNewer} */
function migrate(path: string, tables: Tables): void {
  for (let version = readMeta(tables)?.version; version !== SCHEMA_VERSION; version = readMeta(tables)?.version) {
    if (version !== undefined && version > SCHEMA_VERSION) {
      throw new WrittenByNewer(`history ${path}`, `tables of version ${version}`, SCHEMA_VERSION);
    }
    const step = version === undefined ? undefined : MIGRATIONS[version];
    if (step === undefined) throw new OtherVersion(version);
    tables.execute(`BEGIN; ${step} UPDATE meta SET schema_version = schema_version + 1; COMMIT`);
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

function prepare(tables: Tables): Tables {
  tables.execute(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA cache_size = -65536;
    PRAGMA temp_store = MEMORY;
  `);
  return tables;
}

function fill(tables: Tables): Tables {
  tables.execute(`BEGIN; ${SCHEMA} INSERT INTO meta VALUES (0, ${SCHEMA_VERSION}, 0, ''); COMMIT`);
  return tables;
}
