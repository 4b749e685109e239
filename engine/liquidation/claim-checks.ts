// What every claim is checked for, be it on a liquidation or on the insurance fund. Rules 7.5, 7.8.

import { crossMargin, leverageOf, notionalAtMark, sizeWithOrders } from "../margin/margin.ts";
import type { LiveMarket } from "../market/live-market.ts";
import { decimalText } from "../numbers/arithmetic.ts";
import { type Rejection, rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import { refuseFrozen } from "./frozen.ts";

export function refusePaused(state: State, market: LiveMarket): Rejection {
  if (state.venue.rests) return rejection("maintenance");
  const { symbol } = market.parameters;
  return rejection("refused", { market_state: market.state }, `liquidation of ${symbol} is paused`);
}

/** Why an account may take nothing over at all: it is in liquidation itself, or the fund of a vault that closes. */
export function refuseClaimer(state: State, account: number): Rejection | null {
  const frozen = refuseFrozen(state, account, NONE, "CROSS");
  if (frozen !== null) return frozen;
  if (state.accounts.closesOnly(account) === 0) return null;
  return rejection("refused", {}, "the account only closes positions");
}

/** @param quantity of the position on offer, signed; `limitE8` 0 for none */
export function refuseBeyondLimit(market: LiveMarket, quantity: number, limitE8: number): Rejection | null {
  if (limitE8 === 0) return null;
  const markE8 = market.mark * market.tickE8;
  if (quantity > 0 ? markE8 <= limitE8 : markE8 >= limitE8) return null;
  const detail = { mark_price: decimalText(markE8, 8), limit_price: decimalText(limitE8, 8) };
  return rejection("refused", detail, `the mark price of ${market.parameters.symbol} is beyond the limit price`);
}

/** What would come to an account's cross row: lots, signed, and the fee or discount it earns with them. */
interface Arrival {
  readonly market: LiveMarket;
  readonly quantity: number;
  readonly earned: number;
}

/** TC' ≥ ΣIM with orders', as after the arrivals. They come at the mark, so only what is earned changes TC. */
export function refuseThinMargin(state: State, account: number, arrivals: readonly Arrival[]): Rejection | null {
  const margin = crossMargin(state, account, null);
  let { collateral, initialWithOrders: required } = margin;
  for (const { market, quantity, earned } of arrivals) {
    collateral += earned;
    required += initialOf(state, account, market, quantity) - initialOf(state, account, market, 0);
  }
  if (collateral >= required) return null;
  return rejection("insufficient_margin", {
    required: decimalText(required, 6),
    available: decimalText(collateral, 6),
  });
}

/** IM with orders of an account's cross row in a market, as with `more` lots on it. */
function initialOf(state: State, account: number, market: LiveMarket, more: number): number {
  const row = state.rows.find(account, market.number, "CROSS");
  const { rows } = state;
  const size =
    row === NONE
      ? Math.abs(more)
      : sizeWithOrders(rows.quantity(row) + more, rows.pendingBuy(row), rows.pendingSell(row));
  return market.ratios.initialMargin(leverageOf(state, market, row), notionalAtMark(market, size));
}

/** A claim that is neither of everything on offer nor of the least value, all in micros. */
export function refuseTooSmall(offered: number, requested: number, least: number): Rejection {
  return rejection("claim_too_small", {
    offered: decimalText(offered, 6),
    requested: decimalText(requested, 6),
    least: decimalText(least, 6),
  });
}
