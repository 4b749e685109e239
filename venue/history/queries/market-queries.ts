// Reads of the public tape, of candles and of builders' volumes.

import type { CandleInterval } from "../../sums/candle-sums.ts";
import {
  type Bounds,
  type Candle,
  DAY_MS,
  fillGaps,
  HOUR_MS,
  intervalBounds,
  MINUTE_MS,
  rollUp,
} from "../../sums/candle-sums.ts";
import { STORED_RESOLUTIONS } from "../schema/market-tables.ts";
import type { Row } from "../schema/schema.ts";
import type { Reads } from "../tables/history-store.ts";
import { select, selectAll } from "../tables/selection.ts";
import { statement } from "../tables/statement.ts";

export type TradeRow = Row<"trades">;

/** What the accounts of one builder traded in one minute; maker and taker legs both count. */
export type BrokerMinuteRow = Row<"broker_minutes">;

export interface CandleRow extends Candle {
  market: number;
}

type Resolution = (typeof STORED_RESOLUTIONS)[number];

/** The longest stored candles from which the candles of an interval can be built. */
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

const TRADE = selectAll("trades");
const TRADES = statement((builder, { market, limit }: { market: number; limit: number }) =>
  builder
    .selectFrom("trades")
    .select(TRADE.columns)
    .where("market", "=", market)
    .orderBy("match_id", "desc")
    .limit(limit),
);

/** A market's latest trades, newest first. */
export function trades(tables: Reads, market: number, limit: number): TradeRow[] {
  return TRADE.rows(tables.all(TRADES, { market, limit }));
}

/** Closed and running candles, oldest first; intervals without a trade are filled with the previous close. */
export function candles(
  tables: Reads,
  market: number,
  interval: CandleInterval,
  limit: number,
  until: number,
): CandleRow[] {
  // The candles belong to this query alone: copying each would cost as much as reading it.
  return filledCandles(tables, market, interval, limit, until).map((candle) => Object.assign(candle, { market }));
}

/** The same candles without the market. */
export function filledCandles(
  tables: Reads,
  market: number,
  interval: CandleInterval,
  limit: number,
  until: number,
): Candle[] {
  if (limit < 1) return [];
  const last = intervalBounds(interval, until);
  const first = boundsBack(interval, last, limit - 1);
  const resolution = MADE_OF[interval];
  const stored = storedCandles(tables, market, resolution, { start: first.start, end: last.end });
  const closeBefore = closeBeforeTime(tables, market, resolution, first.start);
  const found = interval === resolution ? stored : rollUp(stored, interval);
  return fillGaps(found, interval, { from: first.start, until, closeBefore });
}

/** The price of the last trade before a whole minute, 0 if there is none. */
export function priceAt(tables: Reads, market: number, minute: number): number {
  return closeBeforeTime(tables, market, "1m", minute) ?? 0;
}

/** Stored one-minute candles, from the minute that contains `since` on. */
export function minutesSince(tables: Reads, market: number, since: number): CandleRow[] {
  const { start } = intervalBounds("1m", since);
  const found = storedCandles(tables, market, "1m", { start, end: Number.MAX_SAFE_INTEGER });
  return found.map((candle) => ({ market, ...candle }));
}

const BROKER_MINUTE = selectAll("broker_minutes");
const BROKER_MINUTES = statement((builder, { start }: { start: number }) =>
  builder
    .selectFrom("broker_minutes")
    .select(BROKER_MINUTE.columns)
    .where("start", ">=", start)
    .orderBy("start")
    .orderBy("market")
    .orderBy("broker_id"),
);

/** Every builder's minutes, from the minute that contains `since` on. */
export function brokerMinutesSince(tables: Reads, since: number): BrokerMinuteRow[] {
  return BROKER_MINUTE.rows(tables.all(BROKER_MINUTES, { start: intervalBounds("1m", since).start }));
}

const CANDLE = select("candles", ["start", "open", "high", "low", "close", "volume", "amount", "count"]);
const CANDLES = statement(
  (builder, { market, resolution, start, end }: Bounds & { market: number; resolution: number }) =>
    builder
      .selectFrom("candles")
      .select(CANDLE.columns)
      .where("market", "=", market)
      .where("resolution", "=", resolution)
      .where("start", ">=", start)
      .where("start", "<", end)
      .orderBy("start"),
);

function storedCandles(tables: Reads, market: number, resolution: Resolution, { start, end }: Bounds): Candle[] {
  const asked = { market, resolution: STORED_RESOLUTIONS.indexOf(resolution), start, end };
  const rows = tables.all(CANDLES, asked) as Candle[];
  for (const row of rows) row.end = row.start + LENGTHS[resolution];
  return rows;
}

const CLOSE_BEFORE = statement((builder, values: { market: number; resolution: number; start: number }) =>
  builder
    .selectFrom("candles")
    .select("close")
    .where("market", "=", values.market)
    .where("resolution", "=", values.resolution)
    .where("start", "<", values.start)
    .orderBy("start", "desc")
    .limit(1),
);

function closeBeforeTime(tables: Reads, market: number, resolution: Resolution, start: number): number | undefined {
  return tables.first(CLOSE_BEFORE, { market, resolution: STORED_RESOLUTIONS.indexOf(resolution), start })?.close;
}

/** The interval `steps` before another; venue time does not go back beyond 1970. */
function boundsBack(interval: CandleInterval, from: Bounds, steps: number): Bounds {
  let bounds = from;
  for (let step = 0; step < steps && bounds.start > 0; step++) bounds = intervalBounds(interval, bounds.start - 1);
  return bounds;
}
