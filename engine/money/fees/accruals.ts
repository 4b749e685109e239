// What referrers earn from trading, counted as it happens and paid at midnight (daily-job.ts). Rules 8.5. The fees of an
// account that is bound to a code are counted in its own fields; those of orders that name another code are counted separately.

import { broken } from "../../base/fault.ts";
import type { AccountNumber, Micros, TagNumber } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";
import { referralIn } from "./order-tags.ts";

/** @param account the main account; `fee` and `revenue`, the builder's part of it, are micros > 0 */
export function accrueReferral(
  state: State,
  account: AccountNumber,
  orderTag: TagNumber,
  fee: Micros,
  revenue: Micros,
): void {
  if (!(revenue > 0 && revenue <= fee)) broken("a builder's part is part of the fee", { account, fee, revenue });
  const named = referralIn(orderTag);
  if (named < 0 || named === state.accounts.referral(account)) {
    state.accounts.setReferralFees(account, counted(state.accounts.referralFees(account) + fee));
    state.accounts.setReferralRevenue(account, counted(state.accounts.referralRevenue(account) + revenue));
    return;
  }
  const accrual = state.fees.accrualOf(account, named);
  accrual.fees = counted(accrual.fees + fee);
  accrual.revenue = counted(accrual.revenue + revenue);
}

/** No day's fees come near this limit; it keeps the count a safe integer. */
function counted(amount: Micros): number {
  return Math.min(amount, Number.MAX_SAFE_INTEGER);
}
