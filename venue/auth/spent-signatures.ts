// Which signed requests were answered how, of all that change something. The account's header is no part of what is signed,
// and a main account's key signs for its sub-accounts as well: without this, a request that was seen on its way could be
// sent again, for another account of the same owner or for the same one. So one signature is good for one account, once: the
// same request again is given its first answer, and for another account it is refused. Interface 5.2, rules 2.11.
//
// Kept for as long as the signature itself is good, in memory; what was signed before the last command of the process before
// this one may have been answered by it, and is to be signed anew. (Only a request that was signed ahead of the venue's
// time just before a crash could be answered a second time.) Of answers the latest are kept whole; of the others it is known
// that there was one.

import type { ApiError } from "../wire/api-error.ts";
import { TIMESTAMP_WINDOW_MS } from "./authenticate.ts";

const ANSWERS_KEPT = 32_768;
/** Requests are forgotten by the span in which they were signed. */
const SPAN_MS = 30_000;

/** What a request came to, before it is put into an envelope. */
export interface Outcome {
  readonly refused: ApiError | null;
  readonly data: unknown;
}

interface Answered {
  readonly account: number;
  outcome: Promise<Outcome> | null;
}

/** What is known of a request: it is new; its answer, which may be on its way; that there was one; or whose it was. */
export type Known =
  | { readonly is: "new" }
  | { readonly is: "answered"; readonly outcome: Promise<Outcome> }
  | { readonly is: "spent" }
  | { readonly is: "another account's" }
  | { readonly is: "older than the venue" };

interface Signed {
  /** As of `SpentSignatures.nameOf`. */
  readonly name: bigint;
  readonly account: number;
  /** The time that was signed. */
  readonly signedAt: number;
}

export class SpentSignatures {
  readonly #spans = new Map<number, Map<bigint, Answered>>();
  /** Those whose outcome is kept, oldest first; a ring. */
  readonly #kept: (Answered | undefined)[] = [];
  readonly #keptMax: number;
  #next = 0;
  readonly #formerUntil: number;
  #sweptAt = 0;
  // A name that cannot be predicted: two requests that share one by chance are too rare to be met, and cannot be made.
  readonly #seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;

  /** @param formerUntil venue time up to which a former process may have answered; 0 when there was none */
  constructor(formerUntil: number, keptMax = ANSWERS_KEPT) {
    this.#formerUntil = formerUntil;
    this.#keptMax = keptMax;
  }

  /** How many requests are remembered. */
  get size(): number {
    let size = 0;
    for (const span of this.#spans.values()) size += span.size;
    return size;
  }

  /**
   * @param head the key and the text that it signed, up to the body
   * @returns what no other text is called
   */
  nameOf(head: string, body: Uint8Array): bigint {
    const name = Bun.hash.wyhash(head, this.#seed);
    return body.length === 0 ? name : Bun.hash.wyhash(body, name);
  }

  /** What is known of a request whose signature is right; looked up before it is carried out. */
  find({ name, account, signedAt }: Signed): Known {
    const answered = this.#spans.get(spanOf(signedAt))?.get(name);
    if (answered === undefined) return { is: signedAt <= this.#formerUntil ? "older than the venue" : "new" };
    if (answered.account !== account) return { is: "another account's" };
    return answered.outcome === null ? { is: "spent" } : { is: "answered", outcome: answered.outcome };
  }

  /** Remembers a request that is being carried out. @param now venue time */
  remember({ name, account, signedAt }: Signed, outcome: Promise<Outcome>, now: number): void {
    this.#forget(now);
    const answered: Answered = { account, outcome };
    const number = spanOf(signedAt);
    const span = this.#spans.get(number);
    if (span === undefined) this.#spans.set(number, new Map([[name, answered]]));
    else span.set(name, answered);
    const former = this.#kept[this.#next];
    if (former !== undefined) former.outcome = null;
    this.#kept[this.#next] = answered;
    this.#next = (this.#next + 1) % this.#keptMax;
  }

  /** Of a request of which it is certain that nothing happened: it may be sent again as it is. */
  release({ name, signedAt }: Signed): void {
    this.#spans.get(spanOf(signedAt))?.delete(name);
  }

  /** What was signed too long ago to be taken at all. */
  #forget(now: number): void {
    if (now < this.#sweptAt + SPAN_MS) return;
    this.#sweptAt = now;
    const oldest = spanOf(now - TIMESTAMP_WINDOW_MS);
    for (const number of this.#spans.keys()) if (number < oldest) this.#spans.delete(number);
  }
}

function spanOf(signedAt: number): number {
  return Math.floor(signedAt / SPAN_MS);
}
