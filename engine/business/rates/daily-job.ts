// The daily job at 00:00 UTC: the fee accounts' rows are settled, then referees, referrers and affiliates get their
// part of their builder's income of the day, one payment per account and kind. Rules 8.5. A builder's account always
// covers the payments: shares never exceed its part of the fees, which was just settled.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, Micros } from "../../base/units.ts";
import type { Listener } from "../../language/events/events.ts";
import { FEE_VENUE } from "../../memory/account/accounts.ts";
import type { Accrual } from "../../memory/business/fees-state.ts";
import type { State } from "../../memory/state.ts";
import { moveHolding } from "../../money/balance/holdings.ts";
import { settleCross } from "../../money/balance/settlement.ts";
import { type Rebate, rebatesOf } from "../../money/fees/rebates.ts";

export function runDailyJob(state: State, out: Listener): void {
  settleFees(state, FEE_VENUE, out);
  const settled = state.brokers.map((broker) => settleFees(state, broker.feeAccount, out));
  const due = dueByBroker(state);
  for (const [number, broker] of state.brokers.entries()) {
    let kept = settled[number]!;
    for (const rebate of due[number]!) {
      kept -= rebate.amount;
      payRebate(state, broker.feeAccount, rebate, out);
    }
    if (kept > 0) distributed(state, broker.feeAccount, "BROKER_FEE", kept, out);
  }
}

/** @returns the amount that became balance */
function settleFees(state: State, account: AccountNumber, out: Listener): number {
  let total = 0;
  for (const market of state.marketsBySymbol) total += settleCross(state, account, state.markets[market]!, out) ?? 0;
  return total;
}

/** What each builder pays: by account id, and for one account as a referrer first. */
function dueByBroker(state: State): Rebate[][] {
  const sums = state.brokers.map(() => new Map<string, Rebate>());
  for (const accrual of takeAccruals(state)) {
    const { broker } = state.fees.codes[accrual.code]!;
    for (const { account, kind, amount } of rebatesOf(state, accrual)) {
      const key = `${account}:${kind}`;
      const before = sums[broker]!.get(key)?.amount ?? 0;
      sums[broker]!.set(key, { account, kind, amount: before + amount });
    }
  }
  return sums.map((rebates) => [...rebates.values()].sort((a, b) => inOrder(state, a, b)));
}

function inOrder(state: State, a: Rebate, b: Rebate): number {
  if (a.account !== b.account) return state.accounts.inOrder(a.account, b.account);
  return a.kind === "REFERRAL_REBATE" ? -1 : 1;
}

/** What every account has paid under each code since the last run; resets the counts. */
function takeAccruals(state: State): Accrual[] {
  const { used } = state.accounts;
  const accruals = state.fees.accruals();
  for (let account = 0; account < used; account++) {
    const revenue = state.accounts.referralRevenue(account);
    if (revenue === 0) continue;
    const isBound = state.accounts.referral(account) !== NONE;
    assert(isBound && revenue > 0, "what is owed is owed under a code", { account, revenue });
    accruals.push({
      account,
      code: state.accounts.referral(account),
      fees: state.accounts.referralFees(account),
      revenue,
    });
    state.accounts.setReferralFees(account, 0);
    state.accounts.setReferralRevenue(account, 0);
  }
  state.fees.clearAccruals();
  return accruals;
}

function payRebate(state: State, feeAccount: AccountNumber, { account, kind, amount }: Rebate, out: Listener): void {
  assert(amount > 0, "a rebate is paid to those who get one", { feeAccount, account, kind, amount });
  const reference = `distribution:${state.fees.lastDistributionId + 1}`;
  const movement = { kind: "distribution", reference, market: NONE } as const;
  moveHolding(state, { ...movement, account: feeAccount, amount: -amount }, out);
  moveHolding(state, { ...movement, account, amount }, out);
  distributed(state, account, kind, amount, out);
}

function distributed(
  state: State,
  account: AccountNumber,
  kind: "BROKER_FEE" | Rebate["kind"],
  amount: Micros,
  out: Listener,
): void {
  const distributionId = ++state.fees.lastDistributionId;
  out.funds({ type: "distributed", distributionId, account, kind, amount: amount, at: state.now });
}
