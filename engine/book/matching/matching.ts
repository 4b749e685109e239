// Matching: one incoming order against the opposite side, best price first, one queue after the other, at the resting
// order's price. Rules 2.2 to 2.6. Atomic: nothing else happens in between.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { Lots, OrderSlot, Ticks } from "../../base/units.ts";
import type { CancelReason } from "../../base/vocabulary.ts";
import type { Listener } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { coversCrossFill } from "../../money/cover/cover.ts";
import { coversIsolatedFill } from "../../money/cover/isolated-cover.ts";
import { closingReserve } from "../../money/isolated/order-reserve.ts";
import { isAnythingStill } from "../../standing/standstill.ts";
import { addPending, cancelClosedReduceOnly, cancelResting, finish, reducible } from "../orders/open-orders.ts";
import { affordable, limitReserve } from "../orders/reserve-limit.ts";
import { applyMatch, type Charge, chargeFor, type Match } from "./matches.ts";
import { PassedOver } from "./passed-over.ts";
import { type Cover, coverWhileStill } from "./side-cover.ts";

/** What the two sides of the execution at hand are charged. Reused. */
const restingCharge: Charge = { userFee: 0, tagFee: 0, tagRate: 0 };
const incomingCharge: Charge = { userFee: 0, tagFee: 0, tagRate: 0 };

/**
 * Executes what an order meets.
 * @param bound the worst price in ticks that it may execute at
 * @param isAbsent an order of the other side that stays where it is, as if it were not there
 * @returns what stopped the order before it met everything within its bound, "" if nothing did
 */
export function execute(
  state: State,
  market: Market,
  incoming: OrderSlot,
  bound: Ticks,
  postOnly: boolean,
  out: Listener,
  isAbsent: ((resting: OrderSlot) => boolean) | null = null,
): CancelReason {
  const { orders, books, accounts } = state;
  const buy = orders.isBuy(incoming);
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(orders.account(incoming));
  let passed: PassedOver | null = null;
  for (;;) {
    const next = passed === null ? NONE : passed.next(state, ladder);
    const level = passed === null ? ladder.best() : next === NONE ? NONE : orders.level(next);
    if (level === NONE) return unmet(state, incoming, passed);
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) return unmet(state, incoming, passed);
    const capacity = capacityAt(state, market, incoming, price);
    if (capacity === 0) return unmet(state, incoming, passed);
    // Not looked at before: mostly its price is out of reach.
    const resting = passed === null ? books.levels.head(level) : next;
    if (accounts.owner(orders.account(resting)) === owner) {
      if (postOnly && sparesOwn(state, resting)) return "POST_ONLY_CROSS";
      cancelResting(state, resting, "SELF_TRADE", out);
      continue;
    }
    if (isAbsent?.(resting) === true) {
      passed ??= new PassedOver();
      passed.add(state, resting);
      continue;
    }
    const visible = orders.visible(resting);
    const hidden = orders.remaining(resting) - visible;
    // What hid behind the orders that failed their cover may be on show.
    if (postOnly && hidden === 0) return "POST_ONLY_CROSS";
    const offered = orders.isReduceOnly(resting) ? reducible(state, resting) : orders.remaining(resting);
    let quantity = Math.min(capacity, offered, hidden > 0 ? hidden : visible);
    if (!(quantity > 0)) broken("a match has a quantity", { resting, capacity, offered });
    const restingMaker = hidden === 0;
    const incomingMaker = postOnly && hidden > 0;
    // Only of an isolated order that opens; see orders.ts.
    if (orders.reference(incoming) > 0) {
      quantity = affordable(state, market, incoming, price, quantity, incomingMaker);
      if (quantity === 0) return "MARGIN";
    }
    const notional = price * quantity * market.unit;
    if (!(notional <= Number.MAX_SAFE_INTEGER)) broken("a match is worth what can be counted", { price, quantity });
    chargeFor(state, market, resting, notional, restingMaker, restingCharge);
    const giving = covers(state, market, resting, price, quantity, restingCharge);
    if (giving !== "covered") {
      if (giving === "doubted") {
        passed ??= new PassedOver();
        passed.add(state, resting);
      } else cancelResting(state, resting, "MARGIN", out);
      continue;
    }
    chargeFor(state, market, incoming, notional, incomingMaker, incomingCharge);
    const taking = covers(state, market, incoming, price, quantity, incomingCharge);
    if (taking !== "covered") return taking === "doubted" ? "MARKET_STATE" : "MARGIN";
    if (isByAmount(state, incoming)) closeAmount(state, market, incoming, resting, price, quantity, bound, passed);
    const match = {
      market,
      resting,
      incoming,
      price,
      quantity,
      restingMaker,
      incomingMaker,
      restingCharge,
      incomingCharge,
    };
    if (!trade(state, match, out)) return "MARGIN";
  }
}

/** From this behaviour on; before, what a POST_ONLY order met of its owner's behind a hidden order that failed was cancelled. */
const SPARES_OWN_SINCE = 4;

/** Whether a POST_ONLY order ends before a quote of its owner's, rather than that. Rules 2.4. */
function sparesOwn({ behaviour, orders }: State, resting: OrderSlot): boolean {
  return behaviour >= SPARES_OWN_SINCE && orders.visible(resting) > 0;
}

