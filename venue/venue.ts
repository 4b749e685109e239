// The running venue as its rooms see it: what the API, the streams, the history and the sandbox are handed, and nothing
// that lets one of them reach around the sequencer.

import type { Sequencer, VenueClock } from "@evermark/core";
import type { EngineReader } from "@evermark/engine";
import type { Logger } from "pino";
import type { ChainView } from "./chain/chain-view.ts";
import type { Configuration } from "./configuration/configuration.ts";
import type { HistoryReader } from "./history/queries.ts";
import type { Metrics } from "./operation/metrics.ts";
import type { ReadinessReader } from "./operation/readiness.ts";
import type { MarketStatistics } from "./statistics/market-statistics.ts";

/** Venue time beside the clocks of those who sign for it. */
export interface SharedClock extends VenueClock {
  /**
   * How long ago by the signer's clock `timestamp` was, in milliseconds, negative when it lies ahead: what windows for
   * signed times are held against. It is `now() - timestamp` unless the machine's clock has jumped.
   */
  age(timestamp: number): number;
}

/** Where deposits by transfer are taken. Interface 4.9. */
export interface ReceiversView {
  /** Makes the addresses. */
  readonly factory: `0x${string}`;
  takes(chainId: number): boolean;
  /** Somebody wants to use it: a chain of the sandbox's own begins then. */
  wanted(chainId: number): void;
  /** The contract of a token that is taken there. */
  tokenOn(chainId: number, token: string): string | undefined;
  /**
   * Play money on a chain of the sandbox's own, in micros of the token, to any address.
   * @returns the transaction's hash; null where there is no such chain
   */
  give(what: {
    readonly chainId: number;
    readonly token: string;
    readonly to: `0x${string}`;
    readonly amount: number;
  }): Promise<`0x${string}` | null>;
}

export interface Venue {
  readonly configuration: Configuration;
  readonly engine: EngineReader;
  readonly sequencer: Sequencer;
  readonly clock: SharedClock;
  readonly history: HistoryReader;
  readonly statistics: MarketStatistics;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly readiness: ReadinessReader;
  /** Null where no chain is looked at. */
  readonly receivers: ReceiversView | null;
  /** Null where it has none: then the faucet and the sandbox's operator are all that money comes from. */
  readonly chain: ChainView | null;
}
