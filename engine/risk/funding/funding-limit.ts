// Limits what a row pays of the funding due, so that funding, whose rate a thin book sets, takes nothing out of the
// insurance fund. The fund itself pays none, and a payer keeps what the fund could lose by taking its positions over:
// the move of the mark from one of its bounds to the other, plus the discount of a claim. That is less than maintenance
// margin (rules 1.2, 6.2), so a payment may still start a liquidation. Rules 6.6, 7.8.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { E10, type Lots, type Micros, type RowNumber } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { Market } from "../../memory/market/market.ts";
import type { State } from "../../memory/state.ts";
import { notionalAtMark, unsettledPnl } from "../../money/margin/margin.ts";
import { markBand } from "../prices/mark-band.ts";

/** How much of a positive fee a row pays, micros. */
export function payable(state: State, market: Market, row: RowNumber, fee: Micros): Micros {
  const { rows, accounts, marginBounds } = state;
  const account = rows.account(row);
  if (account === INSURANCE) return 0;
  if (rows.isolated(row) === 1) {
    const worth = rows.margin(row) + unsettledPnl(market, rows.quantity(row), rows.cost(row));
    return paidFrom(worth - keptFor(market, rows.quantity(row)), fee);
  }
  // Usually there is more than enough: initial margin is above what has to be kept.
  const balance = accounts.holding(account) - accounts.isolatedOrderFrozen(account);
  if (balance + marginBounds.atLeast(state, account, NONE) >= fee) return fee;
  let left = balance;
  for (let each = accounts.firstRow(account); each !== NONE; each = rows.next(each)) {
    if (rows.isolated(each) === 1) continue;
    const live = state.markets[rows.market(each)]!;
    const quantity = rows.quantity(each);
    left += unsettledPnl(live, quantity, rows.cost(each)) - keptFor(live, quantity);
  }
  return paidFrom(left, fee);
}

function paidFrom(left: Micros, fee: Micros): Micros {
  return Math.max(0, Math.min(fee, left));
}

/** ⌈N × (up + down + discount)⌉, micros. */
function keptFor(market: Market, quantity: Lots): Micros {
  const { up, down } = markBand(market.parameters);
  const share = up + down + market.parameters.claimInsuranceFundDiscount;
  return mulDivCeil(notionalAtMark(market, quantity), share, E10);
}
