// Trades of an account whose equity is in doubt, under behaviours 1 and 2; since then it is counted (pause-margin.ts). While
// the index of a market stands still although its sources report, or would report, something else, a trader with a
// cross position there may have far less equity than it seems; losses in other markets, to another wallet of the same
// trader or to a builder's fee, would then be the insurance fund's. So the account trades at the mark or better, and
// pays no more on top than the venue's own fee. And until the level that an operator has allowed is reached, no account
// opens anything at the old one. Rules 2.3 (7), 11.4.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Lots, RowNumber } from "../../base/units.ts";
import type { Market } from "../../memory/market/market.ts";
import type { Fill } from "../../memory/position/fill.ts";
import type { State } from "../../memory/state.ts";
import { isDoubted } from "../../permissions/standstill.ts";
import { baseFee } from "../fees/charging.ts";
import { closingLots, gainAtMark } from "./cover.ts";

/** @param held lots on the row just before the fill; called only while a market is in doubt */
export function leaksNothing(
  state: State,
  market: Market,
  row: RowNumber,
  held: Lots,
  { lots, price, fee }: Fill,
): boolean {
  if (market.health.takesNextLevel && closingLots(held, lots) !== lots) return false;
  const account = state.rows.account(row);
  if (state.rows.isolated(row) === 1 || !holdsDoubted(state, account)) return true;
  const broker = state.brokers[state.accounts.broker(account)]!;
  const notional = Math.abs(lots) * price * market.unit;
  return gainAtMark(market, lots, price, fee) >= 0 - baseFee(broker, notional);
}

function holdsDoubted(state: State, account: AccountNumber): boolean {
  const { rows, accounts, markets } = state;
  for (let row = accounts.firstRow(account); row !== NONE; row = rows.next(row)) {
    if (rows.isolated(row) === 0 && rows.quantity(row) !== 0 && isDoubted(markets[rows.market(row)]!)) return true;
  }
  return false;
}
