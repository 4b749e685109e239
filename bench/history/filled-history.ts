// Fills the tables of history as they are after a year of trading, but without the trading: one fill and one order for
// each number, spread over accounts and time, plus the days of each account and the candles of each minute.

import { CheckedPages, insertInto, putInto, Tables } from "@evermark/venue/history/history-inside.ts";
import { DAY_MS, dayOf, MINUTE_MS } from "@evermark/venue/sums/candle-sums.ts";

export interface Filling {
  /** The numbers of the accounts. */
  readonly numbers: readonly number[];
  /** The end of the history, as venue time in milliseconds. */
  readonly now: number;
  readonly fills: number;
}

const DAYS = 365;
const CANDLES = 20_000;
/** Far above the ids that a venue assigns while it is measured. */
const FIRST_ID = 1_000_000_000;
/** The number of fills between two commits. */
const AT_ONCE = 1_000_000;
/** The notional of each fill, in micros. */
const NOTIONAL = 120_000_000;
const FEE = 72_000;

/** @param path the history of a stopped venue */
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
  const fill = tables.prepare(insertInto("fills"));
  const order = tables.prepare(insertInto("orders"));
  const since = now - DAYS * DAY_MS;
  for (let n = 0; n < fills; n++) {
    const account = numbers[n % numbers.length]!;
    const at = since + Math.floor((n / fills) * (now - since));
    const id = FIRST_ID + n;
    const of = { account, market: 0, side: n & 1, price: 600_000, quantity: 200, marginMode: 0, realizedPnl: 0 };
    const fees = { fee: FEE, tagFee: 0, tagFeeRate: 0 };
    fill.run({
      ...of,
      ...fees,
      tradeId: id,
      matchId: id,
      orderId: id,
      maker: 0,
      marginChange: 0,
      cost: NOTIONAL + FEE,
      at,
    });
    const placed = { orderId: id, clientOrderId: "", orderType: 0, reduceOnly: 0, tag: "", amount: 0, createdAt: at };
    const shown = { visible: 200, visibleQuantity: -1 };
    const filled = { status: 2, reason: "", executed: 200, executedNotional: NOTIONAL, totalFee: FEE, updatedAt: at };
    order.run({ ...of, ...placed, ...shown, ...filled });
    if (n % AT_ONCE !== AT_ONCE - 1) continue;
    tables.execute("COMMIT");
    tables.checkpoint();
    tables.execute("BEGIN");
  }
}

function addDays(tables: Tables, { numbers, now, fills }: Filling): void {
  const day = tables.prepare(putInto("account_days"));
  const each = Math.ceil(fills / numbers.length / DAYS);
  for (const account of numbers) {
    for (let n = 1; n <= DAYS; n++) {
      const on = dayOf(now) - DAYS - 1 + n;
      const traded = { volume: each * NOTIONAL, fee: each * FEE, trades: each, volumeTotal: n * each * NOTIONAL };
      day.run({ account, day: on, ...traded, movedTotal: 0, value: 5_000_000_000_000, frozen: 0 });
    }
  }
}

function addCandles(tables: Tables, { now }: Filling): void {
  const candle = tables.prepare(putInto("candles"));
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let n = 0; n < CANDLES; n++) {
    const prices = { open: 600_000, high: 600_100, low: 599_900, close: 600_000 };
    const traded = { volume: 2_000, amount: 120_000_000, count: 10 };
    candle.run({ market: 0, resolution: 0, start: minute - n * MINUTE_MS, ...prices, ...traded });
  }
}
