// What the running statistics of a venue are made of at its start, in one answer: all of it is of one journal position.

import type { Reads } from "../tables/store.ts";
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
  /** Of each market. */
  readonly tradesMax: number;
  readonly candlesSince: number;
  readonly daySince: number;
  /** Moments at which the price of each market is asked for, oldest first. */
  readonly priceTimes: readonly number[];
}

export interface RunningFigures {
  /**
   * By market: its latest trades, newest first, its one-minute candles, oldest first, without filling, and what the price
   * was at each of the moments that were asked for, 0 before the first trade.
   */
  readonly markets: readonly {
    readonly trades: TradeRow[];
    readonly minutes: CandleRow[];
    readonly prices: number[];
  }[];
  /** One-minute volumes of every builder, oldest first. */
  readonly brokerMinutes: BrokerMinuteRow[];
  /** The fills of every account, summed by their minute, oldest first. */
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
