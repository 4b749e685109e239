// What ends a market's orders regardless of their owners: another state of the market, and a mark that has moved away.
// Rules 11.1, 11.3.

import type { MarketState } from "@evermark/engine";
import { absolute } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { onlyShrinks } from "../../permissions/naive-standstill.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import { type NaiveOrder, remaining } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { mirrorOrder } from "./algo-mirror.ts";
import { cancel } from "./order-endings.ts";

/** Whether an order is on the side that closes a position. */
export function closes(
  state: NaiveState,
  market: NaiveMarket,
  { account, side, marginMode }: Pick<NaiveOrder, "account" | "side" | "marginMode">,
): boolean {
  const held = rowOf(state.accounts[account]!, market, marginMode).quantity;
  return side === "BUY" ? held < 0n : held > 0n;
}

/** Moves a market to a state, with the effects on its orders. Rules 11.3. */
export function enterState(state: NaiveState, reports: NaiveReports, market: NaiveMarket, to: MarketState): void {
  market.state = to;
  if (to !== "REDUCE_ONLY" && to !== "HALTED" && to !== "DELISTING") return;
  const open = state.open.filter((order) => order.market === market.number && !order.reduceOnly);
  const closing = new Map<string, bigint>();
  for (const order of open.toSorted((a, b) => a.id - b.id)) {
    const { account, marginMode } = order;
    const key = `${account} ${marginMode}`;
    const size = (closing.get(key) ?? 0n) + remaining(order);
    const held = absolute(rowOf(state.accounts[account]!, market, marginMode).quantity);
    const increases = !closes(state, market, order) || size > held;
    if (!increases) closing.set(key, size);
    if (increases) cancel(state, order, "MARKET_STATE", reports);
    else if (onlyShrinks(market)) {
      order.reduceOnly = true;
      order.updatedAt = state.now;
      reports.transition(state, order, "amended");
      mirrorOrder(state, reports, order, "amended");
    }
  }
}

/** Rules 11.1, point 3. */
export function cancelOutOfRange(state: NaiveState, reports: NaiveReports, market: NaiveMarket): void {
  const { priceRange } = market.parameters;
  const outside = state.open.filter((order) => {
    if (order.market !== market.number) return false;
    if (order.side === "BUY") return order.price * RATE > market.mark * (RATE + priceRange);
    return order.price * RATE < market.mark * (RATE - priceRange);
  });
  for (const order of outside.toSorted((a, b) => a.id - b.id)) cancel(state, order, "PRICE_RANGE", reports);
}
