// Reading liquidations and the insurance fund.

import { INSURANCE } from "../account/accounts.ts";
import type { State } from "../state.ts";
import type { Micros } from "../units.ts";
import type { InsuranceFundView, LiquidationReader, OfferView } from "../views.ts";

export class StateLiquidationReader implements LiquidationReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  offers(): OfferView[] {
    return [];
  }

  offer(_liquidationId: number): OfferView | undefined {
    return undefined;
  }

  insuranceFund(): InsuranceFundView {
    const holding = this.#state.accounts.columns.holding[INSURANCE]! as Micros;
    return { holding, collateral: holding, notional: 0 as Micros, marginRatioE8: 0, solvent: holding >= 0 };
  }

  isLiquidating(_account: number, _market: number): boolean {
    return false;
  }
}
