// One source of one price: the last accepted quote, and whether it counts now, or why not. Rules 6.1.

import type { Quote } from "../frames/quote.ts";
import { type QuotePrice, worthOf } from "./quote-worth.ts";

/** The largest difference between a venue's own time and the arrival. */
const TIME_APART_MS = 10_000;

export interface WorthTerms {
  /** The largest spread between bid and ask, in millionths of the bid. */
  readonly spreadMaxPpm: number;
  /** How long a quote is repeated while its feed lives and sends nothing new. */
  readonly quietMaxMs: number;
  /** How long after the last proof of life a quote is still repeated. */
  readonly lifeMs: number;
}

/** The times and the era at which a quote arrived. */
export interface Arrival {
  readonly steady: number;
  /** Milliseconds since 1970. */
  readonly wall: number;
  readonly era: number;
}

export class PriceSource {
  readonly #terms: WorthTerms;
  #worth: QuotePrice = { nothing: "no quote yet" };
  #arrival: Arrival | null = null;
  #venueTime = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #refusal = "";

  constructor(terms: WorthTerms) {
    this.#terms = terms;
  }

  /** How many quotes were refused for their time. */
  get refused(): number {
    return this.#refused;
  }

  /** When the last accepted quote arrived, by the steady clock; null before the first. */
  get quotedAt(): number | null {
    return this.#arrival?.steady ?? null;
  }

  take(quote: Quote, arrival: Arrival): void {
    this.#refusal = refusalOf(quote.at, arrival.wall, this.#venueTime);
    if (this.#refusal !== "") {
      this.#refused += 1;
      return;
    }
    this.#venueTime = quote.at ?? this.#venueTime;
    this.#worth = worthOf(quote, this.#terms.spreadMaxPpm);
    this.#arrival = arrival;
  }

  /**
   * Its present price, in the currency of its pair.
   * @param stoodAt when a quote of an era was last known to stand, by the steady clock
   */
  worth(now: number, stoodAt: (era: number) => number): QuotePrice {
    if (this.#arrival === null) return this.#refusal === "" ? this.#worth : { nothing: this.#refusal };
    const { steady, era } = this.#arrival;
    if (now - stoodAt(era) > this.#terms.lifeMs) return { nothing: "its feed is silent" };
    if (now - steady > this.#terms.quietMaxMs) return { nothing: this.#refusal || "quiet for too long" };
    return this.#worth;
  }
}

/** Why a message with this venue time is refused; "" when it is accepted. */
function refusalOf(at: number | null, wall: number, former: number): string {
  if (at === null) return "";
  if (Number.isNaN(at)) return "a time that can't be read";
  if (wall - at > TIME_APART_MS) return "its own time lies too far back";
  if (at - wall > TIME_APART_MS) return "its own time lies ahead";
  return at < former ? "its own time runs back" : "";
}
