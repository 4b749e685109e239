// Auto-deleveraging: when the insurance fund holds more than it can carry and no account claims it, the most profitable
// and leveraged positions on the other side are closed against it. They close at the mark and pay or receive the
// difference to the index, so in sum at the index. Rules 7.10. No trader's balance is cut for the fund.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type Lots, micros, type RowNumber } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { crossOf, isCross } from "../../memory/liquidation/subject.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { settleCross } from "../../money/balance/settlement.ts";
import { figuresOf, type Holding, holdingsOf } from "../../money/margin/account-figures.ts";
import { accountOf, subjectOfRow } from "../../permissions/subjects.ts";
import { rankRows } from "../fund/adl-ranking.ts";
import { isBelow, neededLots } from "../fund/fund-need.ts";
import { fundGives, lossAtMark, paidToGiver } from "../fund/fund-price.ts";
import {
  FUND_MINIMUM_RATIO,
  FUND_SOLVENCY_RATIO,
  fundBacking,
  fundFigures,
  fundLots,
  listInventory,
} from "../fund/insurance-fund.ts";
import { followDebts } from "../watch/held-debts.ts";
import { changeHands, shownFigures } from "./change-of-hands.ts";

const WAIT_MS = 30_000;

export function deleverage(state: State, out: Listener): void {
  const standing = fundBacking(state);
  if (isBelow(standing, FUND_MINIMUM_RATIO)) {
    // A fund below its solvency ratio does not wait for claims.
    const wait = isBelow(standing, FUND_SOLVENCY_RATIO) ? 0 : WAIT_MS;
    for (const { market } of largestFirst(state)) {
      const claim = state.liquidations.fundClaims.get(market.number);
      const waited = claim !== undefined && claim.claimedAt + wait <= state.now;
      if (waited && fundGives(state, market)) deleverageMarket(state, market, out);
    }
  }
  const left = fundFigures(state);
  if (left.notional === 0 && left.collateral < 0) settleDebt(state, out);
}

function largestFirst(state: State): Holding[] {
  return holdingsOf(state, crossOf(INSURANCE)).sort((a, b) => b.notional - a.notional);
}

function deleverageMarket(state: State, market: Market, out: Listener): void {
  for (const { row } of rankRows(state, market.number, fundLots(state, market.number))) {
    const held = fundLots(state, market.number);
    const lots = Math.min(Math.abs(held), Math.abs(state.rows.quantity(row)), neededLots(state, market));
    if (lots === 0) return;
    giveAway(state, market, row, held > 0 ? -lots : lots, out);
  }
}

/** Closes `lots` of `row`, signed like that position, against the fund's position. */
function giveAway(state: State, market: Market, row: RowNumber, lots: Lots, out: Listener): void {
  const subject = subjectOfRow(state, row);
  const before = shownFigures(figuresOf(state, subject));
  const account = accountOf(state, subject);
  const { liquidationId } = state.liquidations.fundClaims.get(market.number)!;
  const held = fundLots(state, market.number);
  assert(lots > 0 ? lots <= -held : lots < 0 && lots >= -held, "deleveraging closes what the fund has", {
    row,
    lots,
    held,
  });
  const owed = lossAtMark(state, market, lots) - paidToGiver(state, market, lots);
  const fees = { giverFee: owed, takerFee: 0 - owed, shown: { insuranceFee: micros(owed) } };
  const change = { market, kind: "adl", row, lots, ...fees, taker: INSURANCE, takerFirst: true } as const;
  const position = changeHands(state, change, out);
  followDebts(state, account);
  out.liquidation({
    type: "transferred",
    account,
    marginMode: position.marginMode,
    market: isCross(subject) ? NONE : market.number,
    liquidationId,
    kind: "adl",
    taker: INSURANCE,
    assigned: true,
    amount: micros(0),
    ...before,
    positions: [position],
    at: state.now,
  });
  listInventory(state, out);
}

/** Moves the debt of a fund without positions into its balance. */
function settleDebt(state: State, out: Listener): void {
  for (const market of state.marketsBySymbol) settleCross(state, INSURANCE, state.markets[market]!, out);
}
