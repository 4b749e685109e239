// What isolated orders reserve of a balance before they trade. Rules 5.9 (1), 5.2.

import type { Side } from "@evermark/engine";
import { absolute, divideCeil, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";

/** Margin of an isolated opening of this notional, with the buffer for its fee: rounded up. */
export function allocation(notionalMicros: bigint, leverage: bigint): bigint {
  return divideCeil(notionalMicros * (10_000n + 6n * leverage), 10_000n * leverage);
}

/** All orders that may still trade: the resting ones, and the one being matched. */
export function liveOrders(state: NaiveState): NaiveOrder[] {
  const { incoming, open } = state;
  const isOver = incoming === null || incoming.status === "FILLED" || incoming.status === "CANCELLED";
  return isOver ? open : [...open, incoming];
}

/** An order's remaining quantity; for a market order by amount, of the quantity that the amount was taken as. */
export function wanted(order: NaiveOrder): bigint {
  return greatest(0n, order.sized - order.executed);
}

interface OpeningPart {
  readonly order: NaiveOrder;
  readonly quantity: bigint;
  readonly reserve: bigint;
}

/** The orders of one side by id, each with its opening part: the row's closing capacity is used up in that order. */
export function openingParts(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  side: Side,
  orders: readonly NaiveOrder[] = liveOrders(state),
  held = account.isolated[market.number]!.quantity,
): OpeningPart[] {
  let capacity = (side === "BUY" ? held < 0n : held > 0n) ? absolute(held) : 0n;
  const leverage = account.isolatedLeverages[market.number]!;
  return orders
    .filter((order) => order.account === account.number && order.market === market.number && order.side === side)
    .filter((order) => order.marginMode === "ISOLATED" && !order.reduceOnly)
    .toSorted((a, b) => a.id - b.id)
    .map((order) => {
      const closing = least(capacity, wanted(order));
      capacity -= closing;
      const quantity = wanted(order) - closing;
      return { order, quantity, reserve: allocation(notional(order.reference, quantity), leverage) };
    });
}

export function reserveOfSide(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  side: Side,
  orders: readonly NaiveOrder[] = liveOrders(state),
): bigint {
  return sum(openingParts(state, account, market, side, orders).map((part) => part.reserve));
}

/** Reserves of both sides; `held` is the row's quantity, present or former. */
export function reservesOf(
  state: NaiveState,
  account: NaiveAccount,
  market: NaiveMarket,
  held = account.isolated[market.number]!.quantity,
): Record<Side, bigint> {
  const of = (side: Side) => {
    return sum(openingParts(state, account, market, side, liveOrders(state), held).map((part) => part.reserve));
  };
  return { BUY: of("BUY"), SELL: of("SELL") };
}

/** `isolated_order_frozen`. Rules 5.2. */
export function isolatedReserve(state: NaiveState, account: NaiveAccount): bigint {
  // A shortcut: most accounts have none, and all accounts are asked after every command.
  const own = liveOrders(state).filter((each) => each.account === account.number && each.marginMode === "ISOLATED");
  if (own.length === 0) return 0n;
  return sum(
    state.markets.map(
      (market) =>
        reserveOfSide(state, account, market, "BUY", own) + reserveOfSide(state, account, market, "SELL", own),
    ),
  );
}
