// FOK: the whole quantity at its price or better, or nothing. Rules 2.2. It is tried first: own orders and those that
// would fail cover by then count as absent (rules 2.3 (7), 2.4), and its own margin may not run out half way.

import { NONE } from "../../base/storage/int-map.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { reducible } from "../orders/open-orders.ts";
import { Trial, type Verdict } from "./trial.ts";

/** Whether an order would execute whole. */
export function fillsWhole(state: State, market: Market, order: number, bound: number): boolean {
  const { orders, books, accounts } = state;
  let left = orders.remaining(order);
  if (orders.isReduceOnly(order) && reducible(state, order) < left) return false;
  const buy = orders.isBuy(order);
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(orders.account(order));
  const trial = new Trial(state, market, order);
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) return false;
    for (let resting = books.levels.head(level); resting !== NONE; resting = orders.next(resting)) {
      if (accounts.owner(orders.account(resting)) === owner) {
        trial.cancel(resting);
        continue;
      }
      if (!trial.lasts(resting)) continue;
      const taken = take(state, trial, resting, price, left);
      if (taken.verdict === "incoming fails") return false;
      left -= taken.lots;
      if (left === 0) return true;
    }
  }
  return false;
}

/** Takes at most `wanted` lots of a resting order: its hidden part first, then what it shows. Rules 2.3 (3). */
function take(
  state: State,
  trial: Trial,
  resting: number,
  price: number,
  wanted: number,
): { readonly lots: number; readonly verdict: Verdict } {
  const { orders } = state;
  const remaining = orders.remaining(resting);
  const offered = orders.isReduceOnly(resting) ? reducibleBy(trial, state, resting) : remaining;
  const hidden = Math.min(offered, remaining - orders.visible(resting));
  let lots = 0;
  for (const { part, restingMaker } of [
    { part: hidden, restingMaker: false },
    { part: offered - hidden, restingMaker: true },
  ]) {
    const size = Math.min(wanted - lots, part);
    if (size === 0) continue;
    const verdict = trial.execute({ resting, lots: size, price, restingMaker });
    if (verdict !== "executes") return { lots, verdict };
    lots += size;
  }
  return { lots, verdict: "executes" };
}

/** What a reduce-only order still closes once its row has given what it gave before. Rules 2.6. */
function reducibleBy(trial: Trial, state: State, resting: number): number {
  const held = trial.held(state.orders.row(resting));
  const closes = state.orders.isBuy(resting) ? held < 0 : held > 0;
  return closes ? Math.min(state.orders.remaining(resting), Math.abs(held)) : 0;
}
