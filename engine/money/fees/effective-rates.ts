// The rates that an account pays now: its own, else its main account's, else its builder's, and never less than the
// builder's tier allows. Rules 8.2. Kept with the account, because every execution reads them.

import { assert } from "../../base/fault.ts";
import { monthOf } from "../../base/numbers/calendar.ts";
import type { AccountNumber, Millis } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import type { State } from "../../memory/state.ts";
import { lowestMakerFee, lowestTakerFee, tierFor } from "./tiers.ts";

/** The account whose own rates an account pays, or -1 when it pays its builder's rates. */
export function ratedBy(state: State, account: AccountNumber): AccountNumber {
  if (state.accounts.ownRates(account) === 1) return account;
  return state.accounts.ownRates(state.accounts.owner(account)) === 1 ? state.accounts.owner(account) : -1;
}

/**
 * To be called whenever something that an account's rates depend on has changed.
 * @returns whether the rates have changed
 */
export function applyRates(state: State, account: AccountNumber): boolean {
  if (!state.accounts.isUser(account)) return false;
  const broker = state.brokers[state.accounts.broker(account)]!;
  const source = ratedBy(state, account);
  const taker = source === -1 ? broker.takerFee : state.accounts.ownTakerFee(source);
  const maker = source === -1 ? broker.makerFee : state.accounts.ownMakerFee(source);
  const [takerBefore, makerBefore] = [state.accounts.takerFee(account), state.accounts.makerFee(account)];
  state.accounts.setTakerFee(account, Math.max(taker, lowestTakerFee(broker.tier)));
  state.accounts.setMakerFee(account, Math.max(maker, lowestMakerFee(broker.tier)));
  const [takerFee, makerFee] = [state.accounts.takerFee(account), state.accounts.makerFee(account)];
  assert(takerFee + makerFee >= 0, "no maker is paid more than a taker pays", { account, takerFee, makerFee });
  return state.accounts.takerFee(account) !== takerBefore || state.accounts.makerFee(account) !== makerBefore;
}

/** Applies every account's rates; an account whose rates have changed is notified. */
export function applyAllRates(state: State, out: Listener): void {
  for (let account = 0; account < state.accounts.used; account++) {
    if (applyRates(state, account)) out.account({ type: "settings_changed", account, at: state.now });
  }
}

/** The daily job's part: rolls months over and refreshes tiers. `since`: the previous tick, 0 for none. */
export function refreshTiers(state: State, since: number, at: Millis, out: Listener): void {
  const months = since === 0 ? 0 : monthOf(at) - monthOf(since);
  assert(months >= 0, "months do not go backwards", { since, at });
  for (const broker of state.brokers) {
    if (months > 0) {
      broker.volumeLastMonth = months === 1 ? broker.volumeThisMonth : 0;
      broker.volumeThisMonth = 0;
    }
    broker.tier = tierFor(broker);
  }
  applyAllRates(state, out);
}
