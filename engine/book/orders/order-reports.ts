// Order reports: what the owner of an order is sent at each transition and execution. Rules 2.7. One record is filled
// anew for every report, so that the steady state allocates nothing; listeners copy what they keep.

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

/** The part of the record that is plain numbers, writable without unit casts. */
const numbers = report as unknown as Record<
  | "price"
  | "quantity"
  | "amount"
  | "visible"
  | "visibleQuantity"
  | "executed"
  | "executedNotional"
  | "totalFee"
  | "totalRealizedPnl"
  | "createdAt"
  | "fillPrice"
  | "fillQuantity"
  | "fee"
  | "tagFee"
  | "tagFeeRate"
  | "realizedPnl"
  | "marginChange",
  number
>;

export interface Execution {
  readonly tradeId: number;
  readonly matchId: number;
  readonly price: number;
  readonly quantity: number;
  /** With the tag's fee. */
  readonly fee: number;
  readonly tagFee: number;
  /** 10⁻⁵. */
  readonly tagFeeRate: number;
  readonly maker: boolean;
  readonly realized: number;
  readonly marginChange: number;
}

/** NEW after acceptance, or the present status after an amendment. */
export function reportChange(state: State, order: number, cause: "new" | "amended", out: Listener): void {
  describe(state, order, statusOf(state, order), "");
  noExecution(cause);
  emit(state, order, out);
}

export function reportCancel(state: State, order: number, reason: CancelReason, out: Listener): void {
  describe(state, order, "CANCELLED", reason);
  noExecution("cancelled");
  numbers.visible = 0;
  emit(state, order, out);
}

export function reportRejection(state: State, order: number, message: string, out: Listener): void {
  describe(state, order, "REJECTED", message);
  noExecution("rejected");
  numbers.visible = 0;
  emit(state, order, out);
}

export function reportFill(state: State, order: number, execution: Execution, out: Listener): void {
  describe(state, order, statusOf(state, order), "");
  report.cause = "fill";
  hasExecution = true;
  report.tradeId = execution.tradeId;
  report.matchId = execution.matchId;
  numbers.fillPrice = execution.price;
  numbers.fillQuantity = execution.quantity;
  numbers.fee = execution.fee;
  numbers.tagFee = execution.tagFee;
  numbers.tagFeeRate = execution.tagFeeRate;
  report.maker = execution.maker;
  numbers.realizedPnl = execution.realized;
  numbers.marginChange = execution.marginChange;
  emit(state, order, out);
}

function emit(state: State, order: number, out: Listener): void {
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
export function statusOf(state: State, order: number): OrderStatus {
  if (state.orders.executed(order) === 0) return "NEW";
  return state.orders.executed(order) === state.orders.quantity(order) ? "FILLED" : "PARTIAL_FILLED";
}

function describe(state: State, order: number, status: OrderStatus, reason: string): void {
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
  numbers.price = orders.price(order);
  numbers.quantity = orders.quantity(order);
  numbers.amount = orders.amount(order);
  numbers.visible = Math.max(0, orders.visible(order));
  numbers.visibleQuantity = orders.visibleQuantity(order);
  report.status = status;
  report.reason = reason;
  numbers.executed = orders.executed(order);
  numbers.executedNotional = orders.executedNotional(order);
  numbers.totalFee = orders.totalFee(order);
  numbers.totalRealizedPnl = orders.realizedPnl(order);
  numbers.createdAt = orders.createdAt(order);
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
  numbers.fillPrice = 0;
  numbers.fillQuantity = 0;
  numbers.fee = 0;
  numbers.tagFee = 0;
  numbers.tagFeeRate = 0;
  report.maker = false;
  numbers.realizedPnl = 0;
  numbers.marginChange = 0;
}
