// The running 24-hour figures and recent trades of each market, kept in memory from the engine's events and rebuilt
// from history at start. Streams 6.3, market snapshot of interface 2.2.

/** The rolling 24 hours of a market, by minute buckets. Prices in ticks, volume in lots, amount in micros. */
export interface RollingDay {
  readonly open: number;
  readonly close: number;
  readonly high: number;
  readonly low: number;
  readonly volume: number;
  readonly amount: number;
  readonly count: number;
}

export interface RecentTrade {
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  readonly takerSide: "BUY" | "SELL";
  readonly at: number;
}

export interface MarketStatistics {
  rollingDay(market: number): RollingDay;
  /** The same with volume, amount and count of one builder's accounts: each leg counts. */
  rollingDayOfBroker(market: number, brokerId: string): RollingDay;
  /** Newest first, at most 500. */
  recentTrades(market: number, limit: number): RecentTrade[];
}
