// A new order, from its price and size, through filters and margin, to matching. Rules 1.3 (7) to (13), 2.1, 2.2, 2.7.

import type { PlaceOrder, RejectionName } from "@evermark/engine";
import { ratesOf, tagRate } from "../../money/fees/fee-tiers.ts";
import { absolute, divideCeil, divideFloor, greatest } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import { onlyShrinks } from "../../permissions/naive-standstill.ts";
import { closesOnly } from "../../permissions/vault-funds.ts";
import { isPositionalLeg } from "../../state/algo-trees.ts";
import type { Outcome } from "../../state/command-outcomes.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { rowOf } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";
import type { NaiveOrder } from "../../state/records/naive-order.ts";
import type { NaiveReports } from "../../state/reports.ts";
import { mirrorOrder } from "../orders/algo-mirror.ts";
import {
  adjustedPostOnlyPrice,
  bestVisible,
  marketBound,
  openOrders,
  opposite,
  visibleLevels,
} from "../orders/sorted-book.ts";
import { placementBlocked } from "./blocked.ts";
import { gridRefusal, quantityRefusal, rangeRefusal, visibleQuantityOf } from "./filters.ts";
import { judgeOrder } from "./naive-acceptance.ts";
import { matchIncoming } from "./naive-matching.ts";

const OPEN_ORDERS_MAX = 200;

/** The algo order that places an order, 0 for none, and the worst price that it allows, if it sets one. */
interface Firing {
  readonly algo: number;
  readonly bound: bigint | null;
}

/** Checks (7) to (11) refuse without a trace; limits and margin leave a `REJECTED` order behind. Rules 2.7. */
export function placeNew(
  state: NaiveState,
  reports: NaiveReports,
  command: PlaceOrder,
  { algo, bound: ownBound }: Firing = { algo: 0, bound: null },
): Outcome {
  const refusal = firstRefusal(state, command, algo);
  if (refusal !== null) return { rejection: refusal };
  const market = state.markets[command.market]!;
  const price = priceOf(state, command, market)!;
  const order = numbered(state, { ...draftOf(state, command, market, price), algo });
  const maker = state.algos.find((each) => each.id === algo);
  if (maker !== undefined) maker.orderId = order.id;
  const account = state.accounts[order.account]!;
  if (!order.reduceOnly) {
    const takerFee = takerRate(state, order);
    const judged = { ...order, sized: mostOf(order, market) };
    const verdict = judgeOrder(state, account, market, { order: judged, previous: null, takerFee });
    if (verdict !== "accepted") {
      order.status = "REJECTED";
      reports.transition(state, order, "rejected");
      mirrorOrder(state, reports, order, "rejected");
      return { rejection: verdict, orderId: order.id, status: "REJECTED" };
    }
  }
  reports.transition(state, order, "new");
  const bound = ownBound ?? (price === 0n ? marketBound(state, market, order.side, BigInt(command.slippage)) : price);
  matchIncoming(state, order, bound, reports);
  return { orderId: order.id, status: order.status };
}

/** The same for an algo order that has fired: any refusal leaves a `REJECTED` order behind. Rules 2.7. */
export function placeTriggered(state: NaiveState, reports: NaiveReports, command: PlaceOrder, firing: Firing): Outcome {
  const { algo } = firing;
  const refusal = placementBlocked(state, command) ?? firstRefusal(state, command, algo);
  const fired = state.algos.find((each) => each.id === algo)!;
  if (refusal === null) return placeNew(state, reports, command, firing);
  const market = state.markets[command.market]!;
  const draft = draftOf(state, command, market, BigInt(command.price));
  const order: NaiveOrder = { ...numbered(state, { ...draft, algo }), status: "REJECTED" };
  fired.orderId = order.id;
  reports.transition(state, order, "rejected");
  mirrorOrder(state, reports, order, "rejected");
  return { rejection: refusal, orderId: order.id, status: "REJECTED" };
}

/** Checks (7) to (11). `algo` is the algo order that fires, 0 for none. */
export function firstRefusal(state: NaiveState, command: PlaceOrder, algo = 0): RejectionName | null {
  const market = state.markets[command.market]!;
  const price = priceOf(state, command, market);
  if (closesOnly(state, command.account) && !command.reduceOnly) return "refused";
  const rests = !["MARKET", "IOC", "FOK"].includes(command.orderType);
  if (rests && openOrders(state, command.account, market.number).length >= OPEN_ORDERS_MAX) return "refused";
  if (price === null) return "invalid_parameter";
  return refusalOf(state, command, market, { ...draftOf(state, command, market, price), algo });
}

/**
 * The largest quantity an order may execute: by amount, what the amount buys at the lowest price within its bound. Rules 2.2.
 */
