// How a call fails: the venue refused it (`ApiError`), it could not be sent (`NotSent`), or no readable answer came
// (`AnswerLost`), in which case the client does not know whether it was carried out. Interface 7, errors 1.

export interface Refusal {
  /** HTTP status. */
  readonly status: number;
  /** The interface's error code, such as -1101; null when the answer was plain text from a gateway. */
  readonly code: number | null;
  readonly message: string;
  /** The public query's name for the refusal, such as INVALID_PARAM. */
  readonly error?: string | undefined;
  /** For refused credentials: the check that failed. */
  readonly check?: string | undefined;
  /** The numbers of the failed check, when the venue gives more than the message. */
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
  /** The venue's time of the refusal in milliseconds. */
  readonly venueTimeMs?: number | undefined;
  /** How long to wait before asking again, in milliseconds; only for refusals by a rate limit. */
  readonly retryAfterMs?: number | undefined;
}

export class ApiError extends Error implements Refusal {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: number | null;
  readonly error: string | undefined;
  readonly check: string | undefined;
  readonly detail: Readonly<Record<string, unknown>> | undefined;
  readonly venueTimeMs: number | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(refusal: Refusal) {
    super(refusal.message);
    this.status = refusal.status;
    this.code = refusal.code;
    this.error = refusal.error;
    this.check = refusal.check;
    this.detail = refusal.detail;
    this.venueTimeMs = refusal.venueTimeMs;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** There was no connection to send a request over: nothing happened. */
export class NotSent extends Error {
  override readonly name = "NotSent";

  constructor(what: string, reason: string) {
    super(`${what} was not sent: ${reason}`);
  }
}

/** A call that got no answer, and why none came. */
interface LostCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly attempts: number;
  readonly cause: Error;
  readonly safeAgain: SafeAgain;
}

/**
 * How a call may be sent again without being carried out twice: "by its client_order_id" when all its placements carry one;
 * "by repeat" when it moves funds and `RestClient.repeat` sends the bytes that were signed; otherwise not at all.
 */
type SafeAgain = "by its client_order_id" | "by repeat" | "not";

const ADVICE: Readonly<Record<SafeAgain, string>> = {
  "by its client_order_id": "; sending the same client_order_id again is safe",
  "by repeat": "; rest.repeat(error) is safe for 300 s, a new call is not",
  not: "",
};

export class AnswerLost extends Error {
  override readonly name = "AnswerLost";
  readonly method: string;
  readonly path: string;
  /** The body as sent; a placement's includes the `client_order_id` to look up. */
  readonly body: string;
  /** How often the call was sent without an answer. */
  readonly attempts: number;
  readonly safeAgain: SafeAgain;

  constructor(call: LostCall) {
    const times = call.attempts === 1 ? "once" : `${call.attempts} times`;
    const sent = `no answer to ${call.method} ${call.path}, sent ${times} (${call.cause.message})`;
    super(`${sent}; it may have been carried out${ADVICE[call.safeAgain]}`, { cause: call.cause });
    this.method = call.method;
    this.path = call.path;
    this.body = call.body;
    this.attempts = call.attempts;
    this.safeAgain = call.safeAgain;
  }
}
