// The takers: mostly small orders, now and then a large one, more of them while a market is busy. They follow the price's
// latest move and lean against their own positions, and each has a view that changes over hours, so that positions last
// and funding is paid. Pure: every draw follows from seed, market and second.

import type { Side } from "@evermark/engine";
import { fractionOf, hashOf } from "../../prices/random.ts";
import { clampedToOne } from "./clamped.ts";
import { CROWD, type DemoMarket } from "./demo-market.ts";

export interface CrowdView {
  readonly market: DemoMarket;
  /** Counted from the venue's first second; the draws of a second are used once. */
  readonly second: number;
  /** The price's recent move, from −1 to 1. */
  readonly momentum: number;
  /** Value of a trader's position in USDC, signed. */
  position(trader: number): number;
}

export interface CrowdOrder {
  /** Index of the trader in the crowd. */
  readonly trader: number;
  readonly side: Side;
  /** In USDC. */
  readonly value: number;
  /** Milliseconds into the second. */
  readonly offsetMs: number;
}

/** The size of a full position, in orders of average size. */
const HELD_ORDERS = 120;
/** One order in this many is `LARGE_TIMES` as large, and walks through the book. */
const LARGE_ONE_IN = 60;
const LARGE_TIMES = 14;
const FOLLOWING = 0.25;
const LEANING = 0.45;

/** The orders of one second, in order of time. */
export function crowdOrders(view: CrowdView): CrowdOrder[] {
  const { style, activity } = view.market;
  const expected = (style.ordersPerMinute / 60) * activity.at(view.second);
  const count = Math.floor(expected + draw(view, 0));
  return Array.from({ length: count }, (_, order) => crowdOrder(view, 10 * (order + 1))).toSorted(
    (a, b) => a.offsetMs - b.offsetMs,
  );
}

/** One order, whether or not this second has any. @param which number of the first draw of the second that belongs to it */
export function crowdOrder(view: CrowdView, which: number): CrowdOrder {
  const { market, momentum, second } = view;
  const { style } = market;
  const trader = Math.floor(draw(view, which) * CROWD);
  const full = HELD_ORDERS * style.orderValue;
  const excess = clampedToOne(view.position(trader) / full - market.wishOf(trader, second));
  const buying = 0.5 + FOLLOWING * momentum - LEANING * excess;
  const side = draw(view, which + 1) < buying ? "BUY" : "SELL";
  const size = draw(view, which + 2);
  // The mean of 5u⁴ is 1: many small orders, few large ones.
  const usual = (0.1 + 4.5 * size * size * size * size) * (0.6 + 0.4 * market.activity.at(second));
  const times = draw(view, which + 3) * LARGE_ONE_IN < 1 ? LARGE_TIMES : 1;
  const offsetMs = 40 + Math.floor(draw(view, which + 4) * 920);
  return { trader, side, value: style.orderValue * usual * times, offsetMs };
}

function draw({ market: { seed, hash }, second }: CrowdView, which: number): number {
  return fractionOf(hashOf(seed, hash, 600 + which, second));
}
