// Remembers how each signed request that changes something was answered. The account's header is not part of what is signed,
// and a main account's key also signs for its sub-accounts: without this, an intercepted request could be sent again, for
// another account of the same owner or for the same one. So one signature is valid for one account, once: the same request
// again gets its first answer, and for another account it is refused. Interface 5.2, rules 2.11.
//
// Requests are remembered for as long as their signature is valid, in memory. A request signed before the last command of the
// previous process may have been answered by that process, and has to be signed again. (Only a request that was signed ahead of
// the venue's time just before a crash could be answered twice.) The latest answers are kept whole; of earlier ones it is only
// known that there was one.

import type { ApiError } from "../wire/api-error.ts";
import { TIMESTAMP_WINDOW_MS } from "./authenticate.ts";

const ANSWERS_KEPT = 32_768;
/** Requests are forgotten together with all others signed in the same span of this length. */
const SPAN_MS = 30_000;

/** The outcome of a request, before it is put into an envelope. */
export interface Outcome {
  readonly refused: ApiError | null;
  readonly data: unknown;
}

interface AnsweredOnce {
  readonly account: number;
  outcome: Promise<Outcome> | null;
}

/** What is known of a request: it is new; its answer, possibly pending; that there was one; or that it was another account's. */
export type RequestOutcome =
  | { readonly is: "new" }
  | { readonly is: "answered"; readonly outcome: Promise<Outcome> }
  | { readonly is: "spent" }
  | { readonly is: "another account's" }
  | { readonly is: "older than the venue" };

interface SignedRequestKey {
  /** As returned by `SpentSignatures.nameOf`. */
  readonly name: bigint;
  readonly account: number;
  /** The timestamp in the signed text. */
  readonly signedAt: number;
}

export class SpentSignatures {
  readonly #spans = new Map<number, Map<bigint, AnsweredOnce>>();
  /** A ring of the requests whose outcome is kept, oldest first. */
  readonly #kept: (AnsweredOnce | undefined)[] = [];
  readonly #keptMax: number;
  #next = 0;
  readonly #formerUntil: number;
  #sweptAt = 0;
  // Makes names unpredictable: two requests with the same name by chance are too rare to occur, and can't be constructed.
  readonly #seed = crypto.getRandomValues(new BigUint64Array(1))[0]!;

  /** @param formerUntil venue time until which an earlier process may have answered; 0 when there was none */
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
   * @returns a name that no other text has
   */
  nameOf(head: string, body: Uint8Array): bigint {
    const name = Bun.hash.wyhash(head, this.#seed);
    return body.length === 0 ? name : Bun.hash.wyhash(body, name);
  }

  /** What is known of a request with a valid signature; to be looked up before it is carried out. */
  find({ name, account, signedAt }: SignedRequestKey): RequestOutcome {
    const answered = this.#spans.get(spanOf(signedAt))?.get(name);
    if (answered === undefined) return { is: signedAt <= this.#formerUntil ? "older than the venue" : "new" };
    if (answered.account !== account) return { is: "another account's" };
    return answered.outcome === null ? { is: "spent" } : { is: "answered", outcome: answered.outcome };
  }

  /** Remembers a request that is being carried out. @param now venue time */
  remember({ name, account, signedAt }: SignedRequestKey, outcome: Promise<Outcome>, now: number): void {
    this.#forget(now);
    const answered: AnsweredOnce = { account, outcome };
    const number = spanOf(signedAt);
    const span = this.#spans.get(number);
    if (span === undefined) this.#spans.set(number, new Map([[name, answered]]));
    else span.set(name, answered);
    const former = this.#kept[this.#next];
    if (former !== undefined) former.outcome = null;
    this.#kept[this.#next] = answered;
    this.#next = (this.#next + 1) % this.#keptMax;
  }

  /** Forgets a request that certainly did nothing, so that it may be sent again unchanged. */
  release({ name, signedAt }: SignedRequestKey): void {
    this.#spans.get(spanOf(signedAt))?.delete(name);
  }

  /** Forgets requests whose timestamp is too old to be accepted at all. */
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
