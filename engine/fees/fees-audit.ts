// What must hold of rates, fee accounts and referral, recomputed from scratch. Rules 8.

import { assert } from "../fault.ts";
import type { State } from "../state.ts";
import { NONE } from "../storage/int-map.ts";

export function auditFees(state: State): void {
  const { columns, used } = state.accounts;
  for (let account = 0; account < used; account++) {
    if (state.accounts.isUser(account)) auditUser(state, account);
    const { referral, referralFees, referralRevenue } = columns;
    const [code, fees, revenue] = [referral[account]!, referralFees[account]!, referralRevenue[account]!];
    assert(code !== NONE || (fees === 0 && revenue === 0), "nothing is owed under no code", { account, fees, revenue });
    assert(fees >= revenue, "a builder's part is part of the fee", { account, fees, revenue });
  }
  for (const broker of state.brokers) {
    assert(broker.tier >= broker.minimumTier, "a tier is not below its minimum", { broker: broker.id });
    auditFeeAccount(state, broker.id, broker.feeAccount);
  }
}

function auditUser(state: State, account: number): void {
  const { broker: brokerOf, owner, ownRates, ownTakerFee, ownMakerFee, takerFee, makerFee } = state.accounts.columns;
  const broker = state.brokers[brokerOf[account]!]!;
  const rated = [account, owner[account]!].find((each) => ownRates[each] === 1);
  const taker = rated === undefined ? broker.takerFee : ownTakerFee[rated]!;
  const maker = rated === undefined ? broker.makerFee : ownMakerFee[rated]!;
  const [paysTaker, paysMaker] = [takerFee[account]!, makerFee[account]!];
  assert(paysTaker >= taker && paysMaker >= maker, "an account pays at least its rates", { account, taker, maker });
}

/** A builder's account earns and shares, and never owes. */
function auditFeeAccount(state: State, broker: string, account: number): void {
  const { cost, quantity, next } = state.rows.columns;
  let equity = state.accounts.columns.holding[account]!;
  for (let row = state.accounts.columns.firstRow[account]!; row !== NONE; row = next[row]!) {
    assert(quantity[row] === 0, "a fee account has no position", { broker });
    equity -= cost[row]!;
  }
  assert(equity >= 0, "a builder's fee account never owes", { broker, equity });
}
