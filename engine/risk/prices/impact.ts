// The average price of trading the impact notional on the visible book, and its distance from the index. Rules 6.3.

import { divRoundHalfAway } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { E10, type RatioE10 } from "../../base/units.ts";
import type { Ladder } from "../../memory/market/ladder.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";

/** The impact notional is what this margin carries at the highest leverage: 1,000 USDC, in micros. */
const IMPACT_MARGIN = 1_000_000_000n;
const RATE = BigInt(E10);

/** One visible price level of a book, both in 10⁻⁸. */
interface VisibleLevel {
  readonly price: bigint;
  readonly quantity: bigint;
}

/** The impact notional in micros: 1,000 USDC × (1 ÷ base_imr). */
export function impactNotional(baseImr: RatioE10): bigint {
  return (IMPACT_MARGIN * RATE) / BigInt(baseImr);
}

/**
 * The average price in 10⁻⁸ of trading `notional` micros into levels, best first: whole levels while they fit, then
 * what the rest buys at the next level. 0 when the levels are too thin.
 */
export function impactPrice(levels: Iterable<VisibleLevel>, notional: bigint): bigint {
  // On the scale of price × quantity, 10⁻¹⁶.
  let rest = notional * RATE;
  let value = 0n;
  let quantity = 0n;
  for (const level of levels) {
    const affordable = rest / level.price;
    const taken = affordable < level.quantity ? affordable : level.quantity;
    value += level.price * taken;
    quantity += taken;
    rest -= level.price * taken;
    if (taken < level.quantity || rest === 0n) return divRoundHalfAway(value, quantity);
  }
  return 0n;
}

/** How far the market trades above the index, in 10⁻¹⁰, toward zero; negative below it. A side that is too thin counts 0. */
export function premium(index: bigint, impactBid: bigint, impactAsk: bigint): bigint {
  const above = impactBid > index ? impactBid - index : 0n;
  const below = impactAsk !== 0n && impactAsk < index ? index - impactAsk : 0n;
  return ((above - below) * RATE) / index;
}

/**
 * The average prices of selling and buying the impact notional on the visible book now, in 10⁻⁸; 0 for a side that is too thin.
 */
export function impactPrices(state: State, market: Market): { readonly bid: bigint; readonly ask: bigint } {
  const notional = impactNotional(market.parameters.baseImr);
  return {
    bid: impactPrice(visibleLevels(state, market, market.bids), notional),
    ask: impactPrice(visibleLevels(state, market, market.asks), notional),
  };
}

/** The premium of a market's visible book now. */
export function premiumNow(state: State, market: Market): bigint {
  const { bid, ask } = impactPrices(state, market);
  return premium(BigInt(market.index) * BigInt(market.tickE8), bid, ask);
}

function* visibleLevels(state: State, market: Market, ladder: Ladder): Generator<VisibleLevel> {
  const tick = BigInt(market.tickE8);
  const lot = BigInt(market.lotE8);
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(state.books.levels.price(level))) {
    if (state.books.levels.visible(level) > 0)
      yield {
        price: BigInt(state.books.levels.price(level)) * tick,
        quantity: BigInt(state.books.levels.visible(level)) * lot,
      };
  }
}
