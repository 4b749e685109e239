// The read-only view of fee rates, fee tags and referral. Rules 8.

import type { AccountNumber, BrokerNumber, FeeE5, FractionE8, MarketNumber, Micros, Millis } from "../../base/units.ts";
import type { ReferralCode } from "../commands/fee-commands.ts";

export interface FeeRates {
  readonly takerFee: FeeE5;
  readonly makerFee: FeeE5;
}

export interface BrokerView extends FeeRates {
  readonly broker: BrokerNumber;
  readonly brokerId: string;
  /** Its `FEE_BUILDER` account. */
  readonly feeAccount: AccountNumber;
  /** The tier, 0 Public to 4 Diamond, and the one below which it never falls. */
  readonly tier: number;
  readonly minimumTier: number;
  /** Key-signed transfers may go from its accounts to any other. */
  readonly transfersFreely: boolean;
  /** Affiliates earn on trading fees as far as the builder's revenue covers it, else on that revenue. */
  readonly affiliatesEarnOnFees: boolean;
  /** The first account opened under it, -1 before: its administrator in a sandbox. */
  readonly firstAccount: AccountNumber;
  /** Capped: nine billion USDC a month and more read as 2^53 micros. */
  readonly volumeThisMonth: Micros;
  readonly volumeLastMonth: Micros;
}

export interface FeeTagView {
  readonly broker: BrokerNumber;
  readonly enumId: string;
  readonly name: string;
  readonly description: string;
  readonly active: boolean;
  readonly rate: FeeE5;
  readonly overrides: readonly { readonly market: MarketNumber; readonly rate: FeeE5 }[];
  readonly createdAt: Millis;
  readonly updatedAt: Millis;
  /** Totals over all executing builders. */
  readonly orders: number;
  readonly volume: Micros;
  readonly fees: Micros;
}

export interface AffiliateView {
  readonly account: AccountNumber;
  /** 10⁻⁸ of the basis, for it and all below it. */
  readonly rate: FractionE8;
  /** The affiliate above it, -1 at the top. */
  readonly parent: AccountNumber;
}

export interface FeeReader {
  broker(broker: BrokerNumber): BrokerView;
  /** The rates that an account pays; `isDefault` when its builder's rates apply. */
  rates(account: AccountNumber): FeeRates & { readonly isDefault: boolean };
  /** By `enum_id`, archived ones too. */
  tags(broker: BrokerNumber): FeeTagView[];
  tag(broker: BrokerNumber, enumId: string): FeeTagView | undefined;
  referralCode(code: string): ReferralCode | undefined;
  /** The codes of a referrer, in the order of creation. */
  referralCodesOf(account: AccountNumber): ReferralCode[];
  /** The code that an account, or its main account, is bound to. */
  referralOf(account: AccountNumber): ReferralCode | undefined;
  affiliate(account: AccountNumber): AffiliateView | undefined;
}
