// The insurance fund: an account with its own rules that is never liquidated. This file owns its figures, the inventory
// that it lists for liquidators to claim, and the halt when it owes more than it has. Rules 7.6, 7.8, 7.10, 11.4.

import { NONE } from "../../base/storage/int-map.ts";
import { type Lots, type MarketNumber, ratioE10 } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { FundClaim } from "../../memory/liquidation/liquidations.ts";
import { crossOf } from "../../memory/liquidation/subject.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { type AccountFigures, figuresOf } from "../../money/margin/account-figures.ts";
import { heldDebt } from "../watch/held-debts.ts";
import { setSolvencyHalt } from "./solvency-halt.ts";

/**
 * Ratios of collateral to notional. Deleveraging starts below the minimum and ends at the initial ratio; below the
 * solvency ratio it starts without a wait.
 */
export const FUND_INITIAL_RATIO = ratioE10(3_000_000_000);
export const FUND_MINIMUM_RATIO = ratioE10(2_500_000_000);
export const FUND_SOLVENCY_RATIO = ratioE10(1_000_000_000);

export function fundFigures(state: State): AccountFigures {
  return figuresOf(state, crossOf(INSURANCE));
}

/**
 * The fund's figures less the debts of accounts whose positions cannot be liquidated now, which it may have to bear.
 * Rules 7.7, 7.10.
 */
export function fundBacking(state: State): AccountFigures {
  const standing = fundFigures(state);
  return { ...standing, collateral: standing.collateral + heldDebt(state) };
}

/** The fund's signed position in a market, in lots. */
export function fundLots(state: State, market: MarketNumber): Lots {
  const row = state.rows.find(INSURANCE, market, "CROSS");
  return row === NONE ? 0 : state.rows.quantity(row);
}

/** Brings the list of claimable positions up to date with the fund's rows, symbols ascending. */
export function listInventory(state: State, out: Listener): void {
  for (const number of state.marketsBySymbol) listPosition(state, state.markets[number]!, out);
}

function listPosition(state: State, market: Market, out: Listener): void {
  const { liquidations } = state;
  const held = fundLots(state, market.number);
  const listed = liquidations.fundClaims.get(market.number);
  if ((listed?.quantity ?? 0) === held) return;
  if (listed !== undefined && held > 0 === listed.quantity > 0 && held !== 0) {
    listed.quantity = held;
    listed.changedAt = state.now;
    emitClaim(state, listed, out);
    return;
  }
  // When the position changes side, the claim needs a new id.
  if (listed !== undefined) {
    liquidations.fundClaims.delete(market.number);
    emitClaim(state, { ...listed, quantity: 0 }, out);
  }
  if (held === 0) return;
  const { now } = state;
  const claim = {
    liquidationId: liquidations.nextId(),
    market: market.number,
    quantity: held,
    startedAt: now,
    changedAt: now,
    claimedAt: now,
  };
  liquidations.fundClaims.set(market.number, claim);
  emitClaim(state, claim, out);
}

function emitClaim(state: State, { liquidationId, market, quantity, startedAt }: FundClaim, out: Listener): void {
  const feeRate = state.markets[market]!.parameters.claimInsuranceFundDiscount;
  out.liquidation({
    type: "offered",
    account: INSURANCE,
    marginMode: "CROSS",
    market: NONE,
    liquidationId,
    kind: "claim",
    startedAt,
    positions: quantity === 0 ? [] : [{ market, quantity, feeRate }],
    at: state.now,
  });
}

/** Halts outgoing money while the fund's collateral, less the debts that it may have to bear, is negative. */
export function watchSolvency(state: State, out: Listener): void {
  setSolvencyHalt(state, fundBacking(state).collateral < 0, out);
}
