// Accounts as they begin, the users' and the system's own. Rules 0.6, 5.7, 9.1.

import { least } from "./exact.ts";
import { maxLeverage } from "./margin.ts";
import { emptyRow, type NaiveAccount, type NaiveMarket, type NaiveState } from "./state.ts";

/** One of the system's own accounts, with a row for each market there is. */
export function systemAccount(accountId: string, markets = 0): NaiveAccount {
  return {
    number: -1,
    accountId,
    wallet: "",
    description: "",
    broker: -1,
    main: -1,
    holding: 0n,
    frozen: 0n,
    cancelAllAt: 0,
    rows: Array.from({ length: markets }, emptyRow),
    leverages: [],
    isolated: Array.from({ length: markets }, emptyRow),
    isolatedLeverages: [],
    modes: [],
    cancelsOnMaintenance: false,
  };
}

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

/** Gives an account its place in a market that has just been listed. */
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
