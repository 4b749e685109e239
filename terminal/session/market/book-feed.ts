// The visible book of a market, kept up to date by the client library.

import type { Client, Level } from "@evermark/client";
import { WatchedCell } from "../../cells/watched-cell.ts";

/** Best levels first. */
export interface BookShown {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  /** False while it shows old levels. */
  readonly isLive: boolean;
}

export function bookCell(client: Client, symbol: string): WatchedCell<BookShown | undefined> {
  return new WatchedCell<BookShown | undefined>(undefined, (cell) => {
    const stream = client.streams.public;
    const book = client.orderBook(symbol);
    const isLive = () => book.isLive && stream.state === "live";
    book.onChange(() => cell.set({ asks: book.levels("asks"), bids: book.levels("bids"), isLive: isLive() }));
    const stop = stream.on("state", () => cell.update((shown) => shown && { ...shown, isLive: isLive() }));
    return () => {
      stop();
      book.close();
    };
  });
}
