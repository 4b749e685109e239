// What a new mark price fires: all that it has reached, by ascending id, whatever is reached on the way. Rules 0.3 (c), 3.
// Only what waits when the price arrives fires at it; what the fired orders wake looks at the next one.

import { blankAnswer } from "../answers.ts";
import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { placeFromAlgo } from "../order-entry/placement.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Lots, Ticks } from "../units.ts";
import { type AlgoOrder, isArmed } from "./algo-order.ts";
import { tell } from "./algo-reports.ts";
import { disarm } from "./lifecycle.ts";
import { ordinaryOrder } from "./ordinary-order.ts";
import { activate, activates, follow } from "./trailing.ts";

export function fireAlgoOrders(state: State, market: LiveMarket, out: Listener): void {
  const triggers = state.algoOrders.triggersOf(market.number);
  const { mark } = market;
  const due = triggers.reachedBy(mark);
  for (const order of triggers.trailing) if (follow(order, mark) || activates(order, mark)) due.push(order);
  if (due.length === 0) return;
  due.sort((a, b) => a.id - b.id);
  // Before a market opens triggers wait: nearly all of their orders would be refused. Rules 11.3.
  const opened = market.state !== "POST_ONLY";
  for (const order of due) {
    // One that fired before may have cancelled it.
    if (!isArmed(order)) continue;
    if (!order.isActivated) wake(state, order, mark, out);
    else if (opened) fire(state, order, mark, out);
  }
}

function wake(state: State, order: AlgoOrder, mark: Ticks, out: Listener): void {
  activate(order, mark);
  order.updatedAt = state.now;
  tell(state, order, "activated", "", out);
}

/** Nobody waits for the answer: whatever becomes of the ordinary order, its reports tell the algo order, see mirror.ts. */
function fire(state: State, order: AlgoOrder, mark: Ticks, out: Listener): void {
  disarm(state, order);
  order.isTriggered = true;
  order.triggerTradePrice = mark;
  order.triggerTime = state.now;
  order.updatedAt = state.now;
  const isWholeRow = order.parent?.algoType === "POSITIONAL_TP_SL";
  if (isWholeRow) order.quantity = wholePosition(state, order);
  placeFromAlgo(state, ordinaryOrder(state, order), { id: order.id, isWholeRow }, blankAnswer(), out);
}

/** Rules 3.4: the whole row as it is now. */
function wholePosition(state: State, { account, market, marginMode }: AlgoOrder): Lots {
  const row = state.rows.find(account, market, marginMode);
  return (row === NONE ? 0 : Math.abs(state.rows.quantity(row))) as Lots;
}
