// The venue's public state: its markets, their prices, its notices. Streams feed cells; data that may have been missed
// without a connection is read again after a reconnect.

import { Client } from "@evermark/client";
import { Cell, CellMap } from "../../cells/cell.ts";
import { WatchedCell } from "../../cells/watched-cell.ts";
import type { Announcement, MarketSnapshot, SymbolRule, SystemInfo } from "../asking/answers.ts";
import { connectionOf } from "../asking/connection-state.ts";
import { Refreshing } from "../asking/refreshing.ts";
import type { Settings } from "../asking/settings.ts";
import { MarketFeeds } from "./market-feeds.ts";
import { afterReading } from "./rules.ts";

/** Polled because estimated funding and open interest only have topics for single markets. */
const SNAPSHOT_EVERY_MS = 10_000;
/** Polled because the stream reports new announcements, but not the end of one. */
const ANNOUNCEMENTS_EVERY_MS = 10_000;
/** Polled because states of markets have no topic. */
const RULES_EVERY_MS = 3_000;
const SECOND_MS = 1_000;

export class PublicSession {
  readonly client: Client;
  /** In the venue's order. */
  readonly symbols = new Cell<readonly string[]>([]);
  /** Order rules and states of markets, by symbol. A row is the same object until it changes. */
  readonly rules = new Cell<ReadonlyMap<string, SymbolRule>>(new Map());
  /** Undefined until the first answer. */
  readonly markets = new CellMap<string, MarketSnapshot | undefined>(() => undefined);
  readonly system = new Cell<SystemInfo>({ status: 0, msg: "" });
  readonly announcements = new Cell<readonly Announcement[]>([]);
  /** Settles with the venue's first answer, or its absence: from then on signatures carry the venue's time. */
  readonly timeKnown: Promise<void>;
  /** Books and tapes. */
  readonly feeds;
  /** Venue time, updated each second while it is shown. */
  readonly clock = new WatchedCell<number>(0, (cell) => {
    cell.set(this.now());
    const timer = setInterval(() => cell.set(this.now()), SECOND_MS);
    return () => clearInterval(timer);
  });
  readonly connected;
  /** When something last arrived from the venue, by `performance.now()`. Changes too often for a cell. */
  heardAt = performance.now();
  readonly #rules: Refreshing;
  readonly #snapshots: Refreshing;
  readonly #system: Refreshing;
  readonly #announcements: Refreshing;

  constructor({ baseUrl, brand }: Settings) {
    this.client = new Client({ baseUrl, brand });
    const { marketData, announcements, streams } = this.client;
    this.feeds = new MarketFeeds(this.client);
    this.connected = connectionOf(streams.public);
    this.#rules = new Refreshing(async () => {
      const { rows } = await marketData.getSymbols();
      const rules = afterReading(this.rules.get(), rows);
      if (rules === this.rules.get()) return;
      this.symbols.set([...rules.keys()]);
      this.rules.set(rules);
    }, RULES_EVERY_MS);
    this.#snapshots = new Refreshing(async () => {
      const { rows } = await marketData.getMarkets();
      for (const row of rows) this.markets.of(row.symbol).set(row);
    }, SNAPSHOT_EVERY_MS);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.timeKnown = promise;
    this.#system = new Refreshing(async () => {
      try {
        this.system.set(await marketData.getSystemInfo());
      } finally {
        resolve();
      }
    });
    this.#announcements = new Refreshing(async () => {
      this.announcements.set((await announcements.getAnnouncements()).rows);
    }, ANNOUNCEMENTS_EVERY_MS);
  }

  /** Venue time in whole milliseconds. */
  now(): number {
    return this.client.rest.clock.now();
  }

  /** Reads rules, states and figures of all markets again, such as after a market has just refused an order. */
  refreshMarkets(): void {
    this.#rules.now();
    this.#snapshots.now();
  }

  /** Reads the announcements again, such as after one was withdrawn here. */
  refreshAnnouncements(): void {
    this.#announcements.now();
  }

  start(): void {
    const stream = this.client.streams.public;
    const again = () => {
      for (const part of [this.#rules, this.#snapshots, this.#system, this.#announcements]) part.now();
    };
    stream.subscribe(
      "tickers",
      (rows) => {
        for (const { symbol, open, close, high, low, volume, amount } of rows) {
          this.#changed(symbol, {
            "24h_open": open,
            "24h_close": close,
            "24h_high": high,
            "24h_low": low,
            "24h_volume": volume,
            "24h_amount": amount,
          });
        }
      },
      { onSubscribed: again },
    );
    stream.subscribe("markprices", (rows) => {
      for (const { symbol, price } of rows) this.#changed(symbol, { mark_price: price });
    });
    stream.subscribe("indexprices", (rows) => {
      for (const { symbol, price, settlementPrice } of rows) {
        const expected = settlementPrice === undefined ? {} : { expected_settlement_price: settlementPrice };
        this.#changed(symbol.replace(/^SPOT/, "PERP"), { index_price: price, ...expected });
      }
    });
    stream.subscribe("maintenance_status", () => this.#system.now());
    stream.subscribe("announcement", () => this.#announcements.now());
    again();
  }

  #changed(symbol: string, change: Partial<MarketSnapshot>): void {
    this.heardAt = performance.now();
    const cell = this.markets.of(symbol);
    const known = cell.get();
    if (known !== undefined) cell.set({ ...known, ...change });
  }
}
