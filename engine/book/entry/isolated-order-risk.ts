// Whether an account can afford an isolated order: its notional must be within the limits, its addition to the reserve
// within what may leave the balance, and what it opens covered if it executes at its reference price. Rules 5.9 (1),
// 4.7. An order that only closes adds nothing and is never refused.

import { microsText } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Leverage, Lots, Micros, RowNumber } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { Market } from "../../memory/market/market.ts";
import type { ProposedOrder } from "../../memory/order/proposed-order.ts";
import type { State } from "../../memory/state.ts";
import { afterOpening, EMPTY, holdingOf } from "../../money/cover/isolated-cover.ts";
import { countedFigures, holdsAny } from "../../money/cover/pause-margin.ts";
import { feeAt } from "../../money/fees/charging.ts";
import { tagRate } from "../../money/fees/order-tags.ts";
import { type RowReserve, reserveOf, reserveOfFirst } from "../../money/isolated/order-reserve.ts";
import { leverageOf, notionalAtMark } from "../../money/margin/margin.ts";
import { checkOpenInterest, openedBy } from "../../money/margin/open-interest-limit.ts";
import { withdrawable } from "../../money/margin/withdrawable.ts";
import { isAnyMarketStill, STANDSTILL_SINCE, standsStill } from "../../permissions/standstill.ts";

/** Why a proposed isolated order cannot be afforded, or null. */
export function checkIsolatedRisk(state: State, market: Market, order: ProposedOrder): Rejection | null {
  const { account, row, most: lots, reference } = order;
  const buy = order.side === "BUY";
  const freed = freedBy(state, order);
  const leverage = leverageOf(state, market, row);
  const held = row === NONE ? 0 : state.rows.quantity(row);
  const others = (row === NONE ? 0 : pendingOn(state, row, buy)) - freed;
  const considered = { order: order.replaced, buy, lots, reference };
  const before = row === NONE ? null : reserveOf(state, row, null);
  const after = row === NONE ? reserveOfFirst(market, leverage, considered) : reserveOf(state, row, considered);
  const open = openOn(buy, after);
  const enlarges = (buy ? after.buy : after.sell) > 0 && open > (before === null ? 0 : openOn(buy, before));
  const limited = enlarges
    ? (checkNotional(market, leverage, notionalAtMark(market, held) + open) ??
      checkOpenInterest(market, openedBy(buy, held, others, lots), openedBy(buy, held, others, freed)))
    : null;
  return (
    limited ??
    checkReserve(state, account, before, after) ??
    checkOpening(state, market, order, after.openedByOrder) ??
    checkStandstill(state, account, before, after)
  );
}

/** The remaining lots of the order that a proposed one replaces. */
export function freedBy(state: State, { replaced }: ProposedOrder): Lots {
  return replaced === NONE ? 0 : state.orders.remaining(replaced);
}

/** The part that opens, executed at the reference price by a taker, must leave the row above maintenance. */
function checkOpening(state: State, market: Market, order: ProposedOrder, opened: Lots): Rejection | null {
  if (opened === 0) return null;
  const { account, row, reference, orderTag } = order;
  const buy = order.side === "BUY";
  const held = row === NONE ? 0 : state.rows.quantity(row);
  // What opens after a close starts from an empty row.
  const base = held === 0 || held > 0 !== buy ? EMPTY : holdingOf(state, row);
  const notional = reference * opened * market.unit;
  const rate = orderTag === NONE ? 0 : tagRate(state, orderTag, market.number);
  const fee = feeAt(notional, state.accounts.takerFee(account)) + (rate === 0 ? 0 : feeAt(notional, rate));
  const fill = { lots: buy ? opened : -opened, price: reference, fee };
  const { equity, maintenance } = afterOpening(market, base, leverageOf(state, market, row), fill);
  if (equity >= maintenance) return null;
  return rejection("insufficient_margin", {
    required: microsText(maintenance),
    available: microsText(equity),
  });
}

/**
 * After an opening the account must keep what its cross positions in markets that stand still may need. Rules 2.3 (7), 11.4.
 */
function checkStandstill(
  state: State,
  account: AccountNumber,
  before: RowReserve | null,
  after: RowReserve,
): Rejection | null {
  if (state.behaviour < STANDSTILL_SINCE || after.openedByOrder === 0 || !isAnyMarketStill(state)) return null;
  if (!holdsAny(state, account, standsStill)) return null;
  const { collateral, otherInitial } = countedFigures(state, account, NONE, standsStill);
  const available = collateral - increaseOf(before, after);
  if (available >= otherInitial) return null;
  return rejection("insufficient_margin", {
    required: microsText(otherInitial),
    available: microsText(available),
  });
}

/** Lots of the open orders on one side of a row. */
function pendingOn(state: State, row: RowNumber, buy: boolean): Lots {
  return buy ? state.rows.pendingBuy(row) : state.rows.pendingSell(row);
}

/** Open notional on one side, micros. */
function openOn(buy: boolean, reserve: RowReserve): Micros {
  return buy ? reserve.buyNotional : reserve.sellNotional;
}

function checkNotional(market: Market, leverage: Leverage, notional: Micros): Rejection | null {
  const limit = Math.min(market.parameters.maxNotional, market.ratios.maxNotional(leverage));
  if (notional <= limit) return null;
  return rejection("position_limit", { notional_with_orders: microsText(notional), limit: microsText(limit) });
}

function checkReserve(
  state: State,
  account: AccountNumber,
  before: RowReserve | null,
  after: RowReserve,
): Rejection | null {
  const increase = increaseOf(before, after);
  if (increase <= 0) return null;
  const available = withdrawable(state, account);
  if (increase <= available) return null;
  return rejection("insufficient_margin", {
    required: microsText(increase),
    available: microsText(available),
  });
}

/** By how much the reserve of all orders of a row would grow, micros. */
function increaseOf(before: RowReserve | null, after: RowReserve): number {
  return after.buy + after.sell - (before === null ? 0 : before.buy + before.sell);
}
