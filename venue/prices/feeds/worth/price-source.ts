// One source of one price: the last quote that was taken of it, and whether it counts now, or why not. Rules 6.1.

import type { Quote } from "../frames/quote.ts";
import { type Worth, worthOf } from "./quote-worth.ts";

/** A venue's own time may be so far from its arrival. */
const TIME_APART_MS = 10_000;

export interface WorthTerms {
  /** How far bid and ask may lie apart, in millionths of the bid. */
  readonly spreadMaxPpm: number;
  /** So long a quote is repeated while its feed lives and says nothing new. */
  readonly quietMaxMs: number;
  /** So long after the last proof of life no quote is repeated. */
  readonly lifeMs: number;
}

/** Of a quote when it arrives. */
export interface Arrival {
  readonly steady: number;
  /** Milliseconds since 1970. */
  readonly wall: number;
  readonly era: number;
}

export class PriceSource {
  readonly #terms: WorthTerms;
  #worth: Worth = { nothing: "no quote yet" };
  #arrival: Arrival | null = null;
  #venueTime = Number.NEGATIVE_INFINITY;
  #refused = 0;
  #refusal = "";

  constructor(terms: WorthTerms) {
    this.#terms = terms;
  }

  /** Quotes that were not taken for their time. */
  get refused(): number {
    return this.#refused;
  }

  /** When the last quote that was taken arrived; steady; null before the first. */
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
   * What it says now, in the currency of its pair.
   * @param stoodAt when a quote of an era was last known to stand; steady
   */
  worth(now: number, stoodAt: (era: number) => number): Worth {
    if (this.#arrival === null) return this.#refusal === "" ? this.#worth : { nothing: this.#refusal };
    const { steady, era } = this.#arrival;
    if (now - stoodAt(era) > this.#terms.lifeMs) return { nothing: "its feed is silent" };
    if (now - steady > this.#terms.quietMaxMs) return { nothing: this.#refusal || "quiet for too long" };
    return this.#worth;
  }
}

/** Why a message with this time of its own is not taken; empty when it is. */
function refusalOf(at: number | null, wall: number, former: number): string {
  if (at === null) return "";
  if (Number.isNaN(at)) return "a time that can't be read";
  if (wall - at > TIME_APART_MS) return "its own time lies too far back";
  if (at - wall > TIME_APART_MS) return "its own time lies ahead";
  return at < former ? "its own time runs back" : "";
}
