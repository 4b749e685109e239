// What a placement comes to, before anything has changed: the answer that it had already, a refusal, or the order as it
// would be accepted. Every check is here, in the order of rules 1.3; nothing is touched. Rules 2.7, 2.11.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, RowNumber, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import type { Market } from "../../memory/market/market.ts";
import type { FirstAnswer } from "../../memory/order/client-orders.ts";
import type { State } from "../../memory/state.ts";
import { readOrderTag } from "../../money/fees/order-tags.ts";
import { referencePrice } from "../../money/margin/reference-price.ts";
import { defaultOn, modeOf } from "../../standing/default-mode.ts";
import { refuseLeaving } from "../../standing/leaving.ts";
import { STANDSTILL_SINCE } from "../../standing/standstill.ts";
import { onlyCloses, type Sight, tradingBlocked } from "../../standing/trading-state.ts";
import { checkFields, neverRests } from "./order-fields.ts";
import { checkFilters, checkReduceOnly, type OrderTerms } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";
import { termsOf } from "./order-terms.ts";

const OPEN_ORDERS_MAX = 200;

/** A placement that gets an order: one that is matched, or one that is REJECTED and remembered. Reused. */
export interface Judged {
  /** As it was sent; `placed` is what the market makes of it. */
  command: PlaceOrder;
  placed: PlaceOrder;
  market: Market;
  mode: MarginMode;
  /** The row that it goes to, NONE while there is none. */
  row: RowNumber;
  terms: OrderTerms;
  /** What an isolated order reserves its margin at until it rests, ticks; 0 for any other. */
  reference: Ticks;
  /** Why limits or margin refuse it, or null. */
  refused: Rejection | null;
}

/** One for all: every placement is judged, and an object for each would be felt. */
let judged: Judged | undefined;

/**
 * @param sight what of the book its answer may depend on
 * @returns null when no order comes of it: then `answer` says why, or what the first answer was
 */
export function judge(state: State, command: PlaceOrder, answer: Answer, sight: Sight = "all"): Judged | null {
  const { account, clientOrderId } = command;
  const first = clientOrderId === "" ? undefined : state.clientOrders.find(account, clientOrderId);
  // What has become of market, venue or account since is nothing to a placement that has its answer.
  if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);
  const market = state.markets[command.market];
  if (market === undefined) return refuse(answer, rejection("invalid_parameter", { market: command.market }));
  const early = tradingBlocked(state, account, market, command, sight) ?? checkFields(command);
  if (early !== null) return refuse(answer, early);
  if (first !== undefined) return refuse(answer, refusesTag(state, command) ?? duplicate(first));
  // The default is on the cross row, so most placements look up no more than that.
  const cross = state.rows.find(account, market.number, "CROSS");
  const mode = command.marginMode === "" ? defaultOn(state, cross) : command.marginMode;
  const row = mode === "CROSS" ? cross : state.rows.find(account, market.number, mode);
  const placed = closingOnly(market, command);
  const terms = checkTerms(state, market, row, mode, placed);
  if ("name" in terms) return refuse(answer, terms);
  const refused = checkRisk(state, market, row, account, mode, terms, NONE);
  const reference = reserveReference(state, market, mode, terms);
  if (judged === undefined) judged = { command, placed, market, mode, row, terms, reference, refused };
  else {
    judged.command = command;
    judged.placed = placed;
    judged.market = market;
    judged.mode = mode;
    judged.row = row;
    judged.terms = terms;
    judged.reference = reference;
    judged.refused = refused;
  }
  return judged;
}

/** What an order on these terms reserves its margin at until it rests, ticks; 0 when it is not isolated. Rules 5.9 (1). */
export function reserveReference(state: State, market: Market, mode: MarginMode, { side, price }: OrderTerms): Ticks {
  return mode === "CROSS" ? 0 : referencePrice(state, market, side, price);
}

/** Rules 1.3 (2) to (11): what would refuse a placement without a trace, or null. */
export function checkPlacement(state: State, command: PlaceOrder): Rejection | null {
  const market = state.markets[command.market]!;
  const mode = modeOf(state, command.account, market.number, command.marginMode);
  const row = state.rows.find(command.account, market.number, mode);
  const terms =
    tradingBlocked(state, command.account, market, command) ??
    checkFields(command) ??
    checkTerms(state, market, row, mode, command);
  return "name" in terms ? terms : null;
}

/** A market that takes no more risk makes every order reduce-only. Rules 11.3. */
export function closingOnly(market: Market, command: PlaceOrder): PlaceOrder {
  return onlyCloses(market.state) && !command.reduceOnly ? { ...command, reduceOnly: true } : command;
}

/** Rules 1.3 (7) to (11), and the limit of open orders. */
export function checkTerms(
  state: State,
  market: Market,
  row: RowNumber,
  mode: MarginMode,
  command: PlaceOrder,
  isWholeRow = false,
): OrderTerms | Rejection {
  const orderTag = command.tag === "" ? NONE : readOrderTag(state, command.account, command.tag);
  if (typeof orderTag !== "number") return orderTag;
  if (state.accounts.closesOnly(command.account) === 1 && !command.reduceOnly) {
    return rejection("refused", { field: "reduce_only" }, "the vault closes: its fund takes reduce-only orders only");
  }
  if (state.behaviour < STANDSTILL_SINCE && mode === "ISOLATED" && !command.reduceOnly) {
    // What isolated orders reserve is out of reach of the liquidation of the account's cross positions.
    const doubted = refuseLeaving(state, command.account);
    if (doubted !== null) return doubted;
  }
  // What never rests can't be kept from closing a position by what does.
  const mayRest = !neverRests(command.orderType);
  if (mayRest && openOrdersOn(state, command.account, market.number, row) >= OPEN_ORDERS_MAX) {
    return rejection("refused", { open_orders: OPEN_ORDERS_MAX }, "too many open orders on the symbol");
  }
  const terms = checkFilters(state, market, row, command, orderTag, isWholeRow);
  if ("name" in terms || !command.reduceOnly) return terms;
  return checkReduceOnly(state, row, command.side) ?? terms;
}

/** How many orders an account has open on a symbol, in both margin modes; `row` is that of one of them, or NONE. */
function openOrdersOn(state: State, account: AccountNumber, market: MarketNumber, row: RowNumber): number {
  if (row !== NONE && state.rows.isolated(row) === 0) {
    // An account's rows stand by market, the isolated one behind the cross one.
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
  return clientOrderId !== "" && state.clientOrders.hasTerms(account, clientOrderId, termsOf(command));
}

function repeat(answer: Answer, first: FirstAnswer): null {
  answer.replayed = true;
  answer.orderId = first.orderId;
  answer.status = first.status;
  answer.rejection = first.rejection;
  return null;
}

/** A tag that means nothing is a wrong field, and fields come before ids. */
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
