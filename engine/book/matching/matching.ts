// Matching: one incoming order against the opposite side, best price first, one queue after the other, at the resting
// order's price. Rules 2.2 to 2.6. Atomic: nothing else happens in between.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { OrderSlot, Ticks } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Match } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";
import { closingReserve } from "../../money/isolated/order-reserve.ts";
import { addPending, cancelClosedReduceOnly, cancelResting, finish, reducible } from "../orders/open-orders.ts";
import { affordable, limitReserve } from "../orders/reserve-limit.ts";
import { applyMatch, charge } from "./matches.ts";
import { covers } from "./side-cover.ts";

/**
 * Executes an incoming order against what it meets.
 * @returns the reason that stopped the order before it met everything within its bound, "" if nothing did
 */
export function execute(state: State, market: Market, match: Match, out: Listener): CancelReason {
  const { orders, books, accounts } = state;
  const { incoming, resting, postOnly, isAbsent } = match;
  const ladder = incoming.buy ? market.asks : market.bids;
  const owner = accounts.owner(incoming.account);
  for (;;) {
    const { passed } = match;
    const next = passed === null ? NONE : passed.next(orders, books.levels, ladder);
    const level = passed === null ? ladder.best() : next === NONE ? NONE : orders.level(next);
    if (level === NONE) return unmet(state, match);
    const price = books.levels.price(level);
    if (!match.reaches(price)) return unmet(state, match);
    const capacity = capacityAt(state, market, incoming.order, price);
    if (capacity === 0) return unmet(state, match);
    // Looked up only now: usually its price is out of reach.
    const met = passed === null ? books.levels.head(level) : next;
    if (accounts.owner(orders.account(met)) === owner) {
      if (postOnly && sparesOwn(state, met)) return "POST_ONLY_CROSS";
      cancelResting(state, met, "SELF_TRADE", out);
      continue;
    }
    if (isAbsent?.(met) === true) {
      match.pass(orders, met);
      continue;
    }
    const visible = orders.visible(met);
    const hidden = orders.remaining(met) - visible;
    // An order hidden behind ones that failed their cover may turn out to be visible.
    if (postOnly && hidden === 0) return "POST_ONLY_CROSS";
    const offered = orders.isReduceOnly(met) ? reducible(state, met) : orders.remaining(met);
    const quantity = Math.min(capacity, offered, hidden > 0 ? hidden : visible);
    if (!(quantity > 0)) broken("a match has a quantity", { resting: met, capacity, offered });
    resting.of(orders, met);
    resting.maker = hidden === 0;
    // A POST_ONLY order that gets here meets hidden quantity.
    incoming.maker = postOnly;
    match.agree(price, quantity);
    // Only for an isolated order that opens; see order-reserve.ts.
    if (orders.reference(incoming.order) > 0) {
      const paid = affordable(state, market, incoming);
      if (paid === 0) return "MARGIN";
      match.agree(price, paid);
    }
    const notional = price * match.quantity * market.unit;
    if (!(notional <= Number.MAX_SAFE_INTEGER)) broken("a match is worth what can be counted", { price, quantity });
    charge(state, market, resting, notional);
    const giving = covers(state, market, resting);
    if (giving !== "covered") {
      if (giving === "doubted") match.pass(orders, met);
      else cancelResting(state, met, "MARGIN", out);
      continue;
    }
    charge(state, market, incoming, notional);
    const taking = covers(state, market, incoming);
    if (taking !== "covered") return taking === "doubted" ? "MARKET_STATE" : "MARGIN";
    if (isByAmount(state, incoming.order)) closeAmount(state, market, match);
    if (!trade(state, market, match, out)) return "MARGIN";
  }
}

/**
 * From this behaviour on; before, a POST_ONLY order cancelled its owner's order that it met behind a hidden order that failed.
 */
const SPARES_OWN_SINCE = 4;

/** Whether a POST_ONLY order is cancelled itself rather than its owner's visible order. Rules 2.4. */
function sparesOwn({ behaviour, orders }: State, resting: OrderSlot): boolean {
  return behaviour >= SPARES_OWN_SINCE && orders.visible(resting) > 0;
}

/** Whether both sides of a match could bear its execution as they are. */
export function bothBear(state: State, market: Market, match: Match): boolean {
  const notional = match.price * match.quantity * market.unit;
  charge(state, market, match.resting, notional);
  if (covers(state, market, match.resting) !== "covered") return false;
  charge(state, market, match.incoming, notional);
  return covers(state, market, match.incoming) === "covered";
}

