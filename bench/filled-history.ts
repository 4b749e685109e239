// Tables of history as they are after a year of trading, made without the trading: a fill and an order for each number,
// spread over accounts and time, the days of each account, and minutes of candles.

import { CheckedPages } from "@evermark/venue/history/file/checked-pages.ts";
import { Tables } from "@evermark/venue/history/tables/tables.ts";
import { DAY_MS, dayOf, MINUTE_MS } from "@evermark/venue/statistics/candles.ts";

export interface Filling {
  /** The accounts, by their numbers. */
  readonly numbers: readonly number[];
  /** Until when; venue time, milliseconds. */
  readonly now: number;
  readonly fills: number;
}

const DAYS = 365;
const CANDLES = 20_000;
/** Far above those that a venue gives while it is measured. */
const FIRST_ID = 1_000_000_000;
/** Fills between two commits. */
const AT_ONCE = 1_000_000;
/** Micros, of each fill. */
const NOTIONAL = 120_000_000;
const FEE = 72_000;

/** @param path of the history of a venue that is stopped */
export function fillHistory(path: string, filling: Filling): void {
  const tables = new Tables(
    path,
    CheckedPages.check(path, () => {}),
  );
  tables.execute("PRAGMA synchronous = OFF");
  tables.execute("BEGIN");
  addFills(tables, filling);
  addDays(tables, filling);
  addCandles(tables, filling);
  tables.execute("COMMIT");
  tables.close();
}

function addFills(tables: Tables, { numbers, now, fills }: Filling): void {
  const fill = tables.prepare(`INSERT INTO fills VALUES (${"?, ".repeat(16)}?)`);
  const order = tables.prepare(`INSERT INTO orders VALUES (${"?, ".repeat(21)}?)`);
  const since = now - DAYS * DAY_MS;
  for (let n = 0; n < fills; n++) {
    const account = numbers[n % numbers.length]!;
    const at = since + Math.floor((n / fills) * (now - since));
    const id = FIRST_ID + n;
    fill.run(id, id, id, account, 0, n & 1, 600_000, 200, FEE, 0, 0, 0, 0, 0, 0, NOTIONAL + FEE, at);
    const filled = [600_000, 200, 0, 200, -1, 2, "", 200, NOTIONAL, FEE, 0, at, at];
    order.run(id, account, 0, "", n & 1, 0, 0, 0, "", ...filled);
    if (n % AT_ONCE !== AT_ONCE - 1) continue;
    tables.execute("COMMIT");
    tables.takeOverLog();
    tables.execute("BEGIN");
  }
}

function addDays(tables: Tables, { numbers, now, fills }: Filling): void {
  const day = tables.prepare(`INSERT OR REPLACE INTO account_days VALUES (${"?, ".repeat(8)}?)`);
  const each = Math.ceil(fills / numbers.length / DAYS);
  for (const account of numbers) {
    for (let n = 1; n <= DAYS; n++) {
      const on = dayOf(now) - DAYS - 1 + n;
      day.run(account, on, each * NOTIONAL, each * FEE, each, n * each * NOTIONAL, 0, 5_000_000_000_000, 0);
    }
  }
}

function addCandles(tables: Tables, { now }: Filling): void {
  const candle = tables.prepare(`INSERT OR REPLACE INTO candles VALUES (${"?, ".repeat(9)}?)`);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let n = 0; n < CANDLES; n++) {
    candle.run(0, 0, minute - n * MINUTE_MS, 600_000, 600_100, 599_900, 600_000, 2_000, 120_000_000, 10);
  }
}
