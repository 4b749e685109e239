// The checks that every claim passes, on a liquidation or on the insurance fund. Rules 7.5, 7.8.

import { e8Text, microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, Micros, PriceE8, RowNumber } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import { sizeWithOrders } from "../../memory/position/size-with-orders.ts";
import type { State } from "../../memory/state.ts";
import { countedMargin } from "../../money/cover/pause-margin.ts";
import { leverageOf, notionalAtMark } from "../../money/margin/margin.ts";
import { refuseFrozen } from "../../permissions/liquidation-freezes.ts";
import { isInDoubt } from "../../permissions/standstill.ts";
import { refusesClockHalt } from "../../permissions/trading-state.ts";
import { claimPrice } from "../fund/fund-price.ts";

export function refusePaused(state: State, market: Market): Rejection {
  if (state.venue.rests) return state.venue.clockHalt ? refusesClockHalt() : rejection("maintenance");
  const { symbol } = market.parameters;
  if (market.isTrading && isInDoubt(market)) {
    return rejection("refused", { symbol }, `the price of ${symbol} is in doubt: nothing is claimed until it is not`);
  }
  return rejection("refused", { market_state: market.state }, `liquidation of ${symbol} is paused`);
}

/** Why an account may not take over anything: it is in liquidation itself, or is the fund of a vault that is closing. */
export function refuseClaimer(state: State, account: AccountNumber): Rejection | null {
  const frozen = refuseFrozen(state, account, NONE, "CROSS");
  if (frozen !== null) return frozen;
  if (state.accounts.closesOnly(account) === 0) return null;
  return rejection("refused", {}, "the account only closes positions");
}

/** @param quantity of the position on offer, signed; `limitE8` 0 for none */
export function refuseBeyondLimit(state: State, market: Market, quantity: Lots, limitE8: PriceE8): Rejection | null {
  if (limitE8 === 0) return null;
  const price = claimPrice(state, market, quantity);
  const priceE8 = price * market.tickE8;
  if (quantity > 0 ? priceE8 <= limitE8 : priceE8 >= limitE8) return null;
  const which = price === market.mark ? "mark" : "index";
  const detail = { [`${which}_price`]: e8Text(priceE8), limit_price: e8Text(limitE8) };
  return rejection("refused", detail, `the ${which} price of ${market.parameters.symbol} is beyond the limit price`);
}

/**
 * A position that would arrive on an account's cross row: signed lots, and what the account earns with them, below 0
 * when it pays.
 */
interface Arrival {
  readonly market: Market;
  readonly quantity: Lots;
  readonly earned: Micros;
}

/** Why an account could not carry the arrivals, or null: its position limits first, then its margin. */
export function refuseOverload(state: State, account: AccountNumber, arrivals: readonly Arrival[]): Rejection | null {
  for (const arrival of arrivals) {
    const refused = refuseBeyondPositionLimit(state, account, arrival);
    if (refused !== null) return refused;
  }
  return refuseThinMargin(state, account, arrivals);
}

/**
 * Rules 4.7, 5.7, with open orders, at the mark. An arrival that enlarges no position passes even above a limit. A
 * transfer never raises open interest, so its cap is not checked.
 */
function refuseBeyondPositionLimit(
  state: State,
  account: AccountNumber,
  { market, quantity }: Arrival,
): Rejection | null {
  const row = state.rows.find(account, market.number, "CROSS");
  const after = sizeWith(state, row, quantity);
  if (after <= sizeWith(state, row, 0)) return null;
  const notional = notionalAtMark(market, after);
  const limit = Math.min(market.parameters.maxNotional, market.ratios.maxNotional(leverageOf(state, market, row)));
  if (notional <= limit) return null;
  const limitText = microsText(limit);
  return rejection("position_limit", { notional_with_orders: microsText(notional), limit: limitText });
}

/** TC' ≥ ΣIM with orders', after the arrivals. They come at the mark, so TC changes only by what is earned. */
function refuseThinMargin(state: State, account: AccountNumber, arrivals: readonly Arrival[]): Rejection | null {
  let { collateral, initialWithOrders: required } = countedMargin(state, account);
  for (const { market, quantity, earned } of arrivals) {
    collateral += earned;
    required += initialOf(state, account, market, quantity) - initialOf(state, account, market, 0);
  }
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: microsText(required),
    available: microsText(collateral),
  });
}

/** IM with orders of an account's cross row in a market, with `more` lots added to it. */
function initialOf(state: State, account: AccountNumber, market: Market, more: Lots): Micros {
  const row = state.rows.find(account, market.number, "CROSS");
  return market.ratios.initialMargin(
    leverageOf(state, market, row),
    notionalAtMark(market, sizeWith(state, row, more)),
  );
}

/** Lots of a row with its open orders, with `more` lots added to it. `row` may be NONE. */
function sizeWith({ rows }: State, row: RowNumber, more: Lots): Lots {
  if (row === NONE) return Math.abs(more);
  return sizeWithOrders(rows.quantity(row) + more, rows.pendingBuy(row), rows.pendingSell(row));
}

/** Rejects a claim that is neither for everything on offer nor for the least value; all amounts in micros. */
export function refuseTooSmall(offered: Micros, requested: Micros, least: Micros): Rejection {
  return rejection("claim_too_small", {
    offered: microsText(offered),
    requested: microsText(requested),
    least: microsText(least),
  });
}
