// A market's visible book as the public query shows it. Interface 4.3.

import type { MarketParameters, Side } from "@evermark/engine";
import type { QueryAnswer } from "@evermark/interface/queries/public-query.ts";
import type { Venue } from "../../venue.ts";
import { e8Text, priceText, quantityText } from "../../wire/decimal-text.ts";

type Book = Omit<QueryAnswer<"orderbook">, "ts">;

export function sidesOf({ engine }: Venue, market: number, levels: number): Pick<Book, "asks" | "bids"> {
  const { parameters } = engine.market(market);
  const side = (name: Side) =>
    engine.bookSide(market, name, levels).map(({ price, quantity }) => ({
      price: priceText(parameters, price),
      quantity: quantityText(parameters, quantity),
    }));
  return { asks: side("SELL"), bids: side("BUY") };
}

export function bookOf(venue: Venue, market: number, levels: number): Book {
  const { parameters, bestBid, bestAsk } = venue.engine.market(market);
  const isTwoSided = bestBid !== 0 && bestAsk !== 0;
  return {
    symbol: parameters.symbol,
    mid_price: isTwoSided ? midPrice(parameters, bestBid + bestAsk) : null,
    spread: isTwoSided ? e8Text((bestAsk - bestBid) * parameters.quoteTick) : null,
    ...sidesOf(venue, market, levels),
  };
}

/** Half of the sum, in 8 decimals; half a unit of the last is dropped. */
function midPrice({ quoteTick }: MarketParameters, sumTicks: number): string {
  return e8Text(Number((BigInt(sumTicks) * BigInt(quoteTick)) / 2n));
}
