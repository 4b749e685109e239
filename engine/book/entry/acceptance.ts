// Decides what a placement results in, before anything has changed: its earlier answer, a refusal, or the order as it
// would be accepted. Every check is here, in the order of rules 1.3; nothing is changed. Rules 2.7, 2.11.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, RowNumber } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { Market } from "../../memory/market/market.ts";
import type { FirstAnswer } from "../../memory/order/client-orders.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { readKeptTag, readOrderTag } from "../../money/fees/order-tags.ts";
import { defaultOn } from "../../permissions/default-mode.ts";
import { refuseLeaving } from "../../permissions/leaving.ts";
import { STANDSTILL_SINCE } from "../../permissions/standstill.ts";
import { onlyCloses, type Sight, tradingBlocked } from "../../permissions/trading-state.ts";
import { checkFields, neverRests } from "./order-fields.ts";
import { checkFilters, checkReduceOnly } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";
import { termsOf } from "./order-terms.ts";

const OPEN_ORDERS_MAX = 200;

/**
 * @param sight the part of the book that the answer may depend on
 * @returns the order that results, to be matched or to be REJECTED and remembered; null when there is none: then
 * `answer` holds the refusal or the first answer
 */
export function evaluatePlacement(
  state: State,
  command: PlaceOrder,
  answer: Answer,
  sight: Sight = "all",
): ProposedOrder | null {
  const { account, clientOrderId } = command;
  const first = clientOrderId === "" ? undefined : state.clientOrders.find(account, clientOrderId);
  // A placement that has its answer gets it again, whatever has become of market, venue or account since.
  if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);
  const market = state.markets[command.market];
  if (market === undefined) return refuse(answer, rejection("invalid_parameter", { market: command.market }));
  const early = tradingBlocked(state, account, market, command, sight) ?? checkFields(command);
  if (early !== null) return refuse(answer, early);
  if (first !== undefined) return refuse(answer, refusesTag(state, command) ?? duplicate(first));
  const order = propose(state, market, command);
  const wrong = checkTerms(state, market, command, order);
  if (wrong !== null) return refuse(answer, wrong);
  order.refused = checkRisk(state, market, order);
  return order;
}

/** The order of a placement, as far as it is known before the market's filters. */
export function propose(state: State, market: Market, command: PlaceOrder): ProposedOrder {
  const { proposed: order } = state;
  const { account, marginMode } = command;
  // The account's default mode is on the cross row, so most placements look up only that row.
  const cross = state.rows.find(account, market.number, "CROSS");
  order.account = account;
  order.market = market.number;
  order.mode = marginMode === "" ? defaultOn(state, cross) : marginMode;
  order.row = order.mode === "CROSS" ? cross : state.rows.find(account, market.number, order.mode);
  order.replaced = NONE;
  order.algo = 0;
  order.isWholeRow = false;
  order.side = command.side;
  // A market that takes no new risk makes every order reduce-only. Rules 11.3.
  order.reduceOnly = command.reduceOnly || onlyCloses(market.state);
  return order;
}

/** Rules 1.3 (2) to (11): why a placement would be refused without a trace, or null. */
export function checkPlacement(state: State, command: PlaceOrder): Rejection | null {
  const market = state.markets[command.market]!;
  const early = tradingBlocked(state, command.account, market, command) ?? checkFields(command);
  if (early !== null) return early;
  const order = propose(state, market, command);
  order.reduceOnly = command.reduceOnly;
  return checkTerms(state, market, command, order);
}

/** Rules 1.3 (7) to (11), and the limit of open orders: the refusal, or null with the order's terms complete. */
export function checkTerms(state: State, market: Market, command: PlaceOrder, order: ProposedOrder): Rejection | null {
  const { account, row, mode, reduceOnly } = order;
  const readTag = order.algo === 0 ? readOrderTag : readKeptTag;
  const orderTag = command.tag === "" ? NONE : readTag(state, account, command.tag);
  if (typeof orderTag !== "number") return orderTag;
  order.orderTag = orderTag;
  if (state.accounts.closesOnly(account) === 1 && !reduceOnly) {
    return rejection("refused", { field: "reduce_only" }, "the vault closes: its fund takes reduce-only orders only");
  }
  if (state.behaviour < STANDSTILL_SINCE && mode === "ISOLATED" && !reduceOnly) {
    // The liquidation of the account's cross positions cannot reach what isolated orders reserve.
    const doubted = refuseLeaving(state, account);
    if (doubted !== null) return doubted;
  }
  // An order that never rests closes positions even at the limit of open orders.
  const mayRest = !neverRests(command.orderType);
  if (mayRest && openOrdersOn(state, account, market.number, row) >= OPEN_ORDERS_MAX) {
    return rejection("refused", { open_orders: OPEN_ORDERS_MAX }, "too many open orders on the symbol");
  }
  return checkFilters(state, market, command, order) ?? (reduceOnly ? checkReduceOnly(state, row, command.side) : null);
}

/** How many open orders an account has on a symbol, in both margin modes; `row` is one of its two rows there, or NONE. */
function openOrdersOn(state: State, account: AccountNumber, market: MarketNumber, row: RowNumber): number {
  if (row !== NONE && state.rows.isolated(row) === 0) {
    // An account's rows are listed by market, the isolated one after the cross one.
    const twin = state.rows.next(row);
    return state.rows.orders(row) + (twin !== NONE && state.rows.market(twin) === market ? state.rows.orders(twin) : 0);
  }
  const cross = state.rows.find(account, market, "CROSS");
  const isolated = row === NONE ? state.rows.find(account, market, "ISOLATED") : row;
  return (cross === NONE ? 0 : state.rows.orders(cross)) + (isolated === NONE ? 0 : state.rows.orders(isolated));
}

/** Whether a placement was answered before: the same order under the same id. Rules 2.11. */
export function isRepeated(state: State, command: Omit<PlaceOrder, "at">): boolean {
  const { account, clientOrderId } = command;
  const memory = state.clientOrders;
  return clientOrderId !== "" && memory.hasTerms(account, clientOrderId, termsOf(command, memory.terms));
}

function repeat(answer: Answer, first: FirstAnswer): null {
  answer.replayed = true;
  answer.orderId = first.orderId;
  answer.status = first.status;
  answer.rejection = first.rejection;
  return null;
}

/** An unknown tag is an invalid field, and fields are checked before ids. */
function refusesTag(state: State, { account, tag }: PlaceOrder): Rejection | null {
  const orderTag = tag === "" ? NONE : readOrderTag(state, account, tag);
  return typeof orderTag === "number" ? null : orderTag;
}

export function duplicate(first: FirstAnswer): Rejection {
  return rejection("duplicate", { order_id: first.orderId }, "client_order_id is known with a different order");
}

function refuse(answer: Answer, why: Rejection): null {
  answer.rejection = why;
  return null;
}
