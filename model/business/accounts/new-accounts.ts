// The initial state of accounts. Rules 5.7, 9.1.

import { maxLeverage } from "../../money/margin/margin-rates.ts";
import { least } from "../../numbers/exact-numbers.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import { emptyRow, type NaiveAccount, systemAccount } from "../../state/records/naive-account.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";

/** @param who `main` is its own number unless it is a sub-account */
export function newAccount(
  state: NaiveState,
  who: { readonly accountId: string; readonly wallet: string; readonly broker: number; readonly main: number },
): NaiveAccount {
  return {
    ...systemAccount(who.accountId, state.markets.length),
    ...who,
    number: state.accounts.length,
    leverages: state.markets.map(firstLeverage),
    isolatedLeverages: state.markets.map(firstLeverage),
    modes: state.markets.map(() => "CROSS"),
  };
}

/** Adds a newly listed market to an account. */
export function addMarketTo(account: NaiveAccount, market: NaiveMarket): void {
  account.rows.push(emptyRow());
  account.isolated.push(emptyRow());
  account.leverages.push(firstLeverage(market));
  account.isolatedLeverages.push(firstLeverage(market));
  account.modes.push("CROSS");
}

function firstLeverage(market: NaiveMarket): bigint {
  return least(10n, maxLeverage(market));
}
