// Whether the account of one side can bear an execution: no execution is booked that another account would have to pay for.
// Rules 2.3 (7). Usually no market stands still, and the account's own margin decides. With a cross position that cannot be
// liquidated now its margin is counted differently (money/cover/pause-margin.ts), and in a market whose index is in doubt only
// closing is traded. An order that fails only because of such a doubt is passed over for the moment and stays.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, Micros, RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { OrderFill } from "../../memory/order/match.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { State } from "../../memory/state.ts";
import { closingLots, coversCrossFill } from "../../money/cover/cover.ts";
import { coversIsolatedFill, holdingOf } from "../../money/cover/isolated-cover.ts";
import { leaksNothing } from "../../money/cover/leaks.ts";
import { countedFigures, coversCounted, holdsAny, type StandstillTest } from "../../money/cover/pause-margin.ts";
import { openingFee } from "../../money/fees/charging.ts";
import { allocation } from "../../money/isolated/allocation.ts";
import { lotsLeft, reserveOf } from "../../money/isolated/order-reserve.ts";
import { closePartOf } from "../../money/isolated/partial-close.ts";
import { leverageOf } from "../../money/margin/margin.ts";
import {
  isAnyMarketStill,
  isHeldByHand,
  isInDoubt,
  STANDSTILL_SINCE,
  standsStill,
} from "../../permissions/standstill.ts";

/** "doubted": it fails, but would not if no index were in doubt. */
export type Cover = "covered" | "doubted" | "fails";

/** Whether the account of one side can bear an execution. */
export function covers(state: State, market: Market, fill: OrderFill): Cover {
  if (isAnyMarketStill(state)) return coverWhileStill(state, market, fill);
  return coversPlainly(state, market, fill) ? "covered" : "fails";
}

function coverWhileStill(state: State, market: Market, fill: OrderFill): Cover {
  const { account, row } = fill;
  if (state.behaviour < STANDSTILL_SINCE) {
    const keepsAll = leaksNothing(state, market, row, state.rows.quantity(row), fill);
    return keepsAll && coversPlainly(state, market, fill) ? "covered" : "fails";
  }
  // A long halt of one market concerns only accounts with a position there.
  if (isInDoubt(market) || holdsAny(state, account, standsStill)) return coverOfHolder(state, market, fill);
  return coversPlainly(state, market, fill) ? "covered" : "fails";
}

function coversPlainly(state: State, market: Market, fill: OrderFill): boolean {
  const { row } = fill;
  return state.rows.isolated(row) === 1
    ? coversIsolatedFill(state, market, row, fill)
    : coversCrossFill(state, market, row, fill);
}

/** The same for an account with a position that stands still, or that trades where the index is in doubt. */
function coverOfHolder(state: State, market: Market, fill: OrderFill): Cover {
  const { account, row, lots } = fill;
  const held = state.rows.quantity(row);
  return judge(market, held, lots, (stills) => {
    if (!holdsAny(state, account, stills)) return coversPlainly(state, market, fill);
    if (state.rows.isolated(row) === 0) {
      const standing = countedFigures(state, account, row, stills);
      const counted = { held, leverage: leverageOf(state, market, row), isStill: stills(state, market) };
      return coversCounted(market, standing, counted, fill);
    }
    if (!coversIsolatedFill(state, market, row, fill)) return false;
    return (
      closingLots(held, lots) === lots || bearsOpening(state, account, gainOfIsolated(state, market, fill), stills)
    );
  });
}

/** The outcome of a test that may depend on which markets stand still: all of them, or all but those that are only in doubt. */
function judge(market: Market, held: Lots, lots: Lots, passes: (stills: StandstillTest) => boolean): Cover {
  const mayTrade = !isInDoubt(market) || closingLots(held, lots) === lots;
  if (mayTrade && passes(standsStill)) return "covered";
  return passes(isHeldByHand) ? "doubted" : "fails";
}

/**
 * Whether an account can bear its positions that stand still, once something opens on one of its isolated rows.
 * @param gain what its cross collateral has gained by then, micros
 */
function bearsOpening(state: State, account: AccountNumber, gain: Micros, stills: StandstillTest): boolean {
  const { collateral, otherInitial } = countedFigures(state, account, NONE, stills);
  return collateral + gain >= otherInitial;
}

/** What a fill of an isolated order adds to the unreserved balance: negative where margin goes in. */
function gainOfIsolated(state: State, market: Market, fill: OrderFill): number {
  const { orders, rows } = state;
  const { order, row, buy } = fill;
  const brought = broughtBy(state, market, row, fill);
  const lots = Math.max(0, lotsLeft(state, market, order) - Math.abs(fill.lots));
  const considered = { order, buy, lots, reference: orders.reference(order) };
  const reserve = reserveOf(state, row, considered, rows.quantity(row) + fill.lots);
  return brought + rows.reserveBuy(row) + rows.reserveSell(row) - reserve.buy - reserve.sell;
}

/** What a fill pays from an isolated row to its owner's balance, as isolated-fills.ts books it. Rules 5.9 (3) to (5). */
function broughtBy(state: State, market: Market, row: RowNumber, { lots, price, fee }: Fill): number {
  const holding = holdingOf(state, row);
  const closing = closingLots(holding.held, lots);
  const opening = lots - closing;
  const openedFor = allocation(Math.abs(opening) * price * market.unit, leverageOf(state, market, row));
  if (closing === 0) return 0 - openedFor;
  const value = closing * price * market.unit;
  const closingFee = fee - openingFee(fee, opening, lots);
  const paid =
    closing === -holding.held
      ? Math.max(0, holding.margin - value - holding.cost - closingFee)
      : closePartOf(holding, closing, value, closingFee).paid;
  return opening === 0 ? paid : paid - openedFor;
}
