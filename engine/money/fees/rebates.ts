// How one account's fees of a day are shared among those who referred it. Rules 8.5. Pure arithmetic: every share is
// rounded down separately, and the remainder stays the builder's.

import { assert } from "../../base/fault.ts";
import { NONE } from "../../base/storage/int-map.ts";
import { type AccountNumber, E8, type Micros } from "../../base/units.ts";
import type { Accrual } from "../../memory/business/fees-state.ts";
import type { State } from "../../memory/state.ts";
import { LEVELS_MAX } from "./referral.ts";

export interface Rebate {
  readonly account: AccountNumber;
  readonly kind: "REFEREE_REBATE" | "REFERRAL_REBATE";
  /** Micros, > 0. */
  readonly amount: Micros;
}

/**
 * What a day's trading under one code earns: the referee, the referrer, and the affiliates above the referrer from the
 * bottom up.
 */
export function rebatesOf(state: State, { account, code: number, fees, revenue }: Accrual): Rebate[] {
  const code = state.fees.codes[number]!;
  const affiliate = state.fees.affiliates.get(code.account);
  const uplines = affiliate === undefined ? [] : uplinesOf(state, code.account);
  const direct = affiliate?.rate ?? code.maxRebate;
  const total = direct + uplines.reduce((sum, each) => sum + each.rate, 0);
  const onFees = affiliate !== undefined && state.brokers[code.broker]!.affiliatesEarnOnFees;
  const basis = onFees && shareOf(fees, total) <= revenue ? fees : revenue;
  const rebates: Rebate[] = [
    { account, kind: "REFEREE_REBATE", amount: shareOf(basis, direct, code.refereeShare) },
    { account: code.account, kind: "REFERRAL_REBATE", amount: shareOf(basis, direct, code.referrerShare) },
  ];
  for (const { account, rate } of uplines) {
    rebates.push({ account, kind: "REFERRAL_REBATE", amount: shareOf(basis, rate) });
  }
  const shared = rebates.reduce((sum, { amount }) => sum + amount, 0);
  assert(shared <= revenue, "no more is shared than the builder's part", { account, code: code.code, shared, revenue });
  return rebates.filter(({ amount }) => amount > 0);
}

interface Upline {
  readonly account: AccountNumber;
  /** 10⁻⁸: by how much its total rate exceeds that of the level below. */
  readonly rate: number;
}

function uplinesOf(state: State, direct: AccountNumber): Upline[] {
  const { affiliates } = state.fees;
  const uplines: Upline[] = [];
  let below = affiliates.get(direct)!;
  for (let level = 2; level <= LEVELS_MAX && below.parent !== NONE; level++) {
    const account = below.parent;
    const above = affiliates.get(account)!;
    uplines.push({ account, rate: above.rate - below.rate });
    below = above;
  }
  return uplines;
}

/** ⌊amount × rate × part⌋; rates in 10⁻⁸. */
export function shareOf(amount: Micros, rate: number, part: number = E8): number {
  return Number((BigInt(amount) * BigInt(rate) * BigInt(part)) / 10_000_000_000_000_000n);
}
