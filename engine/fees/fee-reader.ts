// Reading fee rates, fee tags and referral.

import type { State } from "../state.ts";
import type { Micros } from "../units.ts";
import type { BrokerView, FeeRates, FeeReader, FeeTagView, ReferralCodeView } from "../views.ts";

export class StateFeeReader implements FeeReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  broker(broker: number): BrokerView {
    const { id, takerFee, makerFee, tier, volumeThisMonth, volumeLastMonth } = this.#state.brokers[broker]!;
    return {
      broker,
      brokerId: id,
      takerFee,
      makerFee,
      tier,
      firstAccount: -1,
      volumeThisMonth: volumeThisMonth as Micros,
      volumeLastMonth: volumeLastMonth as Micros,
    };
  }

  rates(account: number): FeeRates & { readonly isDefault: boolean } {
    const { takerFee, makerFee } = this.#state.brokers[this.#state.accounts.columns.broker[account]!]!;
    return { takerFee, makerFee, isDefault: true };
  }

  tags(_broker: number): FeeTagView[] {
    return [];
  }

  referralCode(_code: string): ReferralCodeView | undefined {
    return undefined;
  }

  referralOf(_account: number): ReferralCodeView | undefined {
    return undefined;
  }
}