/** Why an order stops that has met all it could: if some orders were passed over, its remainder cannot rest. */
function unmet(state: State, { incoming, passed }: Match): CancelReason {
  return passed === null || isClosed(state, incoming.order) ? "" : "MARKET_STATE";
}

/** Whether a reduce-only order has nothing left to close. */
export function isClosed(state: State, order: OrderSlot): boolean {
  return state.orders.isReduceOnly(order) && reducibleByAmount(state, order) === 0;
}

/**
 * Books one match, and its consequences for both orders and their rows.
 * @returns false if it cost the incoming order its margin
 */
function trade(state: State, market: Market, match: Match, out: Listener): boolean {
  const { orders, books, rows } = state;
  const { incoming, resting, quantity } = match;
  const restingRow = resting.row;
  const incomingRow = incoming.row;
  const restingHeld = rows.quantity(restingRow);
  const incomingHeld = rows.quantity(incomingRow);
  const restingReserve = closingReserve(state, restingRow, restingHeld);
  const incomingReserve = closingReserve(state, incomingRow, incomingHeld);
  const visible = orders.visible(resting.order);
  applyMatch(state, market, match, out);
  if (rows.quantity(restingRow) + rows.quantity(incomingRow) !== restingHeld + incomingHeld)
    broken("what one side of a match gets the other gives", { restingRow, incomingRow, quantity });
  books.showing(resting.order, visible);
  addPending(state, resting.order, -quantity);
  out.level(market.number, orders.side(resting.order), match.price);
  out.position(resting.account, market.number, orders.marginMode(resting.order));
  out.position(incoming.account, market.number, orders.marginMode(incoming.order));
  if (orders.remaining(resting.order) === 0) {
    books.leave(market, resting.order);
    finish(state, resting.order);
  }
  cancelClosedReduceOnly(state, restingRow, restingHeld, out);
  cancelClosedReduceOnly(state, incomingRow, incomingHeld, out);
  if (rows.isolated(restingRow) === 1) limitReserve(state, restingRow, restingHeld, restingReserve, out);
  return rows.isolated(incomingRow) === 0 || !limitReserve(state, incomingRow, incomingHeld, incomingReserve, out);
}

/** Lots that an incoming order can take at a price. */
function capacityAt(state: State, market: Market, order: OrderSlot, price: Ticks): number {
  if (isByAmount(state, order)) {
    if (state.orders.quantity(order) > 0) return 0;
    const affordable = Math.floor(
      (state.orders.amount(order) - state.orders.executedNotional(order)) / (price * market.unit),
    );
    if (!state.orders.isReduceOnly(order)) return affordable;
    return Math.min(affordable, reducibleByAmount(state, order));
  }
  return state.orders.isReduceOnly(order) ? reducible(state, order) : state.orders.remaining(order);
}

/** A market order by amount; other types turn an amount into a quantity when they are accepted. */
function isByAmount(state: State, order: OrderSlot): boolean {
  return state.orders.amount(order) > 0 && state.orders.price(order) === 0;
}

function reducibleByAmount(state: State, order: OrderSlot): number {
  const held = state.rows.quantity(state.orders.row(order));
  return (state.orders.isBuy(order) ? held < 0 : held > 0) ? Math.abs(held) : 0;
}

/**
 * An order by amount is full when the rest of the amount buys nothing at the price it would meet next. Its quantity is
 * set before its last execution, so that the report of that execution says FILLED.
 */
function closeAmount(state: State, market: Market, match: Match): void {
  const { orders } = state;
  const { price, quantity } = match;
  const { order, notional } = match.incoming;
  const left = orders.amount(order) - orders.executedNotional(order) - notional;
  if (!(left >= 0)) broken("an order by amount spends no more than that", { incoming: order, left });
  const next = nextPrice(state, market, match);
  if (left >= (next === 0 ? price : next) * market.unit) return;
  orders.setQuantity(order, orders.executed(order) + quantity);
}

/** The price that the order meets after the current execution: 0 when nothing is within its bound. */
function nextPrice(state: State, market: Market, match: Match): Ticks {
  const { orders, books, accounts } = state;
  const { incoming, resting, quantity, passed } = match;
  const ladder = incoming.buy ? market.asks : market.bids;
  const owner = accounts.owner(incoming.account);
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (!match.reaches(price)) return 0;
    for (let order = books.levels.head(level); order !== NONE; order = orders.next(order)) {
      const isUsedUp = order === resting.order && orders.remaining(order) === quantity;
      if (isUsedUp || passed?.has(order) === true) continue;
      if (accounts.owner(orders.account(order)) !== owner) return price;
    }
  }
  return 0;
}
