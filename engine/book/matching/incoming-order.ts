// An incoming order, new or amended: what is tried before it is matched, and what becomes of it afterwards. Rules 2.2, 2.5,
// 2.7, 2.8.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Micros, OrderSlot, Ticks } from "../../base/units.ts";
import type { CancelReason, OrderStatus } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { standingAround } from "../../money/cover/cover.ts";
import { cancelOffBook, finish, rest } from "../orders/open-orders.ts";
import { statusOf } from "../orders/order-reports.ts";
import { fillsWhole } from "./fill-or-kill.ts";
import { execute, isClosed } from "./matching.ts";
import { meetsVisible } from "./rehearsal.ts";

/** How an incoming order ended up. Reused. */
export interface Outcome {
  status: OrderStatus;
  reason: CancelReason;
}

const outcome: Outcome = { status: "NEW", reason: "" };

/**
 * Runs an accepted order, new or amended, that is on its row's list but on no book.
 * @param bound the worst price in ticks that it may execute at
 */
export function run(state: State, market: Market, order: OrderSlot, bound: Ticks, out: Listener): Outcome {
  const type = state.orders.type(order);
  if (type === "FOK" && !fillsWhole(state, market, order, bound)) return end(state, order, "FOK_UNFILLED", out);
  if (type === "POST_ONLY" && meetsVisible(state, market, order, bound)) {
    return end(state, order, "POST_ONLY_CROSS", out);
  }
  const fund = state.isAudited ? fundWorth(state) : 0;
  const stopped = execute(state, market, order, bound, type === "POST_ONLY", out);
  if (state.isAudited) {
    const left = fundWorth(state);
    assert(left >= fund, "I8: no execution costs the insurance fund", { fund, left, symbol: market.parameters.symbol });
  }
  return settle(state, order, stopped, out);
}

/** TC of the insurance fund, micros. */
function fundWorth(state: State): Micros {
  return standingAround(state, INSURANCE, NONE).collateral;
}

/** What becomes of an order once nothing more matches: it is full, rests, or its rest is cancelled. */
function settle(state: State, order: OrderSlot, stopped: CancelReason, out: Listener): Outcome {
  const { orders } = state;
  const status = statusOf(state, order);
  if (status === "FILLED") {
    finish(state, order);
    return ended("FILLED", "");
  }
  if (stopped !== "") return end(state, order, stopped, out);
  const type = orders.type(order);
  if (isClosed(state, order)) return end(state, order, "REDUCE_ONLY_CLOSED", out);
  if (type === "IOC") return end(state, order, "IOC_REMAINDER", out);
  if (type === "MARKET") return end(state, order, "MARKET_REMAINDER", out);
  if (type === "FOK") return end(state, order, "FOK_UNFILLED", out);
  rest(state, order, out);
  return ended(status, "");
}

function end(state: State, order: OrderSlot, reason: CancelReason, out: Listener): Outcome {
  cancelOffBook(state, order, reason, out);
  return ended("CANCELLED", reason);
}

function ended(status: OrderStatus, reason: CancelReason): Outcome {
  outcome.status = status;
  outcome.reason = reason;
  return outcome;
}
