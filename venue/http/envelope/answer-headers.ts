// The headers of an answer. Nearly every answer has the same five: its type, its timing and the state of a rate limit. The
// runtime copies a `Headers` in a fraction of the time that it takes to read a record, so one `Headers` is kept for those
// five, and each answer overwrites only the values that differ.

export const SERVER_TIMING = "Server-Timing";

const TYPE = "Content-Type";
const JSON_TYPE = "application/json";
const LIMIT = "X-RateLimit-Limit";
const REMAINING = "X-RateLimit-Remaining";
const RESET = "X-RateLimit-Reset";

/** Each answer that is made with it gets a copy. */
const usual = new Headers({ [TYPE]: JSON_TYPE, [LIMIT]: "", [RESET]: "" });
let usualLimit = "";
let usualReset = "";

export class AnswerHeaders {
  /** The value of `Server-Timing`; "" for none. */
  timing = "";
  /** For the limit that the request counted against, "" for none: requests per window, how many are left, … */
  limit = "";
  remaining = "";
  /** … and the time in milliseconds since 1970 at which a slot frees. */
  reset = "";
  #further: Record<string, string> | undefined;

  /** Sets a header that has no member here. */
  set(name: string, value: string): void {
    this.#further ??= {};
    this.#further[name] = value;
  }

  /** Takes over the limit and further headers of another answer. */
  adopt(other: AnswerHeaders): void {
    this.limit = other.limit;
    this.remaining = other.remaining;
    this.reset = other.reset;
    if (other.#further !== undefined) this.#further = { ...this.#further, ...other.#further };
  }

  /** For one answer, which must be made before the next call of `toHeaders`. */
  toHeaders(type: string = JSON_TYPE): Headers {
    const isUsual = type === JSON_TYPE && this.limit !== "" && this.timing !== "";
    if (isUsual && this.#further === undefined) return this.#asUsual();
    const headers = new Headers({ [TYPE]: type, ...this.#further });
    if (this.timing !== "") headers.set(SERVER_TIMING, this.timing);
    if (this.limit !== "") {
      headers.set(LIMIT, this.limit);
      headers.set(REMAINING, this.remaining);
      headers.set(RESET, this.reset);
    }
    return headers;
  }

  #asUsual(): Headers {
    // Values that many answers of one moment share are only compared.
    if (this.limit !== usualLimit) {
      usualLimit = this.limit;
      usual.set(LIMIT, this.limit);
    }
    if (this.reset !== usualReset) {
      usualReset = this.reset;
      usual.set(RESET, this.reset);
    }
    usual.set(REMAINING, this.remaining);
    usual.set(SERVER_TIMING, this.timing);
    return usual;
  }
}
