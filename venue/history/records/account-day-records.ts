// Where every account stood when a day ended (00:00 UTC), and what it did in that day. A day is closed before the first
// command of a later one: with the balances, positions and mark prices that it left. Interface 4.10: statistics of an
// account by day; what it was worth over time.
//
// What everybody is worth is noted at once when a day ends, in memory, because the next command changes it; the rows
// follow a slice at a time, so that what is asked meanwhile need not wait for a hundred thousand of them. They are all
// written before the transaction ends.
//
// An account has a row for a day in which it traded, its money moved or it had a position. In a day without a row nothing
// changed: it stood where its last row says. Figures since the account's opening are kept as totals, so that no question
// has to add up more than a year.

import type { Statement } from "bun:sqlite";
import type { EngineReader, LedgerEntry, LedgerKind } from "@evermark/engine";
import { DAY_MS, dayOf } from "../../statistics/candles.ts";
import type { FillSums } from "../../statistics/day-result.ts";
import type { Tables } from "../tables/tables.ts";

export const ACCOUNT_DAY_TABLES = `
CREATE TABLE account_days (
  account INTEGER NOT NULL,
  -- Whole days from 1970 to its beginning, UTC.
  day INTEGER NOT NULL,
  -- Of the day, micros.
  volume INTEGER NOT NULL,
  fee INTEGER NOT NULL,
  trades INTEGER NOT NULL,
  -- Since the account was opened: what was traded, and what came in from outside less what went out. Micros.
  volume_total INTEGER NOT NULL,
  moved_total INTEGER NOT NULL,
  -- At the end of the day: what the account was worth, and what was being withdrawn besides. Null while the day runs.
  value INTEGER,
  frozen INTEGER,
  PRIMARY KEY (account, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_days_running ON account_days (account) WHERE value IS NULL;
`;

/** How the engine tells what accounts are worth, between two commands. */
export interface ValuedAccounts extends Pick<EngineReader, "accountCount" | "now" | "holders"> {
  balance(account: number): Pick<ReturnType<EngineReader["balance"]>, "value" | "frozen">;
}

/** Totals go on from the row before. */
const ADD = `
INSERT INTO account_days (account, day, volume, fee, trades, volume_total, moved_total, value, frozen)
SELECT ?1, ?2, ?3, ?4, ?5, ?3 + ifnull(volume_total, 0), ?6 + ifnull(moved_total, 0), ?7, ?8
FROM (SELECT 1) LEFT JOIN
  (SELECT volume_total, moved_total FROM account_days WHERE account = ?1 AND day < ?2 ORDER BY day DESC LIMIT 1) ON TRUE
WHERE TRUE
ON CONFLICT (account, day) DO UPDATE SET
  volume = volume + ?3,
  fee = fee + ?4,
  trades = trades + ?5,
  volume_total = volume_total + ?3,
  moved_total = moved_total + ?6,
  value = ?7,
  frozen = ?8`;

/** Money that comes from outside the account or leaves it; the rest is profit, loss, or only changes its place. */
const MOVES: Readonly<Record<LedgerKind, boolean>> = {
  deposit: true,
  withdrawal: true,
  withdrawal_fee: true,
  withdrawal_failed: true,
  transfer_in: true,
  transfer_out: true,
  distribution: true,
  top_up: true,
  vault: true,
  settlement: false,
  margin: false,
  isolated_close: false,
  shortfall: false,
  takeover: false,
};

interface Sums {
  volume: number;
  fee: number;
  trades: number;
  moved: number;
}

/** A day that is over, with those of its rows that are still to be written. */
interface Closing {
  readonly day: number;
  readonly accounts: readonly number[];
  /** By the place of the account. Micros. */
  readonly values: Float64Array;
  readonly frozen: Float64Array;
  written: number;
}

/** Rows that are written at a time: about five milliseconds' worth. */
const SLICE_ACCOUNTS = 250;

export class AccountDayRecords {
  readonly #tables: Tables;
  readonly #engine: ValuedAccounts;
  readonly #add: Statement;
  #hasBegun = false;
  /** Of the running day, by account: what the current batch adds. */
  readonly #running = new Map<number, Sums>();
  #day = 0;
  /** Accounts that have a row of the running day. */
  readonly #unclosed = new Set<number>();
  #closing: Closing | null = null;

  constructor(tables: Tables, engine: ValuedAccounts) {
    this.#tables = tables;
    this.#engine = engine;
    this.#add = tables.prepare(ADD);
  }

  /**
   * Before the first event. Tables that were made from a part of the journal alone, because an older version had not kept
   * this, begin with what every account is worth then: else all of it would be profit of the first day.
   */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const running = this.#tables.all<{ account: number }>("SELECT account FROM account_days WHERE value IS NULL");
    for (const { account } of running) this.#unclosed.add(account);
    const { accountCount, now } = this.#engine;
    if (accountCount === 0 || this.#tables.first("SELECT 1 FROM account_days LIMIT 1") !== undefined) return;
    for (let account = 0; account < accountCount; account++) {
      const { value, frozen } = this.#engine.balance(account);
      if (value !== 0 || frozen !== 0) this.#add.run(account, dayOf(now) - 1, 0, 0, 0, 0, value, frozen);
    }
  }

  addFill(account: number, { volume, fee }: FillSums, at: number): void {
    const sums = this.#sumsOf(account, at);
    sums.volume += volume;
    sums.fee += fee;
    sums.trades += 1;
  }

  /**
   * Something that changes what the account is worth and is neither a trade nor an entry of the ledger: positions that
   * change hands, and what was frozen being paid out.
   */
  note({ account, at }: { readonly account: number; readonly at: number }): void {
    this.#sumsOf(account, at);
  }

