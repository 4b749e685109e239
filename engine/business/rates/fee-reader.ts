// Read access to fee rates, fee tags and referral.

import { inTextOrder } from "../../base/text-order.ts";
import type { AccountNumber, BrokerNumber } from "../../base/units.ts";
import type { ReferralCode } from "../../language/commands/commands.ts";
import type { AffiliateView, BrokerView, FeeRates, FeeReader, FeeTagView } from "../../language/views/views.ts";
import type { FeeTag } from "../../memory/business/fees-state.ts";
import type { State } from "../../memory/state.ts";
import { ratedBy } from "../../money/fees/effective-rates.ts";

export class StateFeeReader implements FeeReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  broker(broker: BrokerNumber): BrokerView {
    const { id, volumeThisMonth, volumeLastMonth, ...rest } = this.#state.brokers[broker]!;
    const { takerFee, makerFee, feeAccount, tier, minimumTier, firstAccount, transfersFreely } = rest;
    const { affiliatesEarnOnFees } = rest;
    return {
      broker,
      brokerId: id,
      feeAccount,
      takerFee,
      makerFee,
      tier,
      minimumTier,
      firstAccount,
      transfersFreely,
      affiliatesEarnOnFees,
      volumeThisMonth: volumeThisMonth,
      volumeLastMonth: volumeLastMonth,
    };
  }

  rates(account: AccountNumber): FeeRates & { readonly isDefault: boolean } {
    return {
      takerFee: this.#state.accounts.takerFee(account),
      makerFee: this.#state.accounts.makerFee(account),
      isDefault: ratedBy(this.#state, account) === -1,
    };
  }

  tags(broker: BrokerNumber): FeeTagView[] {
    const own = this.#state.fees.tags.filter((tag) => tag.broker === broker);
    return own.map(tagView).sort((a, b) => inTextOrder(a.enumId, b.enumId));
  }

  tag(broker: BrokerNumber, enumId: string): FeeTagView | undefined {
    const { fees } = this.#state;
    const tag = fees.tags[fees.findTag(broker, enumId)];
    return tag === undefined ? undefined : tagView(tag);
  }

  referralCode(code: string): ReferralCode | undefined {
    const { fees } = this.#state;
    const found = fees.codes[fees.findCode(code)];
    return found === undefined ? undefined : { ...found };
  }

  referralCodesOf(account: AccountNumber): ReferralCode[] {
    return this.#state.fees.codesOf(account).map((code) => ({ ...code }));
  }

  referralOf(account: AccountNumber): ReferralCode | undefined {
    const found = this.#state.fees.codes[this.#state.accounts.referral(this.#state.accounts.owner(account))];
    return found === undefined ? undefined : { ...found };
  }

  affiliate(account: AccountNumber): AffiliateView | undefined {
    const found = this.#state.fees.affiliates.get(account);
    return found === undefined ? undefined : { account, ...found };
  }
}

function tagView({ volume, fees, ...tag }: FeeTag): FeeTagView {
  return { ...tag, volume: volume, fees: fees };
}
