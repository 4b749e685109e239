// Whether a token that counts as one USDC is worth one now. One look outside the band stops it; it has to be inside for a
// full minute before it counts again, so that moving a price for a moment gains nothing.

/** The price of one USDC, in 10⁻¹⁸. */
const ONE = 10n ** 18n;
/** How long the price has to be back inside the band. */
const BACK_MS = 60_000;
/** How long the price may be missing before deposits are parked; a feed connects in less. */
const UNKNOWN_MS = 60_000;

/** `waits`: its price is not known at the moment. `unpriced`: it has not been known for too long. */
export type PegState = "par" | "waits" | "off" | "unpriced";

interface PegTerms {
  /** How far its price may be from one USDC, in millionths. */
  readonly bandPpm: number;
  /**
   * Gives its price in USDC, in 10⁻¹⁸, or null while unknown; "usdc" for USDC itself; "par" for a token that counts as
   * one without a price.
   */
  readonly worth: (() => bigint | null) | "usdc" | "par";
  /** A monotonic clock, in milliseconds. */
  readonly steady: () => number;
}

export class TokenPeg {
  readonly #terms: PegTerms;
  #standing: PegState;
  /** The last known price, in 10⁻¹⁸. */
  #price: bigint | null;
  #insideSince: number | null = null;
  #unknownSince: number | null = null;

  constructor(terms: PegTerms) {
    this.#terms = terms;
    this.#standing = typeof terms.worth === "string" ? "par" : "waits";
    this.#price = terms.worth === "usdc" ? ONE : null;
  }

  get standing(): PegState {
    return this.#standing;
  }

  get price(): bigint | null {
    return this.#price;
  }

  get bandPpm(): number {
    return this.#terms.bandPpm;
  }

  /** Reads the price and updates the standing. A new process starts with the first price it knows. */
  look(): PegState {
    const { worth, steady } = this.#terms;
    if (typeof worth === "string") return "par";
    const price = worth();
    this.#standing = price === null ? this.#unknown(steady()) : this.#known(price, steady());
    return this.#standing;
  }

  #known(price: bigint, now: number): PegState {
    this.#price = price;
    this.#unknownSince = null;
    const apart = price > ONE ? price - ONE : ONE - price;
    if (apart * 1_000_000n > ONE * BigInt(this.#terms.bandPpm)) {
      this.#insideSince = null;
      return "off";
    }
    this.#insideSince ??= now;
    return this.#standing === "off" && now - this.#insideSince < BACK_MS ? "off" : "par";
  }

  #unknown(now: number): PegState {
    this.#insideSince = null;
    this.#unknownSince ??= now;
    if (this.#standing === "off") return "off";
    return now - this.#unknownSince < UNKNOWN_MS ? "waits" : "unpriced";
  }

  /** How much an amount counts as an asset, in micros: one USDC each inside the band, never more, and its price below it. */
  valueOf(amount: bigint): bigint {
    const price = this.#price;
    if (this.#standing !== "off" || price === null || price >= ONE) return amount;
    const value = amount * price;
    // Rounded down, negative values as well.
    return value >= 0n ? value / ONE : -((-value + ONE - 1n) / ONE);
  }
}
