// How cross rows that cannot be liquidated now count when their account trades elsewhere or claims: at the worse of the mark
// when that began and the mark now, and with as much initial margin as one jump of the index may take. Rules 2.3 (7).

import { absolute, divideCeil, greatest, least, sum } from "../../numbers/exact-numbers.ts";
import { RATE } from "../../numbers/scales.ts";
import type { NaiveState } from "../../state/naive-state.ts";
import type { NaiveAccount } from "../../state/records/naive-account.ts";
import { type NaiveMarket, notional } from "../../state/records/naive-market.ts";
import { initialRate, marginOf } from "../margin/margin-rates.ts";
import { type Estate, type Exposure, sizeOf } from "./estate-sums.ts";

/** Numbers of the markets whose rows count that way. */
export type MarketsAtWorse = ReadonlySet<number>;

/** The markets of an account's cross rows for which `holds` is true. */
export function suspectsOf(
  { markets }: NaiveState,
  account: NaiveAccount,
  holds: (market: NaiveMarket) => boolean,
): MarketsAtWorse {
  const held = markets.filter((market) => account.rows[market.number]!.quantity !== 0n && holds(market));
  return new Set(held.map(({ number }) => number));
}

/** The estate with its suspects valued at the worse mark. */
export function valuedAtWorse(estate: Estate, suspects: MarketsAtWorse): Estate {
  const hidden = estate.positions.filter(({ market }) => suspects.has(market.number)).map(lostAtWorse);
  return { ...estate, collateral: estate.collateral - sum(hidden) };
}

/** By how much a row was worth less when its market began to stand still; 0 if it was worth more. */
function lostAtWorse({ market, quantity }: Exposure): bigint {
  const now = notional(market.mark, quantity);
  return now - least(now, notional(market.stoodAt ?? market.mark, quantity));
}

/** The loss that one jump of the index may cause to a row. */
export function jumpMargin(market: NaiveMarket, quantity: bigint): bigint {
  return divideCeil(notional(market.mark, absolute(quantity)) * market.parameters.maxIndexJump, RATE);
}

export function countedInitial({ positions }: Estate, suspects: MarketsAtWorse): bigint {
  return sum(
    positions.map((each) => {
      const initial = marginOf(sizeOf(each), initialRate(each.market, each.leverage, sizeOf(each)));
      return suspects.has(each.market.number) ? greatest(initial, jumpMargin(each.market, each.quantity)) : initial;
    }),
  );
}
