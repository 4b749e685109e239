// Placing an order: every check in the order of rules 1.3, then acceptance and matching. A refusal before the limits
// leaves no trace; one by the limits or the margin leaves a REJECTED order that is remembered. Rules 2.7, 2.11.

import { run } from "../book/matching.ts";
import { enlist, finish } from "../book/open-orders.ts";
import { orderFlags } from "../book/orders.ts";
import { reportChange, reportRejection } from "../book/reports.ts";
import type { PlaceOrder } from "../commands.ts";
import type { Listener } from "../events.ts";
import { countTaggedOrder, readOrderTag } from "../fees/order-tags.ts";
import { defaultOn, modeOf } from "../isolated/margin-mode.ts";
import { reserveAt } from "../isolated/order-reserve.ts";
import { referencePrice } from "../margin/reference-price.ts";
import { refuseInDoubt } from "../market/disbelief.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { onlyCloses, tradingBlocked } from "../market/trading-state.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Answer } from "../views.ts";
import type { MarginMode } from "../vocabulary.ts";
import type { FirstAnswer } from "./client-orders.ts";
import { checkFields, neverRests } from "./order-fields.ts";
import { checkFilters, checkReduceOnly, type OrderTerms, statedTerms } from "./order-filters.ts";
import { checkRisk } from "./order-risk.ts";
import { termsOf } from "./order-terms.ts";

const OPEN_ORDERS_MAX = 200;

/** What of an algo order the order that it places depends on. */
interface AlgoSource {
  readonly id: number;
  /** Its quantity is that of the whole row, which has no maximum. Rules 3.4. */
  readonly isWholeRow: boolean;
}

export function placeOrder(state: State, command: PlaceOrder, answer: Answer, out: Listener): void {
  const { account, clientOrderId } = command;
  const first = clientOrderId === "" ? undefined : state.clientOrders.find(account, clientOrderId);
  // What has become of market, venue or account since is nothing to a placement that has its answer.
  if (first !== undefined && isRepeated(state, command)) return repeat(answer, first);
  const market = state.markets[command.market];
  if (market === undefined) return refuse(answer, rejection("invalid_parameter", { market: command.market }));
  const early = tradingBlocked(state, account, market, command) ?? checkFields(command);
  if (early !== null) return refuse(answer, early);
  if (first !== undefined) return refuse(answer, refusesTag(state, command) ?? duplicate(first));
  // The default is on the cross row, so most placements look up no more than that.
  const cross = state.rows.find(command.account, market.number, "CROSS");
  const mode = command.marginMode === "" ? defaultOn(state, cross) : command.marginMode;
  const row = mode === "CROSS" ? cross : state.rows.find(command.account, market.number, mode);
  const placed = closingOnly(market, command);
  const terms = checkTerms(state, market, row, mode, placed);
  if ("name" in terms) return refuse(answer, terms);
  const risk = checkRisk(state, market, row, command.account, mode, terms, NONE);

  // Nothing below can fail: every check is above, every change is below.
  const order = accept(state, market, mode, row, placed, terms, 0);
  const memory = clientOrderId === "" ? NONE : remember(state, order, command, risk);
  if (risk === null) start(state, market, order, terms, answer, out);
  else reject(state, order, risk, answer, out);
  if (memory !== NONE) state.clientOrders.answered(memory, answer.status);
}

/**
 * Places the ordinary order that an algo order makes when it fires. The checks are those of any placement, but whichever
 * fails leaves a REJECTED order, so that `answer.orderId` is always set. Rules 2.7, 3.1.
 */
export function placeFromAlgo(
  state: State,
  command: PlaceOrder,
  { id: algoOrderId, isWholeRow }: AlgoSource,
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
  const order = accept(state, market, mode, row, named, stated, algoOrderId);
  const memory = named.clientOrderId === "" ? NONE : remember(state, order, command, refused);
  if (refused === null) start(state, market, order, stated, answer, out);
  else reject(state, order, refused, answer, out);
  if (memory !== NONE) state.clientOrders.answered(memory, answer.status);
}

