// The running venue as its rooms see it: what the API, the streams, the history and the sandbox are handed, and nothing
// that lets one of them reach around the sequencer.

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
   * Null when the engine has all that any client was answered, as where no other node answers; else resolves once it has, with
   * why not where that can't be had.
   */
  upToDate(): Promise<string | null> | null;
  readonly history: HistoryReader;
  readonly statistics: MarketStatistics;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessReader;
  /** Absent where no price comes from outside. */
  readonly feeds?: PriceFeeds | undefined;
  /** What it holds against what it owes. */
  readonly reserves: { readonly view: ReservesView };
  /** Null where no chain is looked at. */
  readonly receivers: ReceiversView | null;
  /** Null where it has none: then the faucet and the sandbox's operator are all that money comes from. */
  readonly chain: ChainView | null;
}
