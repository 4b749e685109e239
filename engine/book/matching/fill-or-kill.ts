// FOK: the whole quantity at its price or better, or nothing. Rules 2.2. The order is first matched in a scratch state,
// by the same code and with every order that it may meet; only if it fills completely there is it matched for real.

import { NONE } from "../../base/storage/int-map.ts";
import type { Lots, OrderSlot } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Match } from "../../memory/order/match.ts";
import type { State } from "../../memory/state.ts";
import { reducible } from "../orders/open-orders.ts";
import { Scratch } from "../scratch/scratch.ts";
import { bothBear, execute } from "./matching.ts";

/** Before this behaviour, an isolated order counted as absent if an earlier order of its row might leave it without margin. */
const EXACT_SINCE = 4;

interface OrdersInReach {
  /** Best first, including the owner's own orders. */
  readonly orders: readonly number[];
  /** The lots that others offer there at most. */
  readonly offered: number;
  /** Whether nothing is behind them. */
  readonly isAll: boolean;
}

/** Whether an order would execute completely. */
export function fillsWhole(state: State, market: Market, match: Match): boolean {
  const { order } = match.incoming;
  const left = state.orders.remaining(order);
  if (state.orders.isReduceOnly(order) && reducible(state, order) < left) return false;
  if (firstGivesAll(state, market, match)) return true;
  // Usually the first orders are enough; where some of them fail, more are tried.
  for (let wanted = left; ; wanted *= 2) {
    const within = ordersWithin(state, market, match, wanted);
    if (within.offered < left) return false;
    const tried = tryOn(state, market, match, within.orders);
    if (tried !== "unmet") return tried === "whole";
    if (within.isAll) return false;
  }
}

/** Whether the first visible order fills it completely: nothing changes on the way, so both sides are checked as they are. */
function firstGivesAll(state: State, market: Market, match: Match): boolean {
  const { orders, books, accounts } = state;
  const { incoming, resting } = match;
  const { order } = incoming;
  const level = (incoming.buy ? market.asks : market.bids).best();
  // Only an isolated order that opens has a reference; it pays margin for what it opens on the way.
  if (level === NONE || orders.reference(order) > 0) return false;
  const price = books.levels.price(level);
  if (!match.reaches(price)) return false;
  const first = books.levels.head(level);
  const lots = orders.remaining(order);
  const isWhole = orders.visible(first) === orders.remaining(first) && !orders.isReduceOnly(first);
  if (!isWhole || orders.visible(first) < lots) return false;
  if (accounts.owner(orders.account(first)) === accounts.owner(incoming.account)) return false;
  resting.of(orders, first);
  resting.maker = true;
  incoming.maker = false;
  match.agree(price, lots);
  return bothBear(state, market, match);
}

function ordersWithin(state: State, market: Market, match: Match, wanted: Lots): OrdersInReach {
  const { orders, books, accounts } = state;
  const ladder = match.incoming.buy ? market.asks : market.bids;
  const owner = accounts.owner(match.incoming.account);
  const found: number[] = [];
  let offered = 0;
  for (let level = ladder.best(); level !== NONE; level = ladder.behind(books.levels.price(level))) {
    if (!match.reaches(books.levels.price(level))) break;
    for (let resting = books.levels.head(level); resting !== NONE; resting = orders.next(resting)) {
      if (offered >= wanted) return { orders: found, offered, isAll: false };
      found.push(resting);
      if (accounts.owner(orders.account(resting)) !== owner) offered += orders.remaining(resting);
    }
  }
  return { orders: found, offered, isAll: true };
}

/** Matches the order in a scratch state. "unmet": the orders tried were not enough. */
function tryOn(
  state: State,
  market: Market,
  { incoming, bound }: Match,
  met: readonly number[],
): "whole" | "stopped" | "unmet" {
  const scratch = new Scratch(state, NONE);
  const twin = scratch.openBook(market);
  const order = scratch.matched(incoming.order);
  scratch.restOrders(twin, met, NONE);
  const { orders, match } = scratch.state;
  match.begin(orders, order, bound, false);
  if (state.behaviour < EXACT_SINCE) match.isAbsent = mayLackMargin(scratch.state);
  const stopped = execute(scratch.state, twin, match, silent);
  if (orders.remaining(order) === 0) return "whole";
  return stopped === "MARGIN" ? "stopped" : "unmet";
}

/** Selects, of an isolated row that has traded, the orders on the side that closes its former position. */
function mayLackMargin({ orders, rows }: State): (resting: OrderSlot) => boolean {
  const before = Float64Array.from({ length: rows.used }, (_, row) => rows.quantity(row));
  return (resting) => {
    const row = orders.row(resting);
    const held = before[row]!;
    if (rows.isolated(row) === 0 || rows.quantity(row) === held || orders.isReduceOnly(resting)) return false;
    return orders.isBuy(resting) ? held < 0 : held > 0;
  };
}
