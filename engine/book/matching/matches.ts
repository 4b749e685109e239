// What a match does: both sides booked on their rows, fees charged and shared, reports, the public trade. Rules 2.7, 4.2
// to 4.4, 8.3. Everything is settled in the same step.

import { broken } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { FeeE5, Lots, MatchId, Micros, OrderSlot, Ticks } from "../../base/units.ts";
import type { Listener, TradeReport } from "../../language/events/events.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { feeAt, shareFee, shareTagFee, tradingFee } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { applyFill } from "../../money/position/position-fills.ts";
import { reportFill } from "../orders/order-reports.ts";
import { applyIsolatedFill } from "./isolated-fills.ts";

/** One execution between two orders that are both on their rows' lists. */
export interface Match {
  readonly market: Market;
  readonly resting: OrderSlot;
  readonly incoming: OrderSlot;
  /** Ticks. */
  readonly price: Ticks;
  /** Lots, > 0. */
  readonly quantity: Lots;
  readonly restingMaker: boolean;
  readonly incomingMaker: boolean;
  readonly restingCharge: Readonly<Charge>;
  readonly incomingCharge: Readonly<Charge>;
}

/** What one side of an execution is charged, micros; the rate is its fee tag's, 10⁻⁵. */
export interface Charge {
  userFee: Micros;
  tagFee: Micros;
  tagRate: FeeE5;
}

/** Finds what an order would be charged for an execution of `notional` micros, in `charge`. Rules 8.3. */
export function chargeFor(
  state: State,
  market: Market,
  order: OrderSlot,
  notional: Micros,
  maker: boolean,
  charge: Charge,
): void {
  const orderTag = state.orders.orderTag(order);
  charge.tagRate = orderTag === NONE ? 0 : tagRate(state, orderTag, market.number);
  charge.tagFee = charge.tagRate === 0 ? 0 : feeAt(notional, charge.tagRate);
  charge.userFee = tradingFee(state, state.orders.account(order), notional, maker);
}

/** Books both sides of a match; the resting order's report comes first. Rules 2.7. */
export function applyMatch(state: State, match: Match, out: Listener): void {
  const matchId = ++state.lastMatchId;
  const { market, resting, incoming, price, quantity } = match;
  market.last = price;
  applySide(state, match, resting, match.restingMaker, match.restingCharge, matchId, out);
  applySide(state, match, incoming, match.incomingMaker, match.incomingCharge, matchId, out);
  trade.market = market.number;
  trade.matchId = matchId;
  trade.price = price;
  trade.quantity = quantity;
  trade.takerSide = state.orders.side(match.incomingMaker ? resting : incoming);
  trade.makerAccount = state.orders.account(match.incomingMaker ? incoming : resting);
  trade.takerAccount = state.orders.account(match.incomingMaker ? resting : incoming);
  trade.at = state.now;
  out.trade(trade);
}

const trade = {
  market: 0,
  matchId: 0,
  price: 0,
  quantity: 0,
  takerSide: "BUY",
  makerAccount: 0,
  takerAccount: 0,
  at: 0,
} as TradeReport;

function applySide(
  state: State,
  match: Match,
  order: OrderSlot,
  maker: boolean,
  { userFee, tagFee, tagRate: tagFeeRate }: Readonly<Charge>,
  matchId: MatchId,
  out: Listener,
): void {
  const { market, price, quantity } = match;
  const account = state.orders.account(order);
  const notional = price * quantity * market.unit;
  const orderTag = state.orders.orderTag(order);
  const fee = userFee + tagFee;
  const row = state.orders.row(order);
  const signed = state.orders.isBuy(order) ? quantity : -quantity;
  const isolated = state.rows.isolated(row) === 1;
  const marginBefore = isolated ? state.rows.margin(row) : 0;
  const realized = isolated
    ? applyIsolatedFill(state, market, row, signed, price, fee, out)
    : applyFill(state, market, row, signed, price, fee);
  const marginChange = isolated ? state.rows.margin(row) - marginBefore : 0;
  shareFee(state, market, account, notional, userFee, maker, orderTag);
  if (tagFee > 0) shareTagFee(state, market, orderTag, notional, tagFee);
  const executed = state.orders.executed(order) + quantity;
  const whole = state.orders.quantity(order);
  // A market order by amount has no quantity until it is full.
  if (!(executed <= whole || whole === 0)) broken("no order executes more than it is of", { order, executed, whole });
  state.orders.setExecuted(order, executed);
  state.orders.setExecutedNotional(order, state.orders.executedNotional(order) + notional);
  state.orders.setTotalFee(order, state.orders.totalFee(order) + fee);
  state.orders.setRealizedPnl(order, state.orders.realizedPnl(order) + realized);
  state.orders.setUpdatedAt(order, state.now);
  const tradeId = ++state.lastTradeId;
  const execution = { tradeId, matchId, price, quantity, fee, tagFee, tagFeeRate, maker, realized, marginChange };
  reportFill(state, order, execution, out);
}
