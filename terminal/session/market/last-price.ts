// The last price of a market, and the direction that it came from.

import type { TapeShown } from "./tape-feed.ts";

export interface LastPrice {
  readonly price: number;
  /** 1 after a rise, −1 after a fall, 0 when unknown. */
  readonly direction: 1 | 0 | -1;
}

/** The price of the newest trade, compared with the latest trade at another price; undefined before the first trade. */
export function lastOf(tape: TapeShown | undefined): LastPrice | undefined {
  const price = tape?.trades[0]?.price;
  if (tape === undefined || price === undefined) return undefined;
  const before = tape.trades.find((trade) => trade.price !== price)?.price;
  return { price, direction: before === undefined ? 0 : price > before ? 1 : -1 };
}