function mostOf({ type, amount, sized }: NaiveOrder, market: NaiveMarket): bigint {
  if (type !== "MARKET" || amount === 0n) return sized;
  const { baseTick, quoteTick, priceRange } = market.parameters;
  const lowest = divideCeil(market.mark * (RATE - priceRange), RATE * quoteTick) * quoteTick;
  return divideFloor(amount * RATE, greatest(quoteTick, lowest) * baseTick) * baseTick;
}

/** Taker rate per 100,000, of the account and the order's tag together. */
export function takerRate(state: NaiveState, order: NaiveOrder): bigint {
  return ratesOf(state, state.accounts[order.account]!).takerFee + tagRate(state, order.tag, order.market);
}

function numbered(state: NaiveState, draft: NaiveOrder): NaiveOrder {
  state.lastOrderId += 1;
  state.lastPriority += 1;
  return { ...draft, id: state.lastOrderId, priority: state.lastPriority };
}

/** The order of a placement, before it has an id. */
function draftOf(state: NaiveState, command: PlaceOrder, market: NaiveMarket, price: bigint): NaiveOrder {
  // Without a limit, filters by value use the mark price.
  const valuedAt = price === 0n ? market.mark : price;
  const { baseTick } = market.parameters;
  const amount = BigInt(command.amount);
  const byAmount = divideFloor(amount * RATE, valuedAt * baseTick) * baseTick;
  const sized = command.amount > 0 ? byAmount : BigInt(command.quantity);
  const unsized = command.orderType === "MARKET" && command.amount > 0;
  return {
    id: 0,
    account: command.account,
    market: market.number,
    side: command.side,
    type: command.orderType,
    marginMode: command.marginMode || state.accounts[command.account]!.modes[market.number]!,
    reduceOnly: command.reduceOnly || onlyShrinks(market),
    algo: 0,
    reference: referenceOf(state, command, market, price),
    sized,
    clientOrderId: command.clientOrderId,
    tag: command.tag,
    createdAt: command.at,
    amount,
    price,
    quantity: unsized ? 0n : sized,
    visibleQuantity: unsized ? 0n : visibleQuantityOf(command, sized),
    priority: 0,
    executed: 0n,
    executedNotional: 0n,
    totalFee: 0n,
    totalRealizedPnl: 0n,
    status: "NEW",
    reason: "",
    updatedAt: command.at,
  };
}

function refusalOf(
  state: NaiveState,
  command: PlaceOrder,
  market: NaiveMarket,
  draft: NaiveOrder,
): RejectionName | null {
  const held = rowOf(state.accounts[draft.account]!, market, draft.marginMode).quantity;
  const closesAll = draft.type === "MARKET" && draft.reduceOnly && held !== 0n && draft.sized === absolute(held);
  const protectsAll = isPositionalLeg(state, draft.algo);
  const hasLimit = draft.type !== "MARKET";
  const valuedAt = hasLimit ? draft.price : market.mark;
  const visible = visibleQuantityOf(command, draft.sized);
  // For an adjusted order both the sent and the adjusted price must be on the grid; the range applies to the adjusted one.
  const refusal =
    (command.price > 0 ? gridRefusal(market, BigInt(command.price)) : null) ??
    (hasLimit ? gridRefusal(market, draft.price) : null) ??
    (hasLimit ? rangeRefusal(market, draft.side, draft.price) : null) ??
    quantityRefusal(market, { quantity: draft.sized, visible, valuedAt, closesAll, protectsAll });
  if (refusal !== null) return refusal;
  if (draft.reduceOnly && !(draft.side === "BUY" ? held < 0n : held > 0n)) return "invalid_parameter";
  return null;
}

/** The limit of an order at acceptance; 0 for a market order, `null` when its level does not exist. Rules 2.2, 2.5. */
function priceOf(state: NaiveState, command: PlaceOrder, market: NaiveMarket): bigint | null {
  if (command.orderType === "MARKET") return 0n;
  if (command.orderType === "ASK" || command.orderType === "BID") {
    const levels = visibleLevels(state, market.number, command.orderType === "ASK" ? "SELL" : "BUY");
    return levels[Math.max(0, command.level)]?.price ?? null;
  }
  const price = BigInt(command.price);
  return command.postOnlyAdjust && price > 0n ? adjustedPostOnlyPrice(state, market, command.side, price) : price;
}

/** The price at which an order's margin is computed. Rules 5.4. */
export function referenceOf(
  state: NaiveState,
  order: { readonly side: "BUY" | "SELL" },
  market: NaiveMarket,
  price: bigint,
): bigint {
  if (price === 0n) return bestVisible(state, market.number, opposite(order.side)) ?? market.mark;
  const bid = bestVisible(state, market.number, "BUY");
  return order.side === "SELL" && bid !== null ? greatest(price, bid) : price;
}
