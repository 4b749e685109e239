// What a demo maker wants to have on the book of one market: a few levels on each side of the fair price, leaning against
// its position, so that the position stays bounded. Pure: the same prices and position give the same quotes.

import { limitPrice, type MarketRules, quantiseQuantity, smallestQuantity } from "@evermark/client/market-rules.ts";

export interface MakerStyle {
  /** Distance of each level from the fair price, as a fraction; ascending. */
  readonly distances: readonly number[];
  /** Value of the order at the first level, in USDC; each further level is half as large again. */
  readonly firstNotional: number;
  /** The position is never meant to be worth more than this, in USDC. */
  readonly positionMax: number;
}

export interface Quote {
  readonly side: "BUY" | "SELL";
  /** 0 is nearest to the fair price. */
  readonly level: number;
  /** On tick, in USDC. */
  readonly price: number;
  /** In whole lots, in base currency. */
  readonly quantity: number;
}

interface MakerView {
  readonly rules: MarketRules;
  /** What the maker takes the base currency to be worth, in USDC. */
  readonly fairPrice: number;
  /** Signed, in base currency. */
  readonly position: number;
}

const GROWTH = 1.5;
/** How far a full position moves the quotes, in units of the first distance. */
const LEAN = 1;

/** Best level first, buys before sells. On the side that would make a full position fuller, nothing. */
export function makerQuotes(style: MakerStyle, { rules, fairPrice, position }: MakerView): Quote[] {
  const fullness = clamp((position * fairPrice) / style.positionMax, -1, 1);
  // A long maker quotes lower, to sell rather than buy.
  const centre = fairPrice * (1 - fullness * LEAN * style.distances[0]!);
  const quotes: Quote[] = [];
  for (const side of ["BUY", "SELL"] as const) {
    const direction = side === "BUY" ? 1 : -1;
    if (fullness * direction >= 1) continue;
    let notional = style.firstNotional;
    for (const [level, distance] of style.distances.entries()) {
      const price = Number(limitPrice(rules, side, (centre * (1 - direction * distance)).toFixed(8)));
      if (price > 0) quotes.push({ side, level, price, quantity: quantityFor(rules, notional, price) });
      notional *= GROWTH;
    }
  }
  return quotes;
}

/** About so much in USDC, but never less or more than the market takes. */
export function quantityFor(rules: MarketRules, notional: number, price: number): number {
  const wanted = Number(quantiseQuantity(rules, (notional / price).toFixed(8)));
  const least = Number(smallestQuantity(rules, price));
  return Math.min(Math.max(wanted, least), Number(rules.base_max));
}

function clamp(x: number, low: number, high: number): number {
  return Math.min(Math.max(x, low), high);
}
