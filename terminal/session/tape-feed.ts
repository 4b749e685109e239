// The tape of a market: history read once the live trades come, and again whenever some were missed.

import type { Client } from "@evermark/client";
import { WatchedCell } from "../cells/watched-cell.ts";
import type { MarketTrade } from "./answers.ts";
import { Refreshing } from "./refreshing.ts";
import { Tape, type TapeTrade, type TradeSeen } from "./tape.ts";

export const TRADES_MAX = 200;
/** Nobody reads faster. The first trade after a pause is told at once. */
const TELL_EVERY_MS = 125;

export interface TapeShown {
  /** Newest first. */
  readonly trades: readonly TapeTrade[];
  /** False while it shows what was. */
  readonly isLive: boolean;
}

export function tapeCell(client: Client, symbol: string): WatchedCell<TapeShown | undefined> {
  return new WatchedCell<TapeShown | undefined>(undefined, (cell) => {
    const stream = client.streams.public;
    const topic = `${symbol}@trade` as const;
    const tape = new Tape(TRADES_MAX);
    const telling = new Telling(() => cell.set({ trades: tape.newest(), isLive: isRead && stream.state === "live" }));
    let isRead = false;
    let round = 0;
    const history = new Refreshing(async () => {
      const asked = round;
      const { rows } = await client.marketData.getMarketTrades({ symbol, limit: TRADES_MAX });
      // What was asked for before live trades began anew may end too early; it is being read once more.
      if (asked !== round) return;
      tape.read(rows.map(seen));
      isRead = true;
      telling.now();
    });
    const begin = () => {
      round += 1;
      tape.begin();
      history.now();
    };
    const subscription = stream.subscribe(
      topic,
      ({ price, size, side }, { ts }) => {
        if (tape.take({ at: ts, side, price, quantity: size })) telling.soon();
      },
      { onSubscribed: begin },
    );
    const stops = [
      stream.on("gap", (gap) => {
        if (gap.topic === topic) begin();
      }),
      stream.on("state", ({ state }) => {
        if (state === "connecting") isRead = false;
        if (cell.get() !== undefined) telling.now();
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      subscription.unsubscribe();
      history.end();
      telling.end();
    };
  });
}

function seen(row: MarketTrade): TradeSeen {
  const { executed_timestamp: at, side, executed_price: price, executed_quantity: quantity } = row;
  return { at, side, price, quantity };
}

/** Tells soon, and not more often than can be read. */
class Telling {
  readonly #tell: () => void;
  #toldAt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: () => void) {
    this.#tell = tell;
  }

  now(): void {
    this.end();
    this.#toldAt = performance.now();
    this.#tell();
  }

  soon(): void {
    this.#timer ??= setTimeout(() => this.now(), Math.max(0, this.#toldAt + TELL_EVERY_MS - performance.now()));
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
