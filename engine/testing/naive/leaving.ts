// What may not leave an account as long as it holds something at a price that nobody believes: else what is good could be
// taken away, and the debt left to the fund. Rules 11.4.

import { isDisbelieved } from "./safe-modes.ts";
import type { NaiveAccount, NaiveMarket, NaiveState } from "./state.ts";

/** Whether a cross position holds back all that an account's cross margin might stand for. */
export function isHeldBack(state: NaiveState, account: number): boolean {
  const { rows } = state.accounts[account]!;
  return state.markets.some((market) => rows[market.number]!.quantity !== 0n && isDisbelieved(market));
}

/** Whether an isolated position holds back what belongs to its row. */
export function isRowHeldBack(account: NaiveAccount, market: NaiveMarket): boolean {
  return account.isolated[market.number]!.quantity !== 0n && isDisbelieved(market);
}
