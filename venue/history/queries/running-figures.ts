// The data from which a starting venue builds its running statistics, in one answer, so that all of it is of one position.

import type { Reads } from "../tables/history-store.ts";
import { type AccountMinuteRow, accountMinutesSince } from "./fill-queries.ts";
import {
  type BrokerMinuteRow,
  brokerMinutesSince,
  type CandleRow,
  minutesSince,
  priceAt,
  type TradeRow,
  trades,
} from "./market-queries.ts";

export interface FiguresAsked {
  /** How many markets the venue has. */
  readonly markets: number;
  /** How many latest trades of each market. */
  readonly tradesMax: number;
  readonly candlesSince: number;
  readonly daySince: number;
  /** Moments at which each market's price is wanted, oldest first. */
  readonly priceTimes: readonly number[];
}

export interface RunningFigures {
  /**
   * By market: its latest trades, newest first; its one-minute candles, oldest first, with gaps; and its price at each of
   * the requested moments, 0 before the first trade.
   */
  readonly markets: readonly {
    readonly trades: TradeRow[];
    readonly minutes: CandleRow[];
    readonly prices: number[];
  }[];
  /** One-minute volumes of every builder, oldest first. */
  readonly brokerMinutes: BrokerMinuteRow[];
  /** Every account's fills, summed by minute, oldest first. */
  readonly accountMinutes: AccountMinuteRow[];
}

export function runningFigures(tables: Reads, asked: FiguresAsked): RunningFigures {
  const markets = Array.from({ length: asked.markets }, (_, market) => ({
    trades: trades(tables, market, asked.tradesMax),
    minutes: minutesSince(tables, market, asked.candlesSince),
    prices: asked.priceTimes.map((time) => priceAt(tables, market, time)),
  }));
  return {
    markets,
    brokerMinutes: brokerMinutesSince(tables, asked.daySince),
    accountMinutes: accountMinutesSince(tables, asked.daySince),
  };
}
