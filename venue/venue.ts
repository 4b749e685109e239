// The running venue as its parts see it: what the API, the streams, history and the sandbox are given, and nothing that
// would let one of them bypass the sequencer.

import type { Sequencer } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { ReceiversView } from "./chain/receivers/receivers-view.ts";
import type { ChainView } from "./chain/view/chain-view.ts";
import type { ReservesView } from "./chain/view/reserves-view.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { HistoryReader } from "./history/index.ts";
import type { Metrics } from "./operation/reports/metrics.ts";
import type { ReadinessReader } from "./operation/reports/readiness.ts";
import type { SharedClock } from "./operation/time/clock.ts";
import type { PriceFeeds } from "./prices/feeds/price-feeds.ts";
import type { MarketStatistics } from "./statistics/market-statistics.ts";

export interface Venue {
  readonly configuration: Configuration;
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly clock: SharedClock;
  /**
   * Null when the engine already has everything that any client was answered, as it always has without other nodes.
   * Otherwise a promise for when it has: null, or why that can't be achieved.
   */
  upToDate(): Promise<string | null> | null;
  readonly history: HistoryReader;
  readonly statistics: MarketStatistics;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessReader;
  /** Absent when no price comes from outside. */
  readonly feeds?: PriceFeeds | undefined;
  /** The venue's assets against what it owes. */
  readonly reserves: { readonly view: ReservesView };
  /** Null when no chain is watched for deposits by transfer. */
  readonly receivers: ReceiversView | null;
  /** Null without a chain: then money comes only from the faucet and the sandbox's operator. */
  readonly chain: ChainView | null;
}