/** Whether both sides could bear an execution against an order on show, as they stand. */
export function bothBear(
  state: State,
  market: Market,
  resting: OrderSlot,
  incoming: OrderSlot,
  price: Ticks,
  quantity: Lots,
): boolean {
  const notional = price * quantity * market.unit;
  chargeFor(state, market, resting, notional, true, restingCharge);
  if (covers(state, market, resting, price, quantity, restingCharge) !== "covered") return false;
  chargeFor(state, market, incoming, notional, false, incomingCharge);
  return covers(state, market, incoming, price, quantity, incomingCharge) === "covered";
}

/** Whether the account of one side can bear an execution. */
function covers(
  state: State,
  market: Market,
  order: OrderSlot,
  price: Ticks,
  quantity: Lots,
  { userFee, tagFee }: Charge,
): Cover {
  const { orders, rows } = state;
  const row = orders.row(order);
  const lots = orders.isBuy(order) ? quantity : -quantity;
  const fee = userFee + tagFee;
  if (isAnythingStill(state)) return coverWhileStill(state, market, order, lots, price, fee);
  const passes =
    rows.isolated(row) === 1
      ? coversIsolatedFill(state, market, row, lots, price, fee)
      : coversCrossFill(state, market, row, lots, price, fee);
  return passes ? "covered" : "fails";
}

/** What stops an order that has met all it could: with some of that passed over, what is left of it can't rest. */
function unmet(state: State, order: OrderSlot, passed: PassedOver | null): CancelReason {
  return passed === null || isClosed(state, order) ? "" : "MARKET_STATE";
}

/** Whether an order that may only close has nothing to close any more. */
export function isClosed(state: State, order: OrderSlot): boolean {
  return state.orders.isReduceOnly(order) && reducibleByAmount(state, order) === 0;
}

/** Books one match, and what follows for both orders and their rows. @returns false if it cost the incoming its margin */
function trade(state: State, match: Match, out: Listener): boolean {
  const { market, resting, incoming, price, quantity } = match;
  const { orders, books } = state;
  const restingRow = orders.row(resting);
  const incomingRow = orders.row(incoming);
  const restingHeld = state.rows.quantity(restingRow);
  const incomingHeld = state.rows.quantity(incomingRow);
  const restingReserve = closingReserve(state, restingRow, restingHeld);
  const incomingReserve = closingReserve(state, incomingRow, incomingHeld);
  const visible = orders.visible(resting);
  applyMatch(state, match, out);
  if (state.rows.quantity(restingRow) + state.rows.quantity(incomingRow) !== restingHeld + incomingHeld)
    broken("what one side of a match gets the other gives", { restingRow, incomingRow, quantity });
  books.showing(resting, visible);
  addPending(state, resting, -quantity);
  out.level(market.number, orders.side(resting), price);
  out.position(orders.account(resting), market.number, orders.marginMode(resting));
  out.position(orders.account(incoming), market.number, orders.marginMode(incoming));
  if (orders.remaining(resting) === 0) {
    books.leave(market, resting);
    finish(state, resting);
  }
  cancelClosedReduceOnly(state, restingRow, restingHeld, out);
  cancelClosedReduceOnly(state, incomingRow, incomingHeld, out);
  if (state.rows.isolated(restingRow) === 1) limitReserve(state, restingRow, restingHeld, restingReserve, out);
  return (
    state.rows.isolated(incomingRow) === 0 || !limitReserve(state, incomingRow, incomingHeld, incomingReserve, out)
  );
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
 * An order by amount is full when what is left of the amount buys nothing at the price it would meet next. Its quantity
 * is set before its last execution, so that this one reports FILLED.
 */
function closeAmount(
  state: State,
  market: Market,
  incoming: OrderSlot,
  resting: OrderSlot,
  price: Ticks,
  quantity: Lots,
  bound: Ticks,
  passed: PassedOver | null,
): void {
  const left = state.orders.amount(incoming) - state.orders.executedNotional(incoming) - price * quantity * market.unit;
  if (!(left >= 0)) broken("an order by amount spends no more than that", { incoming, left });
  const next = nextPrice(state, market, incoming, resting, quantity, bound, passed);
  if (left >= (next === 0 ? price : next) * market.unit) return;
  state.orders.setQuantity(incoming, state.orders.executed(incoming) + quantity);
}

/** The price an order meets after taking `quantity` from `resting`: 0 when nothing is within its bound. */
function nextPrice(
  state: State,
  market: Market,
  incoming: OrderSlot,
  resting: OrderSlot,
  quantity: Lots,
  bound: Ticks,
  passed: PassedOver | null,
): Ticks {
  const { orders, books, accounts } = state;
  const buy = orders.isBuy(incoming);
  const ladder = buy ? market.asks : market.bids;
  const owner = accounts.owner(orders.account(incoming));
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    const price = books.levels.price(level);
    if (buy ? price > bound : price < bound) return 0;
    for (let order = books.levels.head(level); order !== NONE; order = orders.next(order)) {
      if ((order === resting && orders.remaining(order) === quantity) || passed?.has(order) === true) continue;
      if (accounts.owner(orders.account(order)) !== owner) return price;
    }
  }
  return 0;
}
