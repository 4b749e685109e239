// Read access to liquidations and the insurance fund. Rules 7, Appendix C 9.

import { mulDivCeil } from "../../base/numbers/arithmetic.ts";
import { NONE } from "../../base/storage/int-map.ts";
import {
  type AccountNumber,
  E10,
  type LiquidationId,
  type MarketNumber,
  type Micros,
  micros,
} from "../../base/units.ts";
import type { ClaimTerms, InsuranceFundView, LiquidationReader, OfferView } from "../../language/views/views.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import type { FundClaim, Liquidation, Offer } from "../../memory/liquidation/liquidations.ts";
import type { State } from "../../memory/state.ts";
import { positionViews } from "../../money/margin/margin-view.ts";
import { isFrozen } from "../../permissions/liquidation-freezes.ts";
import { accountOf } from "../../permissions/subjects.ts";
import { claimPrice } from "../fund/fund-price.ts";
import { FUND_INITIAL_RATIO, FUND_MINIMUM_RATIO, fundBacking, fundFigures } from "../fund/insurance-fund.ts";
import { shownFigures } from "./change-of-hands.ts";
import { fundEarned, offerEarned } from "./claim-earnings.ts";

export class StateLiquidationReader implements LiquidationReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  offers(): OfferView[] {
    const { open, fundClaims } = this.#state.liquidations;
    const offered = [...open.values()].flatMap((of) =>
      of.offers.filter(({ rows }) => rows.length > 0).map((offer) => this.#offerView(of, offer)),
    );
    const claims = [...fundClaims.values()].map((claim) => this.#claimView(claim));
    return [...offered, ...claims].sort((a, b) => a.liquidationId - b.liquidationId);
  }

  offer(liquidationId: LiquidationId): OfferView | undefined {
    const { liquidations } = this.#state;
    const of = liquidations.findLiquidation(liquidationId);
    if (of !== undefined) {
      const offer = liquidations.findOffer(liquidationId)!;
      return offer.rows.length === 0 ? undefined : this.#offerView(of, offer);
    }
    const claim = liquidations.findFundClaim(liquidationId);
    return claim === undefined ? undefined : this.#claimView(claim);
  }

  terms({ kind, positions }: OfferView): ClaimTerms[] {
    const earnedOn = kind === "claim" ? fundEarned : offerEarned;
    return positions.map(({ market: number, quantity }) => {
      const market = this.#state.markets[number]!;
      return {
        price: claimPrice(this.#state, market, quantity),
        earned: micros(earnedOn(this.#state, market, quantity)),
      };
    });
  }

  purse(market: MarketNumber): Micros {
    return micros(this.#state.liquidations.purses.of(market));
  }

  insuranceFund(): InsuranceFundView {
    const standing = fundFigures(this.#state);
    const { collateral, notional, marginRatioE8 } = shownFigures(standing);
    const bound = mulDivCeil(notional, FUND_INITIAL_RATIO, E10);
    return {
      holding: this.#state.accounts.holding(INSURANCE),
      collateral,
      notional,
      marginRatioE8,
      freeCollateral: Math.max(0, collateral - bound),
      initialMarginRatio: FUND_INITIAL_RATIO,
      minimumMarginRatio: FUND_MINIMUM_RATIO,
      solvent: fundBacking(this.#state).collateral >= 0,
      positions: positionViews(this.#state, INSURANCE),
    };
  }

  isLiquidating(account: AccountNumber, market: MarketNumber): boolean {
    return isFrozen(this.#state, account, market, market === NONE ? "CROSS" : "ISOLATED");
  }

  #offerView(of: Liquidation, offer: Offer): OfferView {
    return {
      liquidationId: offer.liquidationId,
      kind: "liquidated",
      account: accountOf(this.#state, of.subject),
      startedAt: offer.startedAt,
      changedAt: offer.changedAt,
      positions: offer.rows.map((row, i) => ({
        market: this.#state.rows.market(row),
        quantity: offer.quantities[i]!,
        feeRate: this.#state.markets[this.#state.rows.market(row)]!.parameters.liquidatorFee,
      })),
    };
  }

  #claimView({ liquidationId, market, quantity, startedAt, changedAt }: FundClaim): OfferView {
    const feeRate = this.#state.markets[market]!.parameters.claimInsuranceFundDiscount;
    return {
      liquidationId,
      kind: "claim",
      account: INSURANCE,
      startedAt: startedAt,
      changedAt: changedAt,
      positions: [{ market, quantity: quantity, feeRate }],
    };
  }
}
