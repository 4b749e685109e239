// Whether a token that counts as one USDC is worth one now. One look outside the band is enough to stop it; it has to be inside
// for a minute without a break before it counts again, so that who moves a price for a moment gains nothing by it.

/** What a unit of 10⁻¹⁸ counts of one USDC. */
const ONE = 10n ** 18n;
/** So long it has to be back. */
const BACK_MS = 60_000;
/** So long its price may be away before what comes is put aside; a feed connects in less. */
const UNKNOWN_MS = 60_000;

/** `waits`: its price is not known just now. `unpriced`: for too long. */
export type Standing = "par" | "waits" | "off" | "unpriced";

interface PegTerms {
  /** How far from one USDC it may be worth, in millionths. */
  readonly bandPpm: number;
  /** What one is worth in USDC, in 10⁻¹⁸, null while that is not known; that it is USDC; or that it counts as one unasked. */
  readonly worth: (() => bigint | null) | "usdc" | "par";
  /** Milliseconds of a clock that only runs on. */
  readonly steady: () => number;
}

export class TokenPeg {
  readonly #terms: PegTerms;
  #standing: Standing;
  /** In 10⁻¹⁸, as it was known last. */
  #price: bigint | null;
  #insideSince: number | null = null;
  #unknownSince: number | null = null;

  constructor(terms: PegTerms) {
    this.#terms = terms;
    this.#standing = typeof terms.worth === "string" ? "par" : "waits";
    this.#price = terms.worth === "usdc" ? ONE : null;
  }

  get standing(): Standing {
    return this.#standing;
  }

  get price(): bigint | null {
    return this.#price;
  }

  get bandPpm(): number {
    return this.#terms.bandPpm;
  }

  /** A process that begins goes by the first price that it knows. */
  look(): Standing {
    const { worth, steady } = this.#terms;
    if (typeof worth === "string") return "par";
    const price = worth();
    this.#standing = price === null ? this.#unknown(steady()) : this.#known(price, steady());
    return this.#standing;
  }

  #known(price: bigint, now: number): Standing {
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

  #unknown(now: number): Standing {
    this.#insideSince = null;
    this.#unknownSince ??= now;
    if (this.#standing === "off") return "off";
    return now - this.#unknownSince < UNKNOWN_MS ? "waits" : "unpriced";
  }

  /** What so much of it counts among what is held, in micros: one USDC each inside the band, never more, and less below it. */
  valueOf(amount: bigint): bigint {
    const price = this.#price;
    if (this.#standing !== "off" || price === null || price >= ONE) return amount;
    const value = amount * price;
    // Down, of what is owed too.
    return value >= 0n ? value / ONE : -((-value + ONE - 1n) / ONE);
  }
}
