// What an execution does to the two accounts of a match: position, cost, entry value, fee. Rules 4.2 to 4.4. Everything
// is settled in the same step; on cross rows no cash moves.

import { shareFee, tradingFee } from "../account/fees.ts";
import { reportFill } from "../book/reports.ts";
import type { Listener } from "../events.ts";
import type { LiveMarket } from "../market/live-market.ts";
import type { State } from "../state.ts";
import { closeShare, gainOver } from "./entry-value.ts";

/** One execution between two orders that are both on their rows' lists. */
export interface Match {
  readonly market: LiveMarket;
  readonly resting: number;
  readonly incoming: number;
  /** Ticks. */
  readonly price: number;
  /** Lots, > 0. */
  readonly quantity: number;
  readonly restingMaker: boolean;
  readonly incomingMaker: boolean;
}

/** Books both sides of a match; the resting order's report comes first. Rules 2.7. */
export function applyMatch(state: State, match: Match, out: Listener): void {
  const matchId = ++state.lastMatchId;
  const { market, resting, incoming, price, quantity } = match;
  const account = state.orders.columns.account;
  market.last = price;
  applySide(state, match, resting, match.restingMaker, matchId, out);
  applySide(state, match, incoming, match.incomingMaker, matchId, out);
  trade.market = market.number;
  trade.matchId = matchId;
  trade.price = price as typeof trade.price;
  trade.quantity = quantity as typeof trade.quantity;
  trade.takerSide = state.orders.side(match.incomingMaker ? resting : incoming);
  trade.makerAccount = account[match.incomingMaker ? incoming : resting]!;
  trade.takerAccount = account[match.incomingMaker ? resting : incoming]!;
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
} as import("../events.ts").TradeReport;

function applySide(state: State, match: Match, order: number, maker: boolean, matchId: number, out: Listener): void {
  const { market, price, quantity } = match;
  const { columns } = state.orders;
  const account = columns.account[order]!;
  const notional = price * quantity * market.unit;
  const fee = tradingFee(state, account, notional, maker);
  const realized = applyFill(
    state,
    market,
    columns.row[order]!,
    state.orders.isBuy(order) ? quantity : -quantity,
    price,
    fee,
  );
  shareFee(state, market, account, notional, fee, maker);
  columns.executed[order]! += quantity;
  columns.executedNotional[order]! += notional;
  columns.totalFee[order]! += fee;
  columns.realizedPnl[order]! += realized;
  columns.updatedAt[order] = state.now;
  reportFill(state, order, { tradeId: ++state.lastTradeId, matchId, price, quantity, fee, maker, realized }, out);
}

/**
 * A fill of `signed` lots at `price` on one row. Rules 4.2.
 * @returns realized PnL in micros, rounded to nearest; a report, not a cash flow
 */
export function applyFill(
  state: State,
  market: LiveMarket,
  row: number,
  signed: number,
  price: number,
  fee: number,
): number {
  const { account, quantity, cost, entryMicros, entryFine, openedAt, updatedAt, version } = state.rows.columns;
  const before = quantity[row]!;
  const after = before + signed;
  const size = Math.abs(signed);
  let realized = 0;
  cost[row]! += signed * price * market.unit + fee;
  if (before === 0 || before > 0 === signed > 0) {
    entryMicros[row]! += size * price * market.unit;
  } else {
    const held = Math.abs(before);
    const closed = Math.min(size, held);
    const share = closeShare(entryMicros[row]!, entryFine[row]!, closed, held);
    const gain = gainOver(share, closed * price * market.unit);
    realized = before > 0 ? gain : -gain + 0;
    reduceEntry(entryMicros, entryFine, row, share.micros, share.fine);
    if (size > held) entryMicros[row] = (size - closed) * price * market.unit;
  }
  state.rows.setQuantity(row, after);
  state.touched.add(account[row]!);
  market.openInterest += Math.max(after, 0) - Math.max(before, 0);
  if (before === 0 || (after !== 0 && before > 0 !== after > 0)) openedAt[row] = state.now;
  updatedAt[row] = state.now;
  version[row]!++;
  return realized;
}

const FINE = 10_000_000_000;

function reduceEntry(micros: Float64Array, fine: Float64Array, row: number, byMicros: number, byFine: number): void {
  const rest = fine[row]! - byFine;
  micros[row]! -= byMicros + (rest < 0 ? 1 : 0);
  fine[row] = rest < 0 ? rest + FINE : rest;
}
