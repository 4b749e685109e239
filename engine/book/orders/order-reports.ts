// Order reports: what the owner of an order is sent at each transition and execution. Rules 2.7. One record is filled
// anew for every report, so that the steady state allocates nothing; listeners copy what they keep.

import type { Lots, MatchId, Micros, OrderSlot, Ticks, TradeId } from "../../base/units.ts";
import type { CancelReason, OrderStatus } from "../../base/vocabulary.ts";
import type { Listener, OrderReport } from "../../language/events/events.ts";
import type { Digest } from "../../memory/digest.ts";
import type { State } from "../../memory/state.ts";

const report = {
  account: 0,
  orderId: 0,
  clientOrderId: "",
  market: 0,
  side: "BUY",
  orderType: "LIMIT",
  marginMode: "CROSS",
  reduceOnly: false,
  tag: "",
  price: 0,
  quantity: 0,
  amount: 0,
  visible: 0,
  visibleQuantity: 0,
  status: "NEW",
  reason: "",
  executed: 0,
  executedNotional: 0,
  totalFee: 0,
  totalRealizedPnl: 0,
  createdAt: 0,
  at: 0,
  seq: 0,
  cause: "new",
  tradeId: 0,
  matchId: 0,
  fillPrice: 0,
  fillQuantity: 0,
  fee: 0,
  tagFee: 0,
  tagFeeRate: 0,
  maker: false,
  realizedPnl: 0,
  marginChange: 0,
} as { -readonly [K in keyof OrderReport]: OrderReport[K] };

export interface Execution {
  readonly tradeId: TradeId;
  readonly matchId: MatchId;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** With the tag's fee. */
  readonly fee: Micros;
  readonly tagFee: Micros;
  /** 10⁻⁵. */
  readonly tagFeeRate: number;
  readonly maker: boolean;
  readonly realized: Micros;
  readonly marginChange: Micros;
}

/** NEW after acceptance, or the present status after an amendment. */
export function reportChange(state: State, order: OrderSlot, cause: "new" | "amended", out: Listener): void {
  describe(state, order, statusOf(state, order), "");
  noExecution(cause);
  emit(state, order, out);
}

export function reportCancel(state: State, order: OrderSlot, reason: CancelReason, out: Listener): void {
  describe(state, order, "CANCELLED", reason);
  noExecution("cancelled");
  report.visible = 0;
  emit(state, order, out);
}

export function reportRejection(state: State, order: OrderSlot, message: string, out: Listener): void {
  describe(state, order, "REJECTED", message);
  noExecution("rejected");
  report.visible = 0;
  emit(state, order, out);
}

export function reportFill(state: State, order: OrderSlot, execution: Execution, out: Listener): void {
  describe(state, order, statusOf(state, order), "");
  report.cause = "fill";
  hasExecution = true;
  report.tradeId = execution.tradeId;
  report.matchId = execution.matchId;
  report.fillPrice = execution.price;
  report.fillQuantity = execution.quantity;
  report.fee = execution.fee;
  report.tagFee = execution.tagFee;
  report.tagFeeRate = execution.tagFeeRate;
  report.maker = execution.maker;
  report.realizedPnl = execution.realized;
  report.marginChange = execution.marginChange;
  emit(state, order, out);
}

function emit(state: State, order: OrderSlot, out: Listener): void {
  digestReport(state.digest);
  out.order(report);
  const algo = state.orders.algo(order);
  if (algo !== 0) state.followers.orderReported(state, algo, report, out);
}

/** Most reports are of orders that rest: what they have no part in is left out, and what they have is taken in together. */
function digestReport(digest: Digest): void {
  digest.add(report.orderId);
  const price = report.side === "BUY" ? report.price : -report.price;
  digest.add(price + 1_048_583 * report.quantity + 1_073_741_827 * report.visible);
  if (report.executed === 0) return;
  digest.add(report.executedNotional);
  digest.add(report.totalFee);
  digest.add(report.totalRealizedPnl);
}

/** The status of an order that is not finished by a cancel. An order by amount has its quantity only when it is full. */
export function statusOf(state: State, order: OrderSlot): OrderStatus {
  if (state.orders.executed(order) === 0) return "NEW";
  return state.orders.executed(order) === state.orders.quantity(order) ? "FILLED" : "PARTIAL_FILLED";
}

function describe(state: State, order: OrderSlot, status: OrderStatus, reason: string): void {
  const { orders } = state;
  const account = orders.account(order);
  report.account = account;
  report.orderId = orders.orderId(order);
  report.clientOrderId = orders.clientOrderId(order);
  report.market = orders.market(order);
  report.side = orders.side(order);
  report.orderType = orders.type(order);
  report.marginMode = orders.marginMode(order);
  report.reduceOnly = orders.isReduceOnly(order);
  report.tag = orders.tag(order);
  report.price = orders.price(order);
  report.quantity = orders.quantity(order);
  report.amount = orders.amount(order);
  report.visible = Math.max(0, orders.visible(order));
  report.visibleQuantity = orders.visibleQuantity(order);
  report.status = status;
  report.reason = reason;
  report.executed = orders.executed(order);
  report.executedNotional = orders.executedNotional(order);
  report.totalFee = orders.totalFee(order);
  report.totalRealizedPnl = orders.realizedPnl(order);
  report.createdAt = orders.createdAt(order);
  report.at = state.now;
  report.seq = state.accounts.nextSeq(account);
}

/** Whether the record still has an execution's fields; most reports follow one without. */
let hasExecution = false;

function noExecution(cause: OrderReport["cause"]): void {
  report.cause = cause;
  if (!hasExecution) return;
  hasExecution = false;
  report.tradeId = 0;
  report.matchId = 0;
  report.fillPrice = 0;
  report.fillQuantity = 0;
  report.fee = 0;
  report.tagFee = 0;
  report.tagFeeRate = 0;
  report.maker = false;
  report.realizedPnl = 0;
  report.marginChange = 0;
}
