// Sends a row's call and gives back its answer: signs, sets a time limit, keeps the clock, and repeats what is safe to
// repeat. Every REST call of the library goes through here. Interface 2.1, 5.2; errors 1, 4 and 6; rules 2.11.

import type { BodyOf, DataOf, EndpointRow, ParamsOf, QueryOf } from "@evermark/interface/endpoint.ts";
import { NEUTRAL_BRAND, type Signer, signedHeaders } from "../signing/signed-request.ts";
import { signingTime } from "../signing/signing-time.ts";
import { type Answer, readAnswer } from "./answer.ts";
import { VenueClock } from "./clock.ts";
import { AnswerLost, ApiError } from "./failures.ts";
import { pause } from "./pause.ts";
import { isRepeatable, withClientOrderIds } from "./repeatable.ts";
import { type CallInput, type RequestText, requestText } from "./request-text.ts";

/** How long one attempt may take, unless told otherwise. */
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
   * How often a call is sent again after a lost answer or a 503, if that is safe: when it only reads, or places orders
   * that carry a `client_order_id` (placements are given one), or is carried out once per signed request. Default 2; 0 sends
   * everything once, and as it is.
   */
  readonly repeatsMax?: number | undefined;
  /** How often a call that a rate limit refused waits as told and tries again. Default 0: the refusal is thrown. */
  readonly rateLimitWaitsMax?: number | undefined;
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

export class RestClient {
  readonly clock = new VenueClock();
  readonly baseUrl: string;
  readonly signer: Signer | undefined;
  readonly brand: string;
  readonly #options: RestOptions;
  readonly #repeatsMax: number;

  constructor(options: RestOptions) {
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
    const answer = await this.#insist(row, request, isRepeatable(row, whole), options);
    return answer as Answer<DataOf<Row>>;
  }

  /** Sends until there is an answer, or nothing more that may be done about having none. */
  async #insist(row: EndpointRow, request: RequestText, canRepeat: boolean, options: CallOptions) {
    const repeatsMax = canRepeat ? this.#repeatsMax : 0;
    const isPlacement = canRepeat && row.once !== true && row.method === "POST";
    let headers: Record<string, string> | undefined;
    let repeats = 0;
    let rateLimitWaits = 0;
    let clockWasWrong = false;
    for (;;) {
      options.signal?.throwIfAborted();
      // Of what is carried out once per signed request, a new signature would be carried out as well.
      headers = row.once === true && headers !== undefined ? headers : await this.#headers(row, request);
      const outcome = await this.#attempt(request, headers, options);
      if (!(outcome instanceof Error)) return outcome;
      if (outcome instanceof ApiError) {
        if (isClockRefusal(outcome) && !clockWasWrong) {
          // The refusal brought the venue's time, and a refused signature was not carried out: once more with that time.
          clockWasWrong = true;
          headers = undefined;
          continue;
        }
        if (outcome.retryAfterMs !== undefined && rateLimitWaits < (this.#options.rateLimitWaitsMax ?? 0)) {
          rateLimitWaits += 1;
          await pause(outcome.retryAfterMs, options.signal);
          continue;
        }
        if (outcome.status !== 503) throw outcome;
      }
      if (repeats >= repeatsMax) {
        if (outcome instanceof ApiError) throw outcome;
        throw new AnswerLost({ ...request, attempts: repeats + 1, cause: outcome, isRepeatable: isPlacement });
      }
      await pause(backoffMs(repeats), options.signal);
      repeats += 1;
    }
  }

  /**
   * Sends once.
   * @returns the answer, the refusal, or as another error why there is no answer
   * @throws the reason of the caller's signal
   */
  async #attempt(request: RequestText, headers: Record<string, string>, options: CallOptions) {
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

  async #headers(row: EndpointRow, request: RequestText): Promise<Record<string, string>> {
    const content: Record<string, string> = request.body === "" ? {} : { "Content-Type": "application/json" };
    if (row.auth !== "signed") return content;
    if (this.signer === undefined) throw new Error(`${row.method} ${row.path} is private: it needs credentials`);
    const now = this.clock.now();
    // What is alike and signed in one millisecond is one request to the venue, and carried out once.
    const timestampMs = row.once === true ? signingTime(this.signer.key.publicKey, now) : now;
    const signed = { ...request, timestampMs };
    return { ...content, ...(await signedHeaders(this.signer, signed, this.brand)) };
  }
}

function isClockRefusal(refusal: ApiError): boolean {
  return refusal.status === 401 && refusal.message === "timestamp is out of range" && refusal.venueTimeMs !== undefined;
}

/** 100 ms, doubled each time up to 5 s, of which a random half is taken off so that clients do not come back in step. */
function backoffMs(repeats: number): number {
  return Math.min(100 * 2 ** repeats, 5_000) * (0.5 + Math.random() / 2);
}
