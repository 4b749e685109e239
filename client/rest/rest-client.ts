// Sends the call of an endpoint row and returns its answer: signs, limits the time, keeps the venue's clock, and repeats what is
// safe to repeat. Every REST call of the library goes through here. Interface 2.1, 5.2; errors 1, 4 and 6; rules 2.11.

import { NEUTRAL_BRAND } from "@evermark/interface/rows/brand.ts";
import {
  type BodyOf,
  type DataOf,
  type EndpointRow,
  isAnsweredOnce,
  type ParamsOf,
  type QueryOf,
} from "@evermark/interface/rows/endpoint.ts";
import type { AuthCheck } from "@evermark/interface/rows/errors.ts";
import { type Signer, signedHeaders } from "../signing/signed-request.ts";
import { signingTime } from "../signing/signing-time.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { AnswerLost, ApiError } from "./failures.ts";
import { pause } from "./pause.ts";
import { type Repeats, repeatsOf, withClientOrderIds } from "./repeatable.ts";
import { type CallInput, type RequestText, requestText } from "./request-text.ts";
import { VenueClock } from "./venue-clock.ts";

/** Default time limit of one attempt, in milliseconds. */
export const TIMEOUT_MS = 10_000;

export interface RestOptions {
  /** Base URL of the venue, such as `http://127.0.0.1:8196`. */
  readonly baseUrl: string;
  /** The account and key that sign private calls. */
  readonly signer?: Signer | undefined;
  /** The venue's brand, which is part of header and parameter names; default the interface's own `svc`. */
  readonly brand?: string | undefined;
  /** Time limit of one attempt, in milliseconds; default 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a call is sent again after a lost answer or a 503, if that is safe: when it only reads, places orders that
   * carry a `client_order_id` (one is added to placements without it), or moves funds by a request that the venue carries
   * out once. Default 2; 0 sends every call once and unchanged.
   */
  readonly repeatsMax?: number | undefined;
  /** How often a call refused by a rate limit waits the requested time and tries again. Default 0: the refusal is thrown. */
  readonly rateLimitWaitsMax?: number | undefined;
  /** The clock of another client of the same venue, to share what either learns of the venue's time. Default a new clock. */
  readonly clock?: VenueClock | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export interface CallOptions {
  /** Ends the call; its reason is thrown. A request already sent may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** The input of a row's call: the parts that the row declares. */
export interface InputOf<Row extends EndpointRow> {
  readonly params?: ParamsOf<Row>;
  readonly query?: QueryOf<Row>;
  readonly body?: BodyOf<Row>;
}

/** A request, and how often it may be sent. */
interface Outgoing {
  readonly row: EndpointRow;
  readonly request: RequestText;
  readonly repeats: Repeats;
  /** The signed headers, for a request that may only be sent again byte for byte. */
  signed?: Record<string, string> | undefined;
}

export class RestClient {
  readonly clock: VenueClock;
  readonly baseUrl: string;
  readonly signer: Signer | undefined;
  readonly brand: string;
  readonly #options: RestOptions;
  readonly #repeatsMax: number;
  /**
   * Lost requests that may have moved funds. Not stored in the errors: those get logged, and a signature does not
   * belong in a log.
   */
  readonly #lost = new WeakMap<AnswerLost, Outgoing>();

  constructor(options: RestOptions) {
    this.clock = options.clock ?? new VenueClock();
    this.baseUrl = options.baseUrl;
    this.signer = options.signer;
    this.brand = options.brand ?? NEUTRAL_BRAND;
    this.#options = options;
    this.#repeatsMax = options.repeatsMax ?? 2;
  }

  /**
   * Calls an endpoint.
   * @returns the `data` of the answer
   * @throws {ApiError} when the venue refuses, {AnswerLost} when no answer comes
   */
  async call<Row extends EndpointRow>(row: Row, input: InputOf<Row> = {}, options?: CallOptions): Promise<DataOf<Row>> {
    return (await this.send(row, input, options)).data;
  }

  /** Like `call`, but returns the whole answer: with the venue's time, and whether it repeats a first answer. */
  async send<Row extends EndpointRow>(
    row: Row,
    input: InputOf<Row> = {},
    options: CallOptions = {},
  ): Promise<Answer<DataOf<Row>>> {
    const whole = this.#repeatsMax > 0 ? withClientOrderIds(row, input as CallInput) : (input as CallInput);
    const request = requestText(row, whole, this.baseUrl);
    const answer = await this.#insist({ row, request, repeats: repeatsOf(row, whole) }, options);
    return answer as Answer<DataOf<Row>>;
  }

  /**
   * Sends a call that moves funds and got no answer once more, byte for byte: if it was carried out, this returns its
   * answer, and nothing moves again. The signature is valid for 300 seconds; after that, the history shows the outcome.
   * @throws {TypeError} when it was lost by another client, or its `safeAgain` is not `by repeat`
   */
  async repeat(lost: AnswerLost, options: CallOptions = {}): Promise<Answer<unknown>> {
    const outgoing = this.#lost.get(lost);
    if (outgoing === undefined) throw new TypeError(`${lost.method} ${lost.path} is not to be sent again as it was`);
    return this.#insist(outgoing, options, lost.attempts);
  }

  /**
   * Sends until there is an answer, or until another attempt is not allowed.
   * @param lostBefore how often the request was sent before without an answer
   */
  async #insist(outgoing: Outgoing, options: CallOptions, lostBefore = 0) {
    const { repeats: how } = outgoing;
    const repeatsMax = how === "never" ? 0 : this.#repeatsMax;
    let repeats = 0;
    let unanswered = lostBefore;
    let rateLimitWaits = 0;
    let clockWasWrong = false;
    for (;;) {
      const outcome = await this.#attempt(outgoing, options);
      if (!(outcome instanceof Error)) return outcome;
      if (outcome instanceof ApiError) {
        // The refusal brought the venue's time, and a request with a refused signature was not carried out: send it again with
        // that time. But if an earlier attempt may have been carried out, another signature would make it another request.
        const isOther = how === "as sent" && unanswered > 0;
        if (isClockRefusal(outcome) && !clockWasWrong && !isOther) {
          clockWasWrong = true;
          outgoing.signed = undefined;
          continue;
        }
        if (outcome.retryAfterMs !== undefined && rateLimitWaits < (this.#options.rateLimitWaitsMax ?? 0)) {
          rateLimitWaits += 1;
          await pause(outcome.retryAfterMs, options.signal);
          continue;
        }
        if (outcome.status !== 503) throw this.#failureOf(outgoing, outcome, unanswered);
      } else unanswered += 1;
      if (repeats >= repeatsMax) throw this.#failureOf(outgoing, outcome, unanswered);
      await pause(backoffMs(repeats), options.signal);
      repeats += 1;
    }
  }

  /**
   * Sends once.
   * @returns the answer, the refusal, or another error that says why there is no answer
   * @throws the reason of the caller's signal
   */
  async #attempt(outgoing: Outgoing, options: CallOptions) {
    options.signal?.throwIfAborted();
    const { request } = outgoing;
    const headers = outgoing.signed ?? (await this.#headers(outgoing));
    if (outgoing.repeats === "as sent") outgoing.signed = headers;
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs ?? TIMEOUT_MS;
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
    const onAbort = () => limit.abort(options.signal?.reason);
    options.signal?.addEventListener("abort", onAbort);
    try {
      const sentAtMs = Date.now();
      const response = await (this.#options.fetch ?? fetch)(request.url, {
        method: request.method,
        headers,
        // Never from a cache: a cached answer says nothing about the venue now.
        cache: "no-store",
        signal: limit.signal,
        ...(request.body === "" ? {} : { body: request.body }),
      });
      const answer = readAnswer(response, await response.text(), this.brand);
      const { venueTimeMs } = answer;
      if (venueTimeMs !== undefined) this.clock.learn({ venueTimeMs, sentAtMs, receivedAtMs: Date.now() });
      return answer;
    } catch (error) {
      options.signal?.throwIfAborted();
      return error instanceof Error ? error : new Error(String(error));
    } finally {
      clearTimeout(timer);
      options.signal?.removeEventListener("abort", onAbort);
    }
  }

  /**
   * The error to throw. A refusal of the repetition alone, such as by a rate limit, says nothing about the attempt before it.
   */
  #failureOf(outgoing: Outgoing, cause: Error, unanswered: number): Error {
    const { row, request, repeats } = outgoing;
    const saysNothing = cause instanceof ApiError && REFUSED_UNSEEN.has(cause.status);
    const isOpen = !(cause instanceof ApiError) || (saysNothing && unanswered > 0 && row.method !== "GET");
    if (!isOpen) return cause;
    const isPlacement = repeats === "anew" && row.method === "POST";
    const safeAgain = repeats === "as sent" ? "by repeat" : isPlacement ? "by its client_order_id" : "not";
    const lost = new AnswerLost({ ...request, attempts: unanswered, cause, safeAgain });
    if (repeats === "as sent") this.#lost.set(lost, outgoing);
    return lost;
  }

