// The feeds of a single market, active while they are shown: its book and its tape. Each market has its own cells, so a
// trader who switches markets never sees a figure of the previous one.

import type { Client } from "@evermark/client";
import type { WatchedCell } from "../../cells/watched-cell.ts";
import { type BookShown, bookCell } from "./book-feed.ts";
import { type TapeShown, tapeCell } from "./tape-feed.ts";

export class MarketFeeds {
  readonly #client: Client;
  readonly #books = new Map<string, WatchedCell<BookShown | undefined>>();
  readonly #tapes = new Map<string, WatchedCell<TapeShown | undefined>>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The visible book. Undefined until it is complete for the first time. */
  book(symbol: string): WatchedCell<BookShown | undefined> {
    return known(this.#books, symbol, () => bookCell(this.#client, symbol));
  }

  /** The latest trades. Undefined until history is read. */
  tape(symbol: string): WatchedCell<TapeShown | undefined> {
    return known(this.#tapes, symbol, () => tapeCell(this.#client, symbol));
  }
}

function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
