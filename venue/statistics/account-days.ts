// What the fills, transfers and funding of every account in the last 24 hours add up to, by market and margin mode and
// whole minutes. In memory, because frames are written between two commands, where nothing can wait for history, and
// because every look at an account's positions asks for it. Interface 4.1 and 4.5, streams 10.1 and 10.2.
//
// Invariant: the sum of a row equals the roll-up of its minutes. Sums are whole numbers, so that taking a minute out of
// them leaves what the others add up to.

import type { MarginMode } from "@evermark/engine";
import type { AccountMinuteRow, FillSumsRow } from "../history/index.ts";
import { DAY_MS, MINUTE_MS } from "../sums/candles.ts";
import { type FillSums, noFills } from "../sums/fill-sums.ts";

/** One fill, or a minute of them. */
export type AccountMinute = Omit<AccountMinuteRow, "start"> & { readonly at: number };

type Sums = { -readonly [K in keyof FillSums]: FillSums[K] };

/** Between two looks at the accounts that stopped trading. */
const SWEEP_MS = DAY_MS / 24;

interface Minute extends Sums {
  readonly start: number;
}

interface Row {
  readonly market: number;
  readonly marginMode: MarginMode;
  readonly sum: Sums;
  /** With a fill, oldest first. */
  readonly minutes: Minute[];
}

export class AccountDays {
  readonly #accounts = new Map<number, Map<number, Row>>();
  #swept = 0;

  /** Of one account, times never go backwards. */
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

  /** Rows without a fill in the last 24 hours may be absent, or zero. */
  of(account: number, now: number): FillSumsRow[] {
    return Array.from(this.#accounts.get(account)?.values() ?? [], (row) => {
      forgetOld(row, now);
      return { market: row.market, marginMode: row.marginMode, ...row.sum };
    });
  }

  /** Forgets what is older than a day: accounts that stopped trading are not touched by anything else. */
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

  /** How many accounts are kept. */
  get size(): number {
    return this.#accounts.size;
  }
}

function keyOf(market: number, marginMode: MarginMode): number {
  return market * 2 + (marginMode === "ISOLATED" ? 1 : 0);
}

/** The oldest minute that still counts is the one of this time yesterday. */
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
