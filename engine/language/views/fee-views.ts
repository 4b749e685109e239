// What can be read of fee rates, fee tags and referral. Rules 8.

import type { FeeE5, Micros, Millis } from "../../base/units.ts";
import type { ReferralCode } from "../commands/fee-commands.ts";

export interface FeeRates {
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

export interface BrokerView extends FeeRates {
  readonly broker: number;
  readonly brokerId: string;
  /** Its `FEE_BUILDER` account. */
  readonly feeAccount: number;
  /** 0 Public to 4 Diamond, and the one it never falls below. */
  readonly tier: number;
  readonly minimumTier: number;
  /** Key-signed transfers may go from its accounts to anyone. */
  readonly transfersFreely: boolean;
  /** Affiliates earn on trading fees as far as the builder's revenue covers it, else on that revenue. */
  readonly affiliatesEarnOnFees: boolean;
  /** The first account opened under it, -1 before: its administrator in a sandbox. */
  readonly firstAccount: number;
  /** Nine billion USDC a month and more read as 2^53 micros. */
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

export interface AffiliateView {
  readonly account: number;
  /** 10⁻⁸ of the basis, for it and everyone below it. */
  readonly rate: number;
  /** The affiliate above it, -1 at the top. */
  readonly parent: number;
}

export interface FeeReader {
  broker(broker: number): BrokerView;
  /** What an account pays; `isDefault` when its builder's rates apply. */
  rates(account: number): FeeRates & { readonly isDefault: boolean };
  /** By `enum_id`, archived ones too. */
  tags(broker: number): FeeTagView[];
  tag(broker: number, enumId: string): FeeTagView | undefined;
  referralCode(code: string): ReferralCode | undefined;
  /** The codes of a referrer, in the order of their making. */
  referralCodesOf(account: number): ReferralCode[];
  /** The code that an account, or its main account, is bound to. */
  referralOf(account: number): ReferralCode | undefined;
  affiliate(account: number): AffiliateView | undefined;
}
