// Placing an order: what a placement comes to is found out first (acceptance.ts), then it is accepted and matched. A refusal
// before the limits leaves no trace; one by the limits or the margin leaves a REJECTED order that is remembered. Rules 2.7,
// 2.11.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AlgoOrderId, AnswerNumber, OrderSlot, RowNumber, Ticks } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { Market } from "../../memory/market/market.ts";
import type { FirstAnswer } from "../../memory/order/client-orders.ts";
import { orderFlags } from "../../memory/order/order-table.generated.ts";
import type { State } from "../../memory/state.ts";
import { countTaggedOrder } from "../../money/fees/order-tags.ts";
import { reserveAt } from "../../money/isolated/order-reserve.ts";
import { modeOf } from "../../standing/default-mode.ts";
import { tradingBlocked } from "../../standing/trading-state.ts";
import { run } from "../matching/incoming-order.ts";
import { enlist, finish } from "../orders/open-orders.ts";
import { reportChange, reportRejection } from "../orders/order-reports.ts";
import { checkTerms, closingOnly, duplicate, type Judged, judge, reserveReference } from "./acceptance.ts";
import { checkFields } from "./order-fields.ts";
import { type OrderTerms, statedTerms } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";
import { termsOf } from "./order-terms.ts";

/** What of an algo order the order that it places depends on. */
interface AlgoSource {
  readonly id: number;
  /** Its quantity is that of the whole row, which has no maximum. Rules 3.4. */
  readonly isWholeRow: boolean;
  /** The worst price in ticks that it executes at if it has none of its own, NONE for that of any such order. Rules 3.2. */
  readonly bound: Ticks;
}

export const placementHandlers = handlers({
  place_order: placeOrder,
});

export function placeOrder(state: State, command: PlaceOrder, answer: Answer, out: Listener): void {
  const judged = judge(state, command, answer);
  if (judged !== null) enter(state, judged, answer, out);
}

/** Gives a placement its order, and matches it. Nothing here can fail: every check is before it, every change is here. */
export function enter(state: State, judged: Judged, answer: Answer, out: Listener): void {
  const { command, placed, market, mode, row, terms, reference, refused } = judged;
  const order = accept(state, market, mode, row, placed, terms, 0);
  const memory = command.clientOrderId === "" ? NONE : remember(state, order, command, refused);
  if (refused === null) start(state, market, order, terms, reference, answer, out);
  else reject(state, order, refused, answer, out);
  if (memory !== NONE) state.clientOrders.answered(memory, answer.status);
  if (command.untilDisconnect === true && state.orders.find(answer.orderId) !== NONE) {
    state.untilDisconnect.add(answer.orderId);
  }
}

/**
 * Places the ordinary order that an algo order makes when it fires. The checks are those of any placement, but whichever
 * fails leaves a REJECTED order, so that `answer.orderId` is always set. Rules 2.7, 3.1.
 */
export function placeFromAlgo(
  state: State,
  command: PlaceOrder,
  { id: algoOrderId, isWholeRow, bound }: AlgoSource,
  answer: Answer,
  out: Listener,
): void {
  const { account, clientOrderId } = command;
  const market = state.markets[command.market]!;
  const known = clientOrderId === "" ? undefined : state.clientOrders.find(account, clientOrderId);
  const mode = modeOf(state, account, market.number, command.marginMode);
  const row = state.rows.find(account, market.number, mode);
  const terms =
    tradingBlocked(state, account, market, command) ??
    checkFields(command) ??
    (known === undefined ? null : duplicate(known)) ??
    checkTerms(state, market, row, mode, closingOnly(market, command), isWholeRow);
  const refused = "name" in terms ? terms : checkRisk(state, market, row, account, mode, terms, NONE);

  // The id of another order stays that order's.
  const placed = closingOnly(market, command);
  const named = known === undefined ? placed : { ...placed, clientOrderId: "" };
  const stated = "name" in terms ? statedTerms(market, command) : terms;
  const worst = bound === NONE || command.orderType !== "MARKET" ? stated.bound : bound;
  const order = accept(state, market, mode, row, named, stated, algoOrderId);
  const memory = named.clientOrderId === "" ? NONE : remember(state, order, command, refused);
  const bounded = { ...stated, bound: worst };
  if (refused === null)
    start(state, market, order, bounded, reserveReference(state, market, mode, stated), answer, out);
  else reject(state, order, refused, answer, out);
  if (memory !== NONE) state.clientOrders.answered(memory, answer.status);
}

/** Under the caller's own id, and the order by it, before matching: an order that is filled at once is finished by then. */
function remember(state: State, order: OrderSlot, command: PlaceOrder, refused: Rejection | null): AnswerNumber {
  const { account, clientOrderId } = command;
  const answer: FirstAnswer = { orderId: state.lastOrderId, status: "REJECTED", rejection: refused };
  const row = state.clientOrders.remember(account, clientOrderId, termsOf(command), answer);
  state.orders.name(order, row);
  return row;
}

function start(
  state: State,
  market: Market,
  order: OrderSlot,
  terms: OrderTerms,
  reference: Ticks,
  answer: Answer,
  out: Listener,
): void {
  if (!(state.orders.quantity(order) > 0 || state.orders.amount(order) > 0))
    broken("an accepted order asks for something", { order });
  const shown = state.orders.visibleQuantity(order);
  if (!(shown <= state.orders.quantity(order))) broken("an order shows no more than it has", { order, shown });
  answer.orderId = state.lastOrderId;
  if (terms.orderTag !== NONE) countTaggedOrder(state, terms.orderTag);
  if (reference > 0) reserveAt(state, order, reference);
  reportChange(state, order, "new", out);
  const outcome = run(state, market, order, terms.bound, out);
  answer.status = outcome.status;
  answer.reason = outcome.reason;
}

function reject(state: State, order: OrderSlot, why: Rejection, answer: Answer, out: Listener): void {
  answer.orderId = state.lastOrderId;
  answer.status = "REJECTED";
  reportRejection(state, order, why.message, out);
  finish(state, order);
  answer.rejection = why;
}

function accept(
  state: State,
  market: Market,
  mode: MarginMode,
  row: RowNumber,
  command: PlaceOrder,
  terms: OrderTerms,
  algoOrderId: AlgoOrderId,
): OrderSlot {
  const { orders } = state;
  const order = orders.allocate();
  orders.setOrderId(order, ++state.lastOrderId);
  const known = row !== NONE;
  orders.setRow(order, known ? row : state.rows.obtain(state.accounts, command.account, market.number, mode));
  const { side, orderType: type, reduceOnly } = command;
  orders.setFlags(order, orderFlags({ market: market.number, side, type, reduceOnly, marginMode: mode }));
  orders.setAccount(order, command.account);
  orders.setAlgo(order, algoOrderId);
  orders.setOrderTag(order, terms.orderTag);
  orders.setPrice(order, terms.price);
  // A market order by amount has no quantity until it is full.
  const open = command.amount > 0 && terms.price === 0;
  orders.setQuantity(order, open ? 0 : terms.quantity);
  orders.setExecuted(order, 0);
  orders.setVisibleQuantity(order, open ? 0 : terms.visible);
  orders.setAmount(order, command.amount);
  orders.setCreatedAt(order, state.now);
  orders.setUpdatedAt(order, state.now);
  orders.setLevel(order, NONE);
  orders.setTag(order, command.tag);
  enlist(state, order);
  return order;
}
