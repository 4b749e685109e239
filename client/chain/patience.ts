// Following something to its end: asking again and again, through answers that get lost, until it is over or the caller
// gives up.

import { HttpRequestError, TimeoutError } from "viem";
import { AnswerLost, ApiError } from "../rest/failures.ts";
import { pause } from "../rest/pause.ts";

export interface Patience {
  /** Ends the waiting; its reason is thrown. What was sent goes on by itself. */
  readonly signal?: AbortSignal | undefined;
  /** How often to look, in milliseconds; default 1,000. */
  readonly pollMs?: number | undefined;
  /** Called with each look that got no answer, from the venue or from a node of the chain. It is looked again. */
  readonly onUnanswered?: ((error: Error) => void) | undefined;
}

/** What is still unknown after so many looks is not waited for: it may be mistyped, or belong elsewhere. */
export const LOOKS_FOR_UNKNOWN = 10;

/**
 * Looks until there is something.
 * @param look undefined while there is nothing yet
 */
export async function until<Found>(look: () => Promise<Found | undefined>, patience: Patience): Promise<Found> {
  const { signal, pollMs = 1_000, onUnanswered } = patience;
  for (;;) {
    signal?.throwIfAborted();
    const found = await look().catch((error: unknown) => {
      if (!isPassing(error)) throw error;
      onUnanswered?.(error);
      return undefined;
    });
    if (found !== undefined) return found;
    await pause(pollMs, signal);
  }
}

/** What will be different in a moment: no answer came, or the venue asked to come back later. */
function isPassing(error: unknown): error is Error {
  // Where the chain is asked through the venue, what the venue said lies under what viem says.
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ApiError) return each.status === 429 || each.status === 503;
    if (each instanceof AnswerLost || each instanceof HttpRequestError || each instanceof TimeoutError) return true;
  }
  return false;
}

/** A person at a wallet can take any time: the caller need not wait for him. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
