// The invariants of rates, fee accounts and referral, recomputed from scratch. Rules 8.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber } from "../../base/units.ts";
import type { State } from "../../memory/state.ts";

export function auditFees(state: State): void {
  const { used } = state.accounts;
  for (let account = 0; account < used; account++) {
    if (state.accounts.isUser(account)) auditUser(state, account);
    const [code, fees, revenue] = [
      state.accounts.referral(account),
      state.accounts.referralFees(account),
      state.accounts.referralRevenue(account),
    ];
    assert(code !== NONE || (fees === 0 && revenue === 0), "nothing is owed under no code", { account, fees, revenue });
    assert(fees >= revenue, "a builder's part is part of the fee", { account, fees, revenue });
  }
  for (const broker of state.brokers) {
    assert(broker.tier >= broker.minimumTier, "a tier is not below its minimum", { broker: broker.id });
    auditFeeAccount(state, broker.id, broker.feeAccount);
  }
}

function auditUser(state: State, account: AccountNumber): void {
  const broker = state.brokers[state.accounts.broker(account)]!;
  const rated = [account, state.accounts.owner(account)].find((each) => state.accounts.ownRates(each) === 1);
  const taker = rated === undefined ? broker.takerFee : state.accounts.ownTakerFee(rated);
  const maker = rated === undefined ? broker.makerFee : state.accounts.ownMakerFee(rated);
  const [paysTaker, paysMaker] = [state.accounts.takerFee(account), state.accounts.makerFee(account)];
  assert(paysTaker >= taker && paysMaker >= maker, "an account pays at least its rates", { account, taker, maker });
}

/** A builder's account earns and shares, and never owes. */
function auditFeeAccount(state: State, broker: string, account: AccountNumber): void {
  let equity: number = state.accounts.holding(account);
  for (let row = state.accounts.firstRow(account); row !== NONE; row = state.rows.next(row)) {
    assert(state.rows.quantity(row) === 0, "a fee account has no position", { broker });
    equity -= state.rows.cost(row);
  }
  assert(equity >= 0, "a builder's fee account never owes", { broker, equity });
}