  addEntry({ account, kind, amount, at }: LedgerEntry): void {
    // Also what only changes its place: what the account is worth at the end of the day may be another sum.
    const sums = this.#sumsOf(account, at);
    if (MOVES[kind]) sums.moved += amount;
  }

  /** Before anything of a later day is applied. */
  end(day: number): void {
    this.write();
    this.closeAll();
    const accounts = [...new Set([...this.#engine.holders(), ...this.#unclosed])];
    const values = new Float64Array(accounts.length);
    const frozen = new Float64Array(accounts.length);
    for (const [i, account] of accounts.entries()) {
      const balance = this.#engine.balance(account);
      values[i] = balance.value;
      frozen[i] = balance.frozen;
    }
    this.#unclosed.clear();
    if (accounts.length > 0) this.#closing = { day, accounts, values, frozen, written: 0 };
  }

  /** Whether rows of a day that is over are still to be written. */
  get isClosing(): boolean {
    return this.#closing !== null;
  }

  /** Writes some more of them. */
  closeSome(): void {
    this.#close(SLICE_ACCOUNTS);
  }

  closeAll(): void {
    this.#close(Number.POSITIVE_INFINITY);
  }

  #close(accountsMax: number): void {
    const closing = this.#closing;
    if (closing === null) return;
    const { day, accounts, values, frozen, written } = closing;
    closing.written = Math.min(accounts.length, written + accountsMax);
    for (let i = written; i < closing.written; i++) {
      this.#add.run(accounts[i]!, day, 0, 0, 0, 0, values[i]!, frozen[i]!);
    }
    if (closing.written === accounts.length) this.#closing = null;
  }

  write(): void {
    for (const [account, { volume, fee, trades, moved }] of this.#running) {
      this.#add.run(account, this.#day, volume, fee, trades, moved, null, null);
      this.#unclosed.add(account);
    }
    this.#running.clear();
  }

  #sumsOf(account: number, at: number): Sums {
    if (at >= (this.#day + 1) * DAY_MS) {
      this.write();
      this.#day = dayOf(at);
    }
    let sums = this.#running.get(account);
    if (sums === undefined) {
      sums = { volume: 0, fee: 0, trades: 0, moved: 0 };
      this.#running.set(account, sums);
    }
    return sums;
  }
}

/** One whole day of an account, in micros. */
export interface AccountDayRow {
  /** Whole days from 1970 to its beginning, UTC. */
  readonly day: number;
  /** At its end: what the account was worth, with what was being withdrawn. */
  readonly value: number;
  /** How much more it was worth than a day before, but for what came in from outside and what went out. */
  readonly pnl: number;
  readonly volume: number;
  readonly fee: number;
  readonly trades: number;
}

interface StoredDay {
  readonly day: number;
  readonly volume: number;
  readonly fee: number;
  readonly trades: number;
  readonly movedTotal: number;
  readonly value: number;
  readonly frozen: number;
}

const COLUMNS = "day, volume, fee, trades, moved_total AS movedTotal, value, frozen";

/** Nothing was there yet. */
const NO_DAY: Omit<StoredDay, "day"> = { volume: 0, fee: 0, trades: 0, movedTotal: 0, value: 0, frozen: 0 };

/**
 * Every day of a span that is over, oldest first, both ends included; without those before the account's first. The day
 * that runs is not among them.
 * @param asked.to at most the day before the one that runs: an account that does nothing has no row that says which that is
 */
export function accountDays(
  tables: Tables,
  { account, from, to }: { readonly account: number; readonly from: number; readonly to: number },
): AccountDayRow[] {
  const before = tables.first<StoredDay>(
    `SELECT ${COLUMNS} FROM account_days WHERE account = ? AND day < ? ORDER BY day DESC LIMIT 1`,
    account,
    from,
  );
  const stored = tables.all<StoredDay>(
    `SELECT ${COLUMNS} FROM account_days
     WHERE account = ? AND day BETWEEN ? AND ? AND value IS NOT NULL ORDER BY day`,
    account,
    from,
    to,
  );
  const first = before === undefined ? stored[0]?.day : from;
  if (first === undefined) return [];
  const rows: AccountDayRow[] = [];
  let last: Omit<StoredDay, "day"> = before ?? NO_DAY;
  for (let day = first, i = 0; day <= to; day++) {
    const own = stored[i]?.day === day ? stored[i++]! : { ...last, volume: 0, fee: 0, trades: 0 };
    const { value, frozen, volume, fee, trades } = own;
    const pnl = value - last.value - (own.movedTotal - last.movedTotal);
    rows.push({ day, value: value + frozen, pnl, volume, fee, trades });
    last = own;
  }
  return rows;
}

/** What an account traded and paid since the beginning of certain days, the one that runs included. Micros. */
interface AccountTotals {
  /** By the days that were asked for. */
  readonly since: readonly { readonly volume: number; readonly fee: number }[];
  /** Since the account was opened. */
  readonly volume: number;
}

/** @param asked.days from which each sum begins; a year back at most */
export function accountTotals(
  tables: Tables,
  { account, days }: { readonly account: number; readonly days: readonly number[] },
): AccountTotals {
  const rows = tables.all<{ day: number; volume: number; fee: number }>(
    "SELECT day, volume, fee FROM account_days WHERE account = ? AND day >= ? ORDER BY day",
    account,
    Math.min(...days),
  );
  const since = days.map((from) => {
    const sums = { volume: 0, fee: 0 };
    for (const { day, volume, fee } of rows) {
      if (day < from) continue;
      sums.volume += volume;
      sums.fee += fee;
    }
    return sums;
  });
  const last = tables.first<{ volume: number }>(
    "SELECT volume_total AS volume FROM account_days WHERE account = ? ORDER BY day DESC LIMIT 1",
    account,
  );
  return { since, volume: last?.volume ?? 0 };
}
