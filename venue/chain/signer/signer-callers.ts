// Whether a request comes from the venue: signed with the shared secret, made just now, and not seen before. Request
// numbers are remembered for as long as their times are accepted. Requests made before the signer started are refused, so
// forgetting the numbers with the process does no harm.

import { timingSafeEqual } from "node:crypto";
import { NUMBER_HEADER, SIGNATURE_HEADER, signatureOf, TIME_HEADER } from "../keys/signer-secret.ts";
import { SignerRefusal } from "./signer-refusals.ts";

/** How far apart the clocks of venue and signer may be, including the time a request takes. */
const LIFETIME_MS = 30_000;

export class SignerCallers {
  readonly #secret: string;
  readonly #startedAt: number;
  /** The time of each request by its number, in order of arrival. */
  readonly #seen = new Map<string, number>();

  /** @param now in milliseconds since 1970 */
  constructor(secret: string, now: number) {
    this.#secret = secret;
    this.#startedAt = now;
  }

  /** @throws {SignerRefusal} */
  require(headers: Pick<Headers, "get">, body: string, now: number): void {
    const [time, number, given] = [TIME_HEADER, NUMBER_HEADER, SIGNATURE_HEADER].map(
      (name) => headers.get(name) ?? "",
    ) as [string, string, string];
    const isShaped = /^\d{13}$/.test(time) && /^[0-9a-f]{32}$/.test(number) && /^[0-9a-f]{64}$/.test(given);
    if (!isShaped || !isSame(given, signatureOf(this.#secret, { time, number, body })))
      throw new SignerRefusal("not_authenticated");
    const at = Number(time);
    if (Math.abs(now - at) > LIFETIME_MS || at < this.#startedAt) {
      throw new SignerRefusal("request_expired", `it was made at ${at}, and it is ${now}`);
    }
    if (this.#seen.has(number)) throw new SignerRefusal("request_replayed");
    for (const [old, madeAt] of this.#seen) {
      if (now - madeAt > 2 * LIFETIME_MS) this.#seen.delete(old);
    }
    this.#seen.set(number, at);
  }
}

function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(given), Buffer.from(expected));
}