/** Under the caller's own id, and the order by it, before matching: an order that is filled at once is finished by then. */
function remember(state: State, order: number, command: PlaceOrder, refused: Rejection | null): number {
  const { account, clientOrderId } = command;
  const answer: FirstAnswer = { orderId: state.lastOrderId, status: "REJECTED", rejection: refused };
  const row = state.clientOrders.remember(account, clientOrderId, termsOf(command), answer);
  state.orders.name(order, row);
  return row;
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
function closingOnly(market: LiveMarket, command: PlaceOrder): PlaceOrder {
  return onlyCloses(market.state) && !command.reduceOnly ? { ...command, reduceOnly: true } : command;
}

/** Rules 1.3 (7) to (11), and the limit of open orders. */
function checkTerms(
  state: State,
  market: LiveMarket,
  row: number,
  mode: MarginMode,
  command: PlaceOrder,
  isWholeRow = false,
): OrderTerms | Rejection {
  const orderTag = command.tag === "" ? NONE : readOrderTag(state, command.account, command.tag);
  if (typeof orderTag !== "number") return orderTag;
  if (state.accounts.closesOnly(command.account) === 1 && !command.reduceOnly) {
    return rejection("refused", { field: "reduce_only" }, "the vault closes: its fund takes reduce-only orders only");
  }
  if (mode === "ISOLATED" && !command.reduceOnly) {
    // What isolated orders reserve is out of reach of the liquidation of the account's cross positions.
    const doubted = refuseInDoubt(state, command.account);
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
function openOrdersOn(state: State, account: number, market: number, row: number): number {
  if (row !== NONE && state.rows.isolated(row) === 0) {
    // An account's rows stand by market, the isolated one behind the cross one.
    const twin = state.rows.next(row);
    return state.rows.orders(row) + (twin !== NONE && state.rows.market(twin) === market ? state.rows.orders(twin) : 0);
  }
  const cross = state.rows.find(account, market, "CROSS");
  const isolated = row === NONE ? state.rows.find(account, market, "ISOLATED") : row;
  return (cross === NONE ? 0 : state.rows.orders(cross)) + (isolated === NONE ? 0 : state.rows.orders(isolated));
}

function start(
  state: State,
  market: LiveMarket,
  order: number,
  terms: OrderTerms,
  answer: Answer,
  out: Listener,
): void {
  answer.orderId = state.lastOrderId;
  if (terms.orderTag !== NONE) countTaggedOrder(state, terms.orderTag);
  if (state.orders.marginMode(order) === "ISOLATED") {
    reserveAt(state, order, referencePrice(state, market, terms.side, terms.price));
  }
  reportChange(state, order, "new", out);
  const outcome = run(state, market, order, terms.bound, out);
  answer.status = outcome.status;
  answer.reason = outcome.reason;
}

function reject(state: State, order: number, why: Rejection, answer: Answer, out: Listener): void {
  answer.orderId = state.lastOrderId;
  answer.status = "REJECTED";
  reportRejection(state, order, why.message, out);
  finish(state, order);
  refuse(answer, why);
}

function accept(
  state: State,
  market: LiveMarket,
  mode: MarginMode,
  row: number,
  command: PlaceOrder,
  terms: OrderTerms,
  algoOrderId: number,
): number {
  const { orders } = state;
  const order = orders.allocate();
  orders.setOrderId(order, ++state.lastOrderId);
  const known = row !== NONE;
  orders.setRow(order, known ? row : state.rows.obtain(state.accounts, command.account, market.number, mode));
  const { side, orderType: type, reduceOnly } = command;
  orders.setFlags(order, orderFlags({ market: market.number, side, type, reduceOnly, isolated: mode === "ISOLATED" }));
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

/** Whether a placement was answered before: the same order under the same id. Rules 2.11. */
export function isRepeated(state: State, command: Omit<PlaceOrder, "at">): boolean {
  const { account, clientOrderId } = command;
  return clientOrderId !== "" && state.clientOrders.hasTerms(account, clientOrderId, termsOf(command));
}

function repeat(answer: Answer, first: FirstAnswer): void {
  answer.replayed = true;
  answer.orderId = first.orderId;
  answer.status = first.status;
  answer.rejection = first.rejection;
}

/** A tag that means nothing is a wrong field, and fields come before ids. */
function refusesTag(state: State, { account, tag }: PlaceOrder): Rejection | null {
  const orderTag = tag === "" ? NONE : readOrderTag(state, account, tag);
  return typeof orderTag === "number" ? null : orderTag;
}

function duplicate(first: FirstAnswer): Rejection {
  return rejection("duplicate", { order_id: first.orderId }, "client_order_id is known with a different order");
}

function refuse(answer: Answer, why: Rejection): void {
  answer.rejection = why;
}
