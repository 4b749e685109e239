// What a demo maker wants to have on the book of one market: a few levels on each side of the fair price, leaning against
// its position. A position that is full is made fuller only further from the fair price and by less, but neither side is
// ever left: on a book without one there is no trade, and no position would find its way back. Pure: the same prices and
// position give the same quotes.

import { limitPrice, type MarketRules, quantiseQuantity, smallestQuantity } from "@evermark/client/market-rules.ts";

import type { OnlySide } from "./price-board.ts";

export interface MakerStyle {
  /** Distance of each level from the fair price, as a fraction; ascending. */
  readonly distances: readonly number[];
  /** Value of the order at the first level, in USDC; each further level is half as large again. */
  readonly firstNotional: number;
  /** A position that is worth this much is full, in USDC. */
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
/** What makes a full position fuller is so many times as far from the fair price, and so many times that when it is twice full. */
const WARINESS = 2;
/** No quote is further from the fair price, as a fraction: markets take none that is much further. */
const DISTANCE_MAX = 0.02;

/** Best level first, buys before sells. */
export function makerQuotes(style: MakerStyle, { rules, fairPrice, position }: MakerView): Quote[] {
  const fullness = (position * fairPrice) / style.positionMax;
  // A long maker quotes lower, to sell rather than buy.
  const centre = fairPrice * (1 - clamp(fullness, -1, 1) * LEAN * style.distances[0]!);
  const quotes: Quote[] = [];
  for (const side of ["BUY", "SELL"] as const) {
    const direction = side === "BUY" ? 1 : -1;
    const wariness = fullness * direction >= 1 ? fullness * direction * WARINESS : 1;
    let notional = style.firstNotional / wariness ** 2;
    for (const [level, near] of style.distances.entries()) {
      const distance = Math.min(near * wariness, DISTANCE_MAX);
      const price = Number(limitPrice(rules, side, (centre * (1 - direction * distance)).toFixed(8)));
      if (price > 0) quotes.push({ side, level, price, quantity: quantityFor(rules, notional, price) });
      notional *= GROWTH;
    }
  }
  return quotes;
}

/**
 * The best quote of the side that a book does not have, when a trader's order of the other side is at its price or better:
 * then no quote of that side can be placed, and that trader pays more than the maker asks.
 */
export function crossedQuote(quotes: readonly Quote[], only: OnlySide | undefined): Quote | undefined {
  if (only === undefined) return undefined;
  const best = quotes.find(({ side, level }) => side !== only.side && level === 0);
  if (best === undefined) return undefined;
  const isCrossed = only.side === "BUY" ? only.price >= best.price : only.price <= best.price;
  return isCrossed ? best : undefined;
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
