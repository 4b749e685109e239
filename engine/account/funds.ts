// Money that comes into an account, and unsettled PnL that becomes balance. Rules 4.5, 4.6, 9.2. Every change of a
// holding has its counter-entry: deposits in custody, settlements in CLEARING.

import type { CreditDeposit, SettlePnl } from "../commands.ts";
import type { Listener } from "../events.ts";
import { crossMargin, unsettledPnl } from "../margin/margin.ts";
import { rejection } from "../rejections.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";
import type { Answer } from "../views.ts";
import { CLEARING } from "./accounts.ts";
import { moveHolding } from "./holdings.ts";
import { refusesAccount } from "./registration.ts";

export function creditDeposit(state: State, command: CreditDeposit, answer: Answer, out: Listener): void {
  const { account, amount, reference } = command;
  if (refusesAccount(state, account, answer)) return;
  if (amount <= 0 || !Number.isSafeInteger(state.custody + amount)) {
    answer.rejection = rejection("invalid_parameter", { field: "amount" });
    return;
  }
  if (state.depositReferences.has(reference)) {
    answer.rejection = rejection("duplicate", { reference }, "the deposit is credited already");
    return;
  }
  state.depositReferences.add(reference);
  state.custody += amount;
  state.accounts.columns.deposits[account]!++;
  moveHolding(state, { account, amount, kind: "deposit", reference, market: -1 }, out);
}

/** Settles every cross row at its mark, symbols ascending; equity, margin and positions stay as they are. */
export function settlePnl(state: State, command: SettlePnl, answer: Answer, out: Listener): void {
  const { account } = command;
  if (refusesAccount(state, account, answer)) return;
  if (crossMargin(state, account, null).collateral < 0) {
    answer.rejection = rejection("refused", {}, "the account's collateral is negative");
    return;
  }
  for (const number of state.marketsBySymbol) {
    const row = state.rows.find(account, number, "CROSS");
    if (row !== NONE) settleRow(state, account, row, out);
  }
}

function settleRow(state: State, account: number, row: number, out: Listener): void {
  const { columns } = state.rows;
  const market = state.markets[columns.market[row]!]!;
  const amount = unsettledPnl(market, columns.quantity[row]!, columns.cost[row]!);
  if (amount === 0 && columns.quantity[row] === 0) return;
  columns.cost[row]! += amount;
  columns.settlePrice[row] = market.mark;
  columns.accruedFunding[row] = 0;
  columns.updatedAt[row] = state.now;
  columns.version[row]!++;
  const clearing = state.rows.obtain(state.accounts, CLEARING, market.number, "CROSS");
  // Fetched anew: making CLEARING's row may have grown the table.
  state.rows.columns.cost[clearing]! -= amount;
  state.accounts.columns.holding[CLEARING]! -= amount;
  moveHolding(state, { account, amount, kind: "settlement", reference: "", market: market.number }, out);
  out.position(account, market.number, "CROSS");
}
