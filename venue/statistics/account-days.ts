// The sums of every account's fills, transfers and funding in the last 24 hours, by market and margin mode, in whole minutes.
// They are kept in memory because frames are written between two commands, where nothing can wait for history, and because
// every view of an account's positions needs them. Interface 4.1 and 4.5, streams 10.1 and 10.2.
//
// Invariant: the sum of a row equals the sum of its minutes. Sums are whole numbers, so subtracting a minute from a sum leaves
// exactly the sum of the others.

import type { MarginMode } from "@evermark/engine";
import type { AccountMinuteRow, FillSumsRow } from "../history/index.ts";
import { DAY_MS, MINUTE_MS } from "../sums/candle-sums.ts";
import { type FillSums, noFills } from "../sums/fill-sums.ts";

/** One fill, or the fills of a minute. */
export type AccountMinute = Omit<AccountMinuteRow, "start"> & { readonly at: number };

type Sums = { -readonly [K in keyof FillSums]: FillSums[K] };

/** The time between two sweeps for accounts that have stopped trading. */
const SWEEP_MS = DAY_MS / 24;

interface Minute extends Sums {
  readonly start: number;
}

interface Row {
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly sum: Sums;
  /** Minutes that have a fill, oldest first. */
  readonly minutes: Minute[];
}

export class AccountDays {
  readonly #accounts = new Map<number, Map<number, Row>>();
  #swept = 0;

  /** Adds to an account's sums. Times of one account never go backwards. */
  add(added: AccountMinute): void {
    if (added.at - this.#swept >= SWEEP_MS) this.#sweep(added.at);
    const row = this.#rowOf(added);
    const start = Math.floor(added.at / MINUTE_MS) * MINUTE_MS;
    let minute = row.minutes.at(-1);
    if (minute === undefined || minute.start < start) {
      forgetOld(row, added.at);
      minute = { start, ...noFills };
      row.minutes.push(minute);
    }
    change(minute, added, 1);
    change(row.sum, added, 1);
  }

  #rowOf({ account, market, marginMode }: AccountMinute): Row {
    let rows = this.#accounts.get(account);
    if (rows === undefined) {
      rows = new Map();
      this.#accounts.set(account, rows);
    }
    const key = keyOf(market, marginMode);
    let row = rows.get(key);
    if (row === undefined) {
      row = { market, marginMode, sum: { ...noFills }, minutes: [] };
      rows.set(key, row);
    }
    return row;
  }

  /** An account's rows. Rows without a fill in the last 24 hours may be absent, or zero. */
  of(account: number, now: number): FillSumsRow[] {
    return Array.from(this.#accounts.get(account)?.values() ?? [], (row) => {
      forgetOld(row, now);
      return { market: row.market, marginMode: row.marginMode, ...row.sum };
    });
  }

  /** Drops what is older than a day, for accounts that have stopped trading, which nothing else updates. */
  #sweep(now: number): void {
    this.#swept = now;
    for (const [account, rows] of this.#accounts) {
      for (const [key, row] of rows) {
        forgetOld(row, now);
        if (row.minutes.length === 0) rows.delete(key);
      }
      if (rows.size === 0) this.#accounts.delete(account);
    }
  }

  /** How many accounts have rows. */
  get size(): number {
    return this.#accounts.size;
  }
}

function keyOf(market: number, marginMode: MarginMode): number {
  return market * 2 + (marginMode === "ISOLATED" ? 1 : 0);
}

/** The oldest minute that still counts is the same minute of the day before. */
function forgetOld({ minutes, sum }: Row, now: number): void {
  const since = Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
  const [oldest] = minutes;
  if (oldest === undefined || oldest.start >= since) return;
  const kept = minutes.findIndex(({ start }) => start >= since);
  for (const minute of minutes.splice(0, kept < 0 ? minutes.length : kept)) change(sum, minute, -1);
}

function change(sum: Sums, { quantity, cost, fee, volume, trades, closes, wins }: FillSums, sign: 1 | -1): void {
  sum.quantity += sign * quantity;
  sum.cost += sign * cost;
  sum.fee += sign * fee;
  sum.volume += sign * volume;
  sum.trades += sign * trades;
  sum.closes += sign * closes;
  sum.wins += sign * wins;
}
