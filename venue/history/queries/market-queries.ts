// Reads of the public tape, of candles and of builders' volumes.

import type { CandleInterval } from "../../statistics/candles.ts";
import {
  type Bounds,
  type Candle,
  DAY_MS,
  fillGaps,
  HOUR_MS,
  intervalBounds,
  MINUTE_MS,
  rollUp,
} from "../../statistics/candles.ts";
import { STORED_RESOLUTIONS } from "../records/pending-candles.ts";
import { sideOf } from "../tables/codes.ts";
import type { Tables } from "../tables/tables.ts";
import type { BrokerMinuteRow, CandleRow, TradeRow } from "./rows.ts";

type Resolution = (typeof STORED_RESOLUTIONS)[number];

/** The longest stored candles that an interval is made of. */
const MADE_OF: Record<CandleInterval, Resolution> = {
  "1m": "1m",
  "3m": "1m",
  "5m": "1m",
  "15m": "1m",
  "30m": "1m",
  "1h": "1h",
  "4h": "1h",
  "12h": "1h",
  "1d": "1d",
  "1w": "1d",
  "1M": "1d",
  "1y": "1d",
};

const LENGTHS: Record<Resolution, number> = { "1m": MINUTE_MS, "1h": HOUR_MS, "1d": DAY_MS };

const CANDLE_COLUMNS = "start, open, high, low, close, volume, amount, count";

export class MarketQueries {
  readonly #tables: Tables;

  constructor(tables: Tables) {
    this.#tables = tables;
  }

  trades(market: number, limit: number): TradeRow[] {
    const rows = this.#tables.all<Omit<TradeRow, "takerSide"> & { takerSide: number }>(
      `SELECT match_id AS matchId, market, price, quantity, taker_side AS takerSide, at, taker
       FROM trades WHERE market = ? ORDER BY match_id DESC LIMIT ?`,
      market,
      limit,
    );
    return rows.map((row) => ({ ...row, takerSide: sideOf(row.takerSide) }));
  }

  candles(market: number, interval: CandleInterval, limit: number, until: number): CandleRow[] {
    // They are this query's own: a copy of each would cost as much as reading it.
    return this.filled(market, interval, limit, until).map((candle) => Object.assign(candle, { market }));
  }

  /** Closed and running candles, oldest first; intervals without a trade are filled with the last close. */
  filled(market: number, interval: CandleInterval, limit: number, until: number): Candle[] {
    if (limit < 1) return [];
    const last = intervalBounds(interval, until);
    const first = boundsBack(interval, last, limit - 1);
    const resolution = MADE_OF[interval];
    const stored = this.#stored(market, resolution, { start: first.start, end: last.end });
    const closeBefore = this.#closeBefore(market, resolution, first.start);
    const candles = interval === resolution ? stored : rollUp(stored, interval);
    return fillGaps(candles, interval, { from: first.start, until, closeBefore });
  }

  /** Of the last trade before a whole minute, 0 for none. */
  priceAt(market: number, minute: number): number {
    return this.#closeBefore(market, "1m", minute) ?? 0;
  }

  /** From the minute that contains `since` on. */
  minutesSince(market: number, since: number): CandleRow[] {
    const { start } = intervalBounds("1m", since);
    return this.#stored(market, "1m", { start, end: Number.MAX_SAFE_INTEGER }).map((candle) => ({ market, ...candle }));
  }

  /** From the minute that contains `since` on. */
  brokerMinutesSince(since: number): BrokerMinuteRow[] {
    return this.#tables.all<BrokerMinuteRow>(
      `SELECT broker_id AS brokerId, market, start, volume, amount, count
       FROM broker_minutes WHERE start >= ? ORDER BY start, market, broker_id`,
      intervalBounds("1m", since).start,
    );
  }

  #stored(market: number, resolution: Resolution, range: Bounds): Candle[] {
    const rows = this.#tables.all<Candle>(
      `SELECT ${CANDLE_COLUMNS} FROM candles
       WHERE market = ? AND resolution = ? AND start >= ? AND start < ? ORDER BY start`,
      market,
      STORED_RESOLUTIONS.indexOf(resolution),
      range.start,
      range.end,
    );
    for (const row of rows) row.end = row.start + LENGTHS[resolution];
    return rows;
  }

  #closeBefore(market: number, resolution: Resolution, start: number): number | undefined {
    const row = this.#tables.first<{ close: number }>(
      "SELECT close FROM candles WHERE market = ? AND resolution = ? AND start < ? ORDER BY start DESC LIMIT 1",
      market,
      STORED_RESOLUTIONS.indexOf(resolution),
      start,
    );
    return row?.close;
  }
}

/** The interval that lies `steps` before another; venue time has none before 1970. */
function boundsBack(interval: CandleInterval, from: Bounds, steps: number): Bounds {
  let bounds = from;
  for (let step = 0; step < steps && bounds.start > 0; step++) bounds = intervalBounds(interval, bounds.start - 1);
  return bounds;
}
