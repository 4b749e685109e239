// The liquidator: claims what is offered, of others and of the insurance fund, sometimes more than it may.

import type { OfferView } from "@evermark/engine";
import type { Character, Draft, Floor } from "../floor.ts";

const WHOLE = 100_000_000;

export const liquidator: Character = (floor, account) => {
  const { dice } = floor;
  const offers = floor.engine.liquidations.offers();
  if (offers.length === 0) return undefined;
  const offer = dice.pick(offers);
  return offer.kind === "claim" ? fromFund(floor, account, offer) : fromAccount(floor, account, offer);
};

function fromAccount(floor: Floor, account: number, offer: OfferView): Draft {
  const { dice } = floor;
  const ratio = dice.pick([WHOLE, WHOLE, WHOLE / 2, WHOLE / 4, 12_340_000, 3]);
  const extraRatio = ratio === WHOLE && dice.chance(200) ? dice.pick([WHOLE, WHOLE / 10]) : 0;
  const limits = dice.chance(200)
    ? offer.positions.map(({ market }) => ({ market, price: floor.priceAbout(market, dice.between(-3, 3)) }))
    : [];
  const { liquidationId } = offer;
  return { type: "claim_liquidation", account, liquidationId, ratio, extraRatio, limits, ratios: [] } as never;
}

function fromFund(floor: Floor, account: number, offer: OfferView): Draft | undefined {
  const { dice } = floor;
  if (offer.positions.length === 0) return undefined;
  const { market, quantity } = dice.pick(offer.positions);
  const lots = dice.chance(600) ? Math.abs(quantity) : dice.between(1, Math.abs(quantity));
  const limitPrice = dice.chance(200) ? floor.priceAbout(market, dice.between(-3, 3)) : 0;
  const size = lots * floor.market(market).parameters.baseTick;
  const { liquidationId: claimId } = offer;
  return { type: "claim_insurance_fund", account, claimId, market, quantity: size, limitPrice } as never;
}
