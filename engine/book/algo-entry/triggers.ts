// Fires the algo orders that new prices have reached, by ascending id, whatever prices are reached on the way. Rules 0.3 (c),
// 3. Only orders that are waiting when the prices arrive fire at them; orders activated by the fired ones wait for the next
// prices. A market order that closes fires only while something rests that it can meet, and again for what it has not filled.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Lots } from "../../base/units.ts";
import { SIDES } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import { blankAnswer } from "../../language/views/command-answers.ts";
import { type AlgoOrder, closesAtMarket, isArmed, isWorking } from "../../memory/algo-order/algo-order.ts";
import { activate, activates, follow, hasComeBack } from "../../memory/algo-order/trailing.ts";
import type { TriggerPrices } from "../../memory/algo-order/trigger-prices.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { isInDoubt } from "../../permissions/standstill.ts";
import { isPaused } from "../../permissions/trading-state.ts";
import { emit } from "../algo/algo-reports.ts";
import { arm, disarm } from "../algo/lifecycle.ts";
import { triggerPrices } from "../algo/present-prices.ts";
import { hasLiquidity, stopBound, waitsForLiquidity } from "../algo/stop-bound.ts";
import { placeFromAlgo } from "../entry/placement.ts";
import { ordinaryOrder } from "./ordinary-order.ts";

/** To be called only for a market that is not paused. */
export function fireAlgoOrders(state: State, market: Market, out: Listener): void {
  // At prices in doubt nothing fires, and no trailing stop follows. Rules 11.4.
  if (isInDoubt(market)) return;
  const prices = triggerPrices(state, market);
  const due = dueAt(state, market, prices);
  due.sort((a, b) => a.id - b.id);
  // Triggers wait until a market opens: nearly all of their orders would be refused before. Rules 11.3.
  const opened = market.state !== "POST_ONLY";
  for (const order of due) {
    // An order that fired earlier may have cancelled it.
    if (!isArmed(order)) continue;
    if (!order.isActivated) wake(state, order, prices, out);
    else if (opened && canMeet(state, market, order)) fire(state, market, order, out);
  }
}

/** Whether a tick has to check the algo orders of a market although its prices are unchanged. Rules 0.3. */
export function waitsForOrders(state: State, market: Market): boolean {
  if (!waitsForLiquidity(state) || isPaused(state, market) || isInDoubt(market)) return false;
  return state.algoOrders.triggersOf(market.number).waitsForLiquidity(triggerPrices(state, market));
}

function dueAt(state: State, market: Market, prices: TriggerPrices): AlgoOrder[] {
  const triggers = state.algoOrders.triggersOf(market.number);
  const due = triggers.reachedBy(prices);
  for (const order of triggers.trailing) {
    follow(order, prices);
    if (hasComeBack(order, prices) || activates(order, prices)) due.push(order);
  }
  // A limit order that fires may rest, and be the liquidity that a closing order waits for.
  const mayRest = due.length > 0;
  for (const side of SIDES) {
    if (mayRest || !waitsForLiquidity(state) || hasLiquidity(state, market, side)) {
      due.push(...triggers.closingReachedBy(prices, side));
    }
  }
  return due;
}

/** Whether it may fire now: a market order that closes waits for liquidity. Rules 3.2. */
function canMeet(state: State, market: Market, order: AlgoOrder): boolean {
  return !closesAtMarket(order) || !waitsForLiquidity(state) || hasLiquidity(state, market, order.side);
}

function wake(state: State, order: AlgoOrder, prices: TriggerPrices, out: Listener): void {
  activate(order, prices);
  order.updatedAt = state.now;
  emit(state, order, "activated", "", out);
}

/**
 * Fires one algo order. No client waits for the answer: the ordinary order's reports reach the algo order through mirror.ts.
 */
function fire(state: State, market: Market, order: AlgoOrder, out: Listener): void {
  disarm(state, order);
  const isWholeRow = order.parent?.algoType === "POSITIONAL_TP_SL";
  if (!order.isTriggered) {
    order.isTriggered = true;
    order.triggerTradePrice = market.mark;
    order.triggerTime = state.now;
    if (isWholeRow) order.quantity = wholePosition(state, order);
  }
  const { executed, executedNotional, totalFee, totalRealizedPnl } = order;
  assert(order.earlier === null, "of an algo order one order is matched at a time", { algoOrderId: order.id });
  order.earlier = { executed, executedNotional, totalFee, totalRealizedPnl };
  const rest = ordinaryOrder(state, { ...order, quantity: order.quantity - executed });
  const source = { id: order.id, isWholeRow, bound: stopBound(state, market, order.side) };
  placeFromAlgo(state, rest, source, blankAnswer(), out);
  order.earlier = null;
  if (isWorking(order)) arm(state, order);
}

/** Rules 3.4: the size of the whole row as it is now. */
function wholePosition(state: State, { account, market, marginMode }: AlgoOrder): Lots {
  const row = state.rows.find(account, market, marginMode);
  return row === NONE ? 0 : Math.abs(state.rows.quantity(row));
}
