// The tape of a market: history is read once live trades arrive, and again whenever some were missed.

import type { Client } from "@evermark/client";
import { WatchedCell } from "../../cells/watched-cell.ts";
import type { MarketTrade } from "../asking/answers.ts";
import { Refreshing } from "../asking/refreshing.ts";
import { type TapeTrade, type TradeSeen, TradeTape } from "./trade-tape.ts";

export const TRADES_MAX = 200;
/** Faster updates are unreadable. The first trade after a pause is shown at once. */
const NOTIFY_EVERY_MS = 125;

export interface TapeShown {
  /** Newest first. */
  readonly trades: readonly TapeTrade[];
  /** False while it shows old trades. */
  readonly isLive: boolean;
}

export function tapeCell(client: Client, symbol: string): WatchedCell<TapeShown | undefined> {
  return new WatchedCell<TapeShown | undefined>(undefined, (cell) => {
    const stream = client.streams.public;
    const topic = `${symbol}@trade` as const;
    const tape = new TradeTape(TRADES_MAX);
    const notifying = new Notifying(() =>
      cell.set({ trades: tape.newest(), isLive: isRead && stream.state === "live" }),
    );
    let isRead = false;
    let round = 0;
    const history = new Refreshing(async () => {
      const asked = round;
      const { rows } = await client.marketData.getMarketTrades({ symbol, limit: TRADES_MAX });
      // A request sent before live trades were restarted may end too early; history is being read again.
      if (asked !== round) return;
      tape.read(rows.map(seen));
      isRead = true;
      notifying.now();
    });
    const begin = () => {
      round += 1;
      tape.begin();
      history.now();
    };
    const subscription = stream.subscribe(
      topic,
      ({ price, size, side }, { ts }) => {
        if (tape.take({ at: ts, side, price, quantity: size })) notifying.soon();
      },
      { onSubscribed: begin },
    );
    const stops = [
      stream.on("gap", (gap) => {
        if (gap.topic === topic) begin();
      }),
      stream.on("state", ({ state }) => {
        if (state === "connecting") isRead = false;
        if (cell.get() !== undefined) notifying.now();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      subscription.unsubscribe();
      history.end();
      notifying.end();
    };
  });
}

function seen(row: MarketTrade): TradeSeen {
  const { executed_timestamp: at, side, executed_price: price, executed_quantity: quantity } = row;
  return { at, side, price, quantity };
}

/** Notifies soon, but not more often than can be read. */
class Notifying {
  readonly #notify: () => void;
  #notifiedAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  now(): void {
    this.end();
    this.#notifiedAt = performance.now();
    this.#notify();
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), Math.max(0, this.#notifiedAt + NOTIFY_EVERY_MS - performance.now()));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
