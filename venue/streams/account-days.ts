// What every account earned and paid in the last 24 hours, by market and margin mode and whole minutes, for position and
// balance frames: they are written between two commands, where nothing can wait for history. Streams 10.1 and 10.2.

import type { MarginMode } from "@evermark/engine";
import { DAY_MS, MINUTE_MS } from "../candles.ts";
import type { AccountMinuteRow } from "../history/reader.ts";
import type { DayFigures } from "./private-values.ts";

/** One fill, or a minute of them. Micros. */
export type AccountMinute = Omit<AccountMinuteRow, "start"> & { readonly at: number };

interface Minute {
  readonly start: number;
  fee: number;
  pnl: number;
}

/** Minutes with a fill by market and margin mode, oldest first. */
type Days = Map<number, Minute[]>;

export class AccountDays {
  readonly #accounts = new Map<number, Days>();
  #swept = 0;

  add({ account, market, marginMode, at, fee, realizedPnl }: AccountMinute): void {
    const days = this.#accounts.get(account) ?? new Map<number, Minute[]>();
    this.#accounts.set(account, days);
    const key = keyOf(market, marginMode);
    const minutes = days.get(key) ?? [];
    days.set(key, minutes);

    const start = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    let minute = minutes.at(-1);
    if (minute === undefined || minute.start < start) {
      forgetOld(minutes, at);
      minute = { start, fee: 0, pnl: 0 };
      minutes.push(minute);
    }
    minute.fee += fee;
    minute.pnl += realizedPnl;
  }

  /** Of one position row. */
  ofPosition(account: number, market: number, marginMode: MarginMode, now: number): DayFigures {
    return sum(this.#accounts.get(account)?.get(keyOf(market, marginMode)) ?? [], now);
  }

  ofAccount(account: number, now: number): DayFigures {
    const total = { pnl: 0, fee: 0 };
    for (const minutes of this.#accounts.get(account)?.values() ?? []) {
      const { pnl, fee } = sum(minutes, now);
      total.pnl += pnl;
      total.fee += fee;
    }
    return total;
  }

  /** Forgets what is older than a day, once an hour: accounts that stopped trading are not touched by anything else. */
  sweep(now: number): void {
    if (now - this.#swept < DAY_MS / 24) return;
    this.#swept = now;
    for (const [account, days] of this.#accounts) {
      for (const [key, minutes] of days) {
        forgetOld(minutes, now);
        if (minutes.length === 0) days.delete(key);
      }
      if (days.size === 0) this.#accounts.delete(account);
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

/** The oldest minute that still counts: the one of this time yesterday. */
function oldest(now: number): number {
  return Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
}

function forgetOld(minutes: Minute[], now: number): void {
  const since = oldest(now);
  const kept = minutes.findIndex(({ start }) => start >= since);
  minutes.splice(0, kept < 0 ? minutes.length : kept);
}

function sum(minutes: readonly Minute[], now: number): DayFigures {
  const since = oldest(now);
  const total = { pnl: 0, fee: 0 };
  for (const { start, pnl, fee } of minutes) {
    if (start < since) continue;
    total.pnl += pnl;
    total.fee += fee;
  }
  return total;
}
