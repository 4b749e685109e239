// One price and all its sources: which of them count now, and why the others do not. The price is a market's, or a
// currency's by which sources of markets are converted. Rules 6.1.

import type { PriceSourceConfiguration } from "../../../configuration/price-sources.ts";
import { converted } from "./conversion.ts";
import { apartPpm, middleOf } from "./exact-price.ts";
import { FrozenWatch } from "./frozen.ts";
import type { PriceSource } from "./price-source.ts";

/** A source, and what its line knows about it. */
export interface PricedSource {
  readonly row: PriceSourceConfiguration;
  readonly source: PriceSource;
  stoodAt(era: number): number;
}

export interface SourceState {
  readonly row: PriceSourceConfiguration;
  /** In the pair's currency, 10⁻¹⁸; null when the source has none. */
  readonly price: bigint | null;
  /** In the currency of the indexes and units of the market, 10⁻¹⁸; null when it can't be computed. */
  readonly converted: bigint | null;
  /** Why it does not count; "" when it does. */
  readonly reason: string;
}

/** Gives the value of a currency, in 10⁻¹⁸ of the indexes' currency; or why it is unknown. */
export type RateOf = (currency: string) => bigint | string;

/** A currency's sources that are further than this from their middle, in millionths, do not agree. */
const RATE_APART_PPM = 50_000;
/** A currency needs two sources at least to be converted. */
export const RATE_SOURCES_MIN = 2;

export class SourcedPrice {
  readonly #sources: readonly PricedSource[];
  readonly #frozen: readonly FrozenWatch[];

  constructor(sources: readonly PricedSource[]) {
    this.#sources = sources;
    this.#frozen = sources.map((_, place) => new FrozenWatch(place));
  }

  /** Called once per evaluation: it tracks how long each source has repeated its price. @param now by the steady clock */
  states(now: number, rateOf: RateOf): readonly SourceState[] {
    const states = this.#sources.map((each) => stateOf(each, now, rateOf));
    const all = states.map(({ converted }) => converted);
    return states.map((state, place) => {
      const { price, converted } = state;
      if (price === null || converted === null) return state;
      return this.#frozen[place]!.look(price, all, now) ? frozen(state) : state;
    });
  }
}

function stateOf({ row, source, stoodAt }: PricedSource, now: number, rateOf: RateOf): SourceState {
  const { price, nothing } = source.worth(now, stoodAt);
  if (price === undefined) return { row, price: null, converted: null, reason: nothing };
  const rate = rateOf(row.currency);
  if (typeof rate === "string") return { row, price, converted: null, reason: rate };
  return { row, price, converted: converted(price, rate, row.multiplier), reason: "" };
}

function frozen(state: SourceState): SourceState {
  return { ...state, reason: "frozen: it repeats one price while the others move" };
}

/** The prices of the sources that count. */
export function counting(states: readonly SourceState[]): readonly bigint[] {
  return states.flatMap(({ converted, reason }) => (reason === "" ? [converted!] : []));
}

/** The middle of a currency's sources, or why there is none. */
export function rateFrom(currency: string, states: readonly SourceState[]): bigint | string {
  const prices = counting(states);
  if (prices.length < RATE_SOURCES_MIN) {
    return `no rate of ${currency}: ${prices.length} of its sources count, ${RATE_SOURCES_MIN} have to`;
  }
  const middle = middleOf(prices);
  const near = prices.filter((price) => apartPpm(price, middle) <= RATE_APART_PPM);
  return near.length < RATE_SOURCES_MIN ? `no rate of ${currency}: its sources disagree` : middleOf(near);
}
