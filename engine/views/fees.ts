// What can be read of fee rates, fee tags and referral. Rules 8.

import type { FeeE5, Micros, Millis } from "../units.ts";

export interface FeeRates {
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

export interface BrokerView extends FeeRates {
  readonly broker: number;
  readonly brokerId: string;
  /** 0 Public to 4 Diamond. */
  readonly tier: number;
  /** The first account opened under it, -1 before: its administrator in a sandbox. */
  readonly firstAccount: number;
  readonly volumeThisMonth: Micros;
  readonly volumeLastMonth: Micros;
}

export interface FeeTagView {
  readonly broker: number;
  readonly enumId: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly rate: FeeE5;
  readonly overrides: readonly { readonly market: number; readonly rate: FeeE5 }[];
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** Over all executing builders. */
  readonly orders: number;
  readonly volume: Micros;
  readonly fees: Micros;
}

export interface ReferralCodeView {
  readonly broker: number;
  readonly account: number;
  readonly code: string;
  /** Fractions in 10⁻⁸. */
  readonly maxRebate: number;
  readonly referrerShare: number;
  readonly refereeShare: number;
}

export interface FeeReader {
  broker(broker: number): BrokerView;
  /** What an account pays; `isDefault` when its builder's rates apply. */
  rates(account: number): FeeRates & { readonly isDefault: boolean };
  tags(broker: number): FeeTagView[];
  referralCode(code: string): ReferralCodeView | undefined;
  /** The code that an account is bound to. */
  referralOf(account: number): ReferralCodeView | undefined;
}
