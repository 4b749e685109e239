// What happens at 00:00 UTC: the fee accounts' rows are settled, then referees, referrers and affiliates get their part
// of what their builder took that day. Rules 8.5. A builder's account always covers it: shares never exceed its part of
// the fees, and those were just settled.

import { FEE_VENUE } from "../account/accounts.ts";
import { moveHolding } from "../account/holdings.ts";
import type { Listener } from "../events.ts";
import { settleCross } from "../funds/settlement.ts";
import type { State } from "../state.ts";
import type { Micros } from "../units.ts";
import type { Accrual } from "./fees-state.ts";
import { rebatesOf } from "./rebates.ts";

export function runDailyJob(state: State, out: Listener): void {
  settleFees(state, FEE_VENUE, out);
  // What is the builder's own of the day: its revenue less what it shares.
  const kept = state.brokers.map((broker) => settleFees(state, broker.feeAccount, out));
  for (const accrual of takeAccruals(state)) {
    const number = state.fees.codes[accrual.code]!.broker;
    const { feeAccount } = state.brokers[number]!;
    for (const { account, kind, amount } of rebatesOf(state, accrual)) {
      kept[number]! -= amount;
      const reference = `distribution:${state.fees.lastDistributionId + 1}`;
      const movement = { kind: "distribution", reference, market: -1 } as const;
      moveHolding(state, { ...movement, account: feeAccount, amount: -amount }, out);
      moveHolding(state, { ...movement, account, amount }, out);
      distributed(state, account, kind, amount, out);
    }
  }
  for (const [number, amount] of kept.entries()) {
    if (amount > 0) distributed(state, state.brokers[number]!.feeAccount, "BROKER_FEE", amount, out);
  }
}

/** @returns what became balance */
function settleFees(state: State, account: number, out: Listener): number {
  let total = 0;
  for (const market of state.marketsBySymbol) total += settleCross(state, account, state.markets[market]!, out) ?? 0;
  return total;
}

/** What every account paid under each code since the last time, by account, then code; counting starts anew. */
function takeAccruals(state: State): Accrual[] {
  const { columns, used } = state.accounts;
  const accruals = state.fees.accruals();
  for (let account = 0; account < used; account++) {
    const revenue = columns.referralRevenue[account]!;
    if (revenue === 0) continue;
    accruals.push({ account, code: columns.referral[account]!, fees: columns.referralFees[account]!, revenue });
    columns.referralFees[account] = 0;
    columns.referralRevenue[account] = 0;
  }
  state.fees.clearAccruals();
  return accruals.sort((a, b) =>
    a.account === b.account ? a.code - b.code : state.accounts.inOrder(a.account, b.account),
  );
}

function distributed(
  state: State,
  account: number,
  kind: "BROKER_FEE" | "REFEREE_REBATE" | "REFERRAL_REBATE",
  amount: number,
  out: Listener,
): void {
  const distributionId = ++state.fees.lastDistributionId;
  out.funds({ type: "distributed", distributionId, account, kind, amount: amount as Micros, at: state.now });
}
