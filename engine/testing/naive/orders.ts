// What a placement and an amendment do, from the refusals to the matching. Rules 1.3, 2.1, 2.2, 2.9, 2.11.

import type { AmendOrder, PlaceOrder } from "../../commands.ts";
import { type RejectionName, rejections } from "../../rejections.ts";
import type { OrderStatus } from "../../vocabulary.ts";
import { adjustedPostOnlyPrice, bestVisible, marketBound, matchIncoming, opposite, visibleLevels } from "./book.ts";
import { absolute, divideFloor, greatest, least } from "./exact.ts";
import { digestOf, gridRefusal, hasValidFields, quantityRefusal, rangeRefusal, visibleQuantityOf } from "./filters.ts";
import { type Candidate, judgeOrder, symbolFigures } from "./margin.ts";
import type { NaiveReports } from "./reports.ts";
import { type NaiveMarket, type NaiveOrder, type NaiveState, remaining } from "./state.ts";

const RATE = 10_000_000_000n;
const OPEN_ORDERS_MAX = 200;

/** What a command comes to; what is absent is 0, false or nothing. */
export interface Outcome {
  rejection?: RejectionName;
  /** Instead of the code of `rejection`, where a first answer is repeated. */
  rejectionCode?: number | null;
  orderId?: number;
  status?: OrderStatus;
  replayed?: boolean;
  expectedTriggerTime?: number;
  count?: number;
}

/** By ascending id; `market` -1 for all. */
export function openOrders(state: NaiveState, account: number, market: number): NaiveOrder[] {
  return state.open
    .filter((order) => order.account === account && (market < 0 || order.market === market))
    .sort((a, b) => a.id - b.id);
}

/** Rules 2.1, 2.11 and 1.3. */
export function placeOrder(state: NaiveState, reports: NaiveReports, command: PlaceOrder): Outcome {
  if (!hasValidFields(command)) return { rejection: "invalid_parameter" };
  const { clientOrderId } = command;
  const digest = digestOf(command);
  const first =
    clientOrderId === ""
      ? undefined
      : state.remembered.find((each) => each.account === command.account && each.clientOrderId === clientOrderId);
  if (first !== undefined) {
    if (first.digest !== digest) return { rejection: "duplicate" };
    const { orderId, status, rejectionCode } = first;
    return { orderId, status, rejectionCode, replayed: true };
  }
  const outcome = placeNew(state, reports, command);
  if (clientOrderId !== "" && outcome.orderId !== undefined) {
    state.remembered.push({
      account: command.account,
      clientOrderId,
      digest,
      orderId: outcome.orderId,
      status: outcome.status!,
      rejectionCode: outcome.rejection === undefined ? null : rejections[outcome.rejection].code,
    });
  }
  return outcome;
}

