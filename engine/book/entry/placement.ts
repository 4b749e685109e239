// Placing an order: acceptance.ts decides what the placement results in, then the order is accepted and matched. A
// refusal before the limits leaves no trace; one by the limits or the margin leaves a REJECTED order that is
// remembered. Rules 2.7, 2.11.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AlgoOrderId, AnswerNumber, OrderSlot, Ticks } from "../../base/units.ts";
import type { PlaceOrder } from "../../language/commands/commands.ts";
import type { Listener } from "../../language/events/events.ts";
import { rejectionWords } from "../../language/rejection-bytes.ts";
import type { Rejection } from "../../language/rejections.ts";
import type { Answer } from "../../language/views/views.ts";
import { handlers } from "../../memory/handlers.ts";
import type { FirstAnswer } from "../../memory/order/client-orders.ts";
import { orderFlags } from "../../memory/order/order-table.generated.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { countTaggedOrder } from "../../money/fees/order-tags.ts";
import { reserveAt } from "../../money/isolated/order-reserve.ts";
import { tradingBlocked } from "../../permissions/trading-state.ts";
import { run } from "../matching/incoming-order.ts";
import { enlist, finish } from "../orders/open-orders.ts";
import { reportChange, reportRejection } from "../orders/order-reports.ts";
import { checkTerms, duplicate, evaluatePlacement, propose } from "./acceptance.ts";
import { checkFields } from "./order-fields.ts";
import { takeAsStated } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";
import { termsOf } from "./order-terms.ts";

/** What an ordinary order takes from the algo order that places it. */
interface AlgoSource {
  readonly id: AlgoOrderId;
  /** Whether its quantity is that of the whole row, which has no maximum. Rules 3.4. */
  readonly isWholeRow: boolean;
  /** The worst price in ticks at which it may execute if it has no price of its own; NONE for the usual bound. Rules 3.2. */
  readonly bound: Ticks;
}

export const placementHandlers = handlers({
  place_order: placeOrder,
});

export function placeOrder(state: State, command: PlaceOrder, answer: Answer, out: Listener): void {
  const proposed = evaluatePlacement(state, command, answer);
  if (proposed !== null) enter(state, command, proposed, answer, out);
}

/** Creates the order of a placement, and matches it. Nothing here can fail: every check is before it, every change is here. */
export function enter(state: State, command: PlaceOrder, proposed: ProposedOrder, answer: Answer, out: Listener): void {
  const { refused } = proposed;
  const order = accept(state, command, proposed);
  const memory = command.clientOrderId === "" ? NONE : remember(state, order, command, refused);
  if (refused === null) start(state, order, proposed, answer, out);
  else reject(state, order, refused, answer, out);
  if (memory !== NONE) state.clientOrders.answered(memory, answer.status);
  if (command.untilDisconnect === true && state.orders.find(answer.orderId) !== NONE) {
    state.untilDisconnect.add(answer.orderId);
  }
}

/**
 * Places the ordinary order that an algo order makes when it fires. The checks are those of any placement, but any
 * failed check leaves a REJECTED order, so that `answer.orderId` is always set. Rules 2.7, 3.1.
 */
export function placeFromAlgo(
  state: State,
  command: PlaceOrder,
  { id, isWholeRow, bound }: AlgoSource,
  answer: Answer,
  out: Listener,
): void {
  const { account, clientOrderId } = command;
  const market = state.markets[command.market]!;
  const known = clientOrderId === "" ? undefined : state.clientOrders.find(account, clientOrderId);
  const proposed = propose(state, market, command);
  proposed.algo = id;
  proposed.isWholeRow = isWholeRow;
  const wrong =
    tradingBlocked(state, account, market, command) ??
    checkFields(command) ??
    (known === undefined ? null : duplicate(known)) ??
    checkTerms(state, market, command, proposed);
  proposed.refused = wrong ?? checkRisk(state, market, proposed);
  if (wrong !== null) takeAsStated(market, command, proposed);
  if (bound !== NONE && command.orderType === "MARKET") proposed.bound = bound;
  // A client order id that names another order stays that order's.
  enter(state, known === undefined ? command : { ...command, clientOrderId: "" }, proposed, answer, out);
}

/**
 * Remembers the order and its answer under the client order id, before matching: an order that is filled at once is
 * finished by then.
 */
function remember(state: State, order: OrderSlot, command: PlaceOrder, refused: Rejection | null): AnswerNumber {
  const { account, clientOrderId } = command;
  const memory = state.clientOrders;
  const answer: FirstAnswer = { orderId: state.lastOrderId, status: "REJECTED", rejection: refused };
  const row = memory.remember(account, clientOrderId, termsOf(command, memory.terms), answer);
  state.orders.name(order, row);
  return row;
}

function start(state: State, order: OrderSlot, proposed: ProposedOrder, answer: Answer, out: Listener): void {
  const { mode, orderTag, reference, bound } = proposed;
  if (!(state.orders.quantity(order) > 0 || state.orders.amount(order) > 0))
    broken("an accepted order asks for something", { order });
  const shown = state.orders.visibleQuantity(order);
  if (!(shown <= state.orders.quantity(order))) broken("an order shows no more than it has", { order, shown });
  answer.orderId = state.lastOrderId;
  if (orderTag !== NONE) countTaggedOrder(state, orderTag);
  if (mode === "ISOLATED") reserveAt(state, order, reference);
  reportChange(state, order, "new", out);
  run(state, order, bound, answer, out);
}

function reject(state: State, order: OrderSlot, why: Rejection, answer: Answer, out: Listener): void {
  answer.orderId = state.lastOrderId;
  answer.status = "REJECTED";
  reportRejection(state, order, rejectionWords(why), out);
  finish(state, order);
  answer.rejection = why;
}

function accept(state: State, command: PlaceOrder, proposed: ProposedOrder): OrderSlot {
  const { orders } = state;
  const { account, market, mode, row, side, reduceOnly, price } = proposed;
  const order = orders.allocate();
  orders.setOrderId(order, ++state.lastOrderId);
  orders.setRow(order, row !== NONE ? row : state.rows.obtain(state.accounts, account, market, mode));
  orders.setFlags(order, orderFlags({ market, side, type: command.orderType, reduceOnly, marginMode: mode }));
  orders.setAccount(order, account);
  orders.setAlgo(order, proposed.algo);
  orders.setOrderTag(order, proposed.orderTag);
  orders.setPrice(order, price);
  // A market order by amount has no quantity until it is full.
  const open = command.amount > 0 && price === 0;
  orders.setQuantity(order, open ? 0 : proposed.quantity);
  orders.setExecuted(order, 0);
  orders.setVisibleQuantity(order, open ? 0 : proposed.visible);
  orders.setAmount(order, command.amount);
  orders.setCreatedAt(order, state.now);
  orders.setUpdatedAt(order, state.now);
  orders.setLevel(order, NONE);
  orders.setTag(order, command.tag);
  enlist(state, order);
  return order;
}
