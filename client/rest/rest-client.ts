// Sends a row's call and gives back its answer: signs, sets a time limit, keeps the clock, and repeats what is safe to
// repeat. Every REST call of the library goes through here. Interface 2.1, 5.2; errors 1, 4 and 6; rules 2.11.

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
import { VenueClock } from "./clock.ts";
import { AnswerLost, ApiError } from "./failures.ts";
import { pause } from "./pause.ts";
import { type Repeats, repeatsOf, withClientOrderIds } from "./repeatable.ts";
import { type CallInput, type RequestText, requestText } from "./request-text.ts";

/** How long one attempt may take, unless an option says otherwise. */
export const TIMEOUT_MS = 10_000;

export interface RestOptions {
  /** Where the venue is, such as `http://127.0.0.1:8196`. */
  readonly baseUrl: string;
  /** Who signs private calls. */
  readonly signer?: Signer | undefined;
  /** The brand of the venue, which header and parameter names carry; default the interface's own `svc`. */
  readonly brand?: string | undefined;
  /** How long one attempt may take; default 10,000. */
  readonly timeoutMs?: number | undefined;
  /**
   * How often a call is sent again after a lost answer or a 503, if that is safe: when it only reads, places orders that
   * carry a `client_order_id` (placements are given one), or moves funds by a request that the venue carries out once.
   * Default 2; 0 sends everything once, and as it is.
   */
  readonly repeatsMax?: number | undefined;
  /** How often a call that a rate limit refused waits as asked and tries again. Default 0: the refusal is thrown. */
  readonly rateLimitWaitsMax?: number | undefined;
  /**
   * The clock of another client of the same venue: what one has learned of the venue's time, all of them know. Default a
   * clock of its own.
   */
  readonly clock?: VenueClock | undefined;
  /** In place of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

export interface CallOptions {
  /** Ends the call; its reason is thrown. What was sent may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
}

/** What a row's call takes: the parts that the row declares. */
export interface InputOf<Row extends EndpointRow> {
  readonly params?: ParamsOf<Row>;
  readonly query?: QueryOf<Row>;
  readonly body?: BodyOf<Row>;
}

/** What goes out, as often as it may. */
interface Outgoing {
  readonly row: EndpointRow;
  readonly request: RequestText;
  readonly repeats: Repeats;
  /** Of what may be sent again only as it was. */
  signed?: Record<string, string> | undefined;
}

export class RestClient {
  readonly clock: VenueClock;
  readonly baseUrl: string;
  readonly signer: Signer | undefined;
  readonly brand: string;
  readonly #options: RestOptions;
  readonly #repeatsMax: number;
  /** What moved funds, perhaps. Not within the errors: they are logged, and a signature does not belong in a log. */
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
   * @throws {ApiError} when the venue refuses, {AnswerLost} when no answer can be had
   */
  async call<Row extends EndpointRow>(row: Row, input: InputOf<Row> = {}, options?: CallOptions): Promise<DataOf<Row>> {
    return (await this.send(row, input, options)).data;
  }

  /** As `call`, with what stands beside the data: the venue's time, and whether it is a first answer again. */
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
   * Sends a call that moves funds and got no answer once more, byte for byte: if it was carried out, this is its answer,
   * and nothing moves again. The signature is good for 300 seconds; after that the history shows what became of it.
   * @throws {TypeError} when it was lost by another client, or its `safeAgain` is not `by repeat`
   */
  async repeat(lost: AnswerLost, options: CallOptions = {}): Promise<Answer<unknown>> {
    const outgoing = this.#lost.get(lost);
    if (outgoing === undefined) throw new TypeError(`${lost.method} ${lost.path} is not to be sent again as it was`);
    return this.#insist(outgoing, options, lost.attempts);
  }

  /**
   * Sends until there is an answer, or nothing more that may be done about having none.
   * @param lostBefore how often it was sent before, without an answer
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
        // The refusal brought the venue's time, and a refused signature was not carried out: once more with that time. But
        // if an earlier one may have been, another signature would be another request.
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
   * @returns the answer, the refusal, or as another error why there is no answer
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
        // Without a cache in between: an answer from yesterday's cache is no answer.
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

  /** What is thrown. A refusal of the repetition alone, such as by a rate limit, says nothing of the one before it. */
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
    // Two requests that are alike are meant to be two.
    const timestampMs = isAnsweredOnce(row) ? signingTime(this.signer.key.publicKey, nowMs) : nowMs;
    const signed = { ...request, timestampMs };
    return { ...content, ...(await signedHeaders(this.signer, signed, this.brand)) };
  }
}

/** HTTP statuses of refusals that come before anything is carried out or recognised. */
const REFUSED_UNSEEN: ReadonlySet<number> = new Set([401, 429, 503]);

/** The check that a request fails whose signed time is not the venue's. */
const CLOCK: AuthCheck = "timestamp";

function isClockRefusal({ check, venueTimeMs }: ApiError): boolean {
  return check === CLOCK && venueTimeMs !== undefined;
}

/** 100 ms, doubled each time up to 5 s, of which a random half is taken off so that clients do not come back in step. */
function backoffMs(repeats: number): number {
  return Math.min(100 * 2 ** repeats, 5_000) * (0.5 + Math.random() / 2);
}