function placeNew(state: NaiveState, reports: NaiveReports, command: PlaceOrder): Outcome {
  const market = state.markets[command.market]!;
  const account = state.accounts[command.account]!;
  if (openOrders(state, account.number, market.number).length >= OPEN_ORDERS_MAX) return { rejection: "refused" };

  const price = priceOf(state, command, market);
  if (price === null) return { rejection: "invalid_parameter" };
  // Without a limit, filters by value use the mark price.
  const valuedAt = price === 0n ? market.mark : price;
  const { baseTick } = market.parameters;
  const amount = BigInt(command.amount);
  const byAmount = divideFloor(amount * RATE, valuedAt * baseTick) * baseTick;
  const quantity = command.amount > 0 ? byAmount : BigInt(command.quantity);
  const visible = visibleQuantityOf(command, quantity);

  const held = account.rows[market.number]!.quantity;
  const closesAll = command.orderType === "MARKET" && command.reduceOnly && held !== 0n && quantity === absolute(held);
  // Of an adjusted order the price that was sent has to be on the grid as well as the one that it gets; the range is
  // that of the price it gets.
  const hasLimit = command.orderType !== "MARKET";
  const refusal =
    (command.price > 0 ? gridRefusal(market, BigInt(command.price)) : null) ??
    (hasLimit ? gridRefusal(market, price) : null) ??
    (hasLimit ? rangeRefusal(market, command.side, price) : null) ??
    quantityRefusal(market, { quantity, visible, valuedAt, closesAll });
  if (refusal !== null) return { rejection: refusal };
  if (command.reduceOnly && !(command.side === "BUY" ? held < 0n : held > 0n)) {
    return { rejection: "invalid_parameter" };
  }

  state.lastOrderId += 1;
  state.lastPriority += 1;
  const unsized = command.orderType === "MARKET" && command.amount > 0;
  const order: NaiveOrder = {
    id: state.lastOrderId,
    account: account.number,
    market: market.number,
    side: command.side,
    type: command.orderType,
    reduceOnly: command.reduceOnly,
    clientOrderId: command.clientOrderId,
    tag: command.tag,
    createdAt: command.at,
    amount,
    price,
    quantity: unsized ? 0n : quantity,
    visibleQuantity: unsized ? 0n : visible,
    priority: state.lastPriority,
    executed: 0n,
    executedNotional: 0n,
    totalFee: 0n,
    totalRealizedPnl: 0n,
    status: "NEW",
    reason: "",
    updatedAt: command.at,
  };
  if (!command.reduceOnly) {
    const verdict = judgeOrder(state, account, market, candidateOf(state, order, market, quantity));
    if (verdict !== "accepted") {
      order.status = "REJECTED";
      reports.transition(state, order, "rejected");
      return { rejection: verdict, orderId: order.id, status: "REJECTED" };
    }
  }
  reports.transition(state, order, "new");
  const bound = price === 0n ? marketBound(state, market, order.side, BigInt(command.slippage)) : price;
  matchIncoming(state, order, bound, reports);
  return { orderId: order.id, status: order.status };
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

function candidateOf(state: NaiveState, order: NaiveOrder, market: NaiveMarket, quantity: bigint): Candidate {
  const bid = bestVisible(state, market.number, "BUY");
  let reference = order.price;
  if (order.type === "MARKET") {
    reference = bestVisible(state, market.number, opposite(order.side)) ?? market.mark;
  } else if (order.side === "SELL" && bid !== null) {
    reference = greatest(order.price, bid);
  }
  const takerFee = state.brokers[state.accounts[order.account]!.broker]!.takerFee;
  return { side: order.side, quantity, reference, takerFee };
}

/** Rules 2.9; the order of refusals is that of errors 8.4. */
export function amendOrder(state: NaiveState, reports: NaiveReports, command: AmendOrder): Outcome {
  const order = state.open.find((each) => each.id === command.orderId && each.account === command.account);
  if (order === undefined) return { rejection: "not_found" };
  if (order.market !== command.market || order.side !== command.side || order.type !== command.orderType) {
    return { rejection: "cannot_change_order" };
  }
  const price = command.price === 0 ? order.price : BigInt(command.price);
  const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
  if (price === order.price && quantity === order.quantity) return { rejection: "invalid_parameter" };
  if (quantity <= order.executed) return { rejection: "invalid_parameter" };

  const market = state.markets[order.market]!;
  const account = state.accounts[order.account]!;
  const fullyVisible = order.visibleQuantity === order.quantity;
  const visible = fullyVisible ? quantity : least(order.visibleQuantity, quantity);
  const refusal =
    gridRefusal(market, price) ??
    rangeRefusal(market, order.side, price) ??
    quantityRefusal(market, { quantity, visible, valuedAt: price, closesAll: false });
  if (refusal !== null) return { rejection: refusal };

  const amended: NaiveOrder = { ...order, price, quantity, visibleQuantity: visible, updatedAt: command.at };
  const others = { ...state, open: state.open.filter((each) => each.id !== order.id) };
  if (!order.reduceOnly) {
    const candidate = candidateOf(state, amended, market, remaining(amended));
    const before = symbolFigures(state, account, market).notionalWithOrders;
    const verdict = judgeOrder(others, account, market, candidate, before);
    if (verdict !== "accepted") return { rejection: verdict };
  }

  state.open = others.open;
  const keepsPriority = price === order.price && quantity < order.quantity;
  if (!keepsPriority) {
    state.lastPriority += 1;
    amended.priority = state.lastPriority;
  }
  reports.transition(state, amended, "amended");
  if (keepsPriority) state.open.push(amended);
  else matchIncoming(state, amended, price, reports);
  return { orderId: amended.id, status: amended.status };
}