  async #headers({ row, request }: Outgoing): Promise<Record<string, string>> {
    const content: Record<string, string> = request.body === "" ? {} : { "Content-Type": "application/json" };
    if (row.auth !== "signed" && row.auth !== "operator") return content;
    if (this.signer === undefined) throw new Error(`${row.method} ${row.path} is private: it needs credentials`);
    const nowMs = this.clock.now();
    // Two identical requests are meant to be two, so each gets a different time.
    const timestampMs = isAnsweredOnce(row) ? signingTime(this.signer.key.publicKey, nowMs) : nowMs;
    const signed = { ...request, timestampMs };
    return { ...content, ...(await signedHeaders(this.signer, signed, this.brand)) };
  }
}

/** HTTP statuses of refusals made before anything is carried out or recognised. */
const REFUSED_UNSEEN: ReadonlySet<number> = new Set([401, 429, 503]);

/** The check that fails when a request's signed time is too far from the venue's. */
const CLOCK: AuthCheck = "timestamp";

function isClockRefusal({ check, venueTimeMs }: ApiError): boolean {
  return check === CLOCK && venueTimeMs !== undefined;
}

/** 100 ms, doubled each time up to 5 s, minus a random part of up to half, so that clients do not come back in step. */
function backoffMs(repeats: number): number {
  return Math.min(100 * 2 ** repeats, 5_000) * (0.5 + Math.random() / 2);
}
