// An incoming order, new or amended: what is tried before it is matched, and how it ends up. Rules 2.2, 2.5, 2.7, 2.8.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Micros, OrderSlot, Ticks } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Answer } from "../../language/views/views.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { State } from "../../memory/state.ts";
import { figuresAround } from "../../money/cover/cover.ts";
import { cancelOffBook, finish, rest } from "../orders/open-orders.ts";
import { statusOf } from "../orders/order-reports.ts";
import { fillsWhole } from "./fill-or-kill.ts";
import { execute, isClosed } from "./matching.ts";
import { meetsVisible } from "./rehearsal.ts";

/**
 * Runs an accepted order, new or amended, that is on its row's list but on no book. The outcome is written to `answer`.
 * @param bound the worst price in ticks at which it may execute
 */
export function run(state: State, order: OrderSlot, bound: Ticks, answer: Answer, out: Listener): void {
  const { orders, match } = state;
  const market = state.markets[orders.market(order)]!;
  const type = orders.type(order);
  match.begin(orders, order, bound, type === "POST_ONLY");
  if (type === "FOK" && !fillsWhole(state, market, match)) return end(state, order, "FOK_UNFILLED", answer, out);
  if (match.postOnly && meetsVisible(state, market, match)) return end(state, order, "POST_ONLY_CROSS", answer, out);
  const fund = state.isAudited ? fundWorth(state) : 0;
  const stopped = execute(state, market, match, out);
  if (state.isAudited) {
    const left = fundWorth(state);
    assert(left >= fund, "I8: no execution costs the insurance fund", { fund, left, symbol: market.parameters.symbol });
  }
  settle(state, order, stopped, answer, out);
}

/** TC of the insurance fund, micros. */
function fundWorth(state: State): Micros {
  return figuresAround(state, INSURANCE, NONE).collateral;
}

/** Decides what happens to an order once nothing more matches: it is full, rests, or its remainder is cancelled. */
function settle(state: State, order: OrderSlot, stopped: CancelReason, answer: Answer, out: Listener): void {
  const { orders } = state;
  const status = statusOf(state, order);
  if (status === "FILLED") {
    finish(state, order);
    answer.status = "FILLED";
    return;
  }
  if (stopped !== "") return end(state, order, stopped, answer, out);
  const type = orders.type(order);
  if (isClosed(state, order)) return end(state, order, "REDUCE_ONLY_CLOSED", answer, out);
  if (type === "IOC") return end(state, order, "IOC_REMAINDER", answer, out);
  if (type === "MARKET") return end(state, order, "MARKET_REMAINDER", answer, out);
  if (type === "FOK") return end(state, order, "FOK_UNFILLED", answer, out);
  rest(state, order, out);
  answer.status = status;
}

function end(state: State, order: OrderSlot, reason: CancelReason, answer: Answer, out: Listener): void {
  cancelOffBook(state, order, reason, out);
  answer.status = "CANCELLED";
  answer.reason = reason;
}
