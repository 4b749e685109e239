// Polls until a process has ended, surviving lost answers, or until the caller gives up.

import { HttpRequestError, TimeoutError } from "viem";
import { AnswerLost, ApiError } from "../rest/failures.ts";
import { pause } from "../rest/pause.ts";

export interface Patience {
  /** Ends the polling; its reason is thrown. Requests and transactions already sent are not affected. */
  readonly signal?: AbortSignal | undefined;
  /** How often to look, in milliseconds; default 1,000. */
  readonly pollMs?: number | undefined;
  /** Called for each poll that got no answer, from the venue or from a node of the chain. Polling continues. */
  readonly onUnanswered?: ((error: Error) => void) | undefined;
}

/** How many polls may find nothing at all before it is given up: the id may be mistyped, or belong elsewhere. */
export const LOOKS_FOR_UNKNOWN = 10;

/**
 * Polls until `look` finds something.
 * @param look resolves with undefined while there is nothing yet
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

/** Whether the error is temporary: no answer came, or the venue asked to come back later. */
function isPassing(error: unknown): error is Error {
  // Where the chain is reached through the venue, the venue's error is a cause inside viem's.
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof ApiError) return each.status === 429 || each.status === 503;
    if (each instanceof AnswerLost || each instanceof HttpRequestError || each instanceof TimeoutError) return true;
  }
  return false;
}

/** A person at a wallet can take any amount of time; an aborted signal frees the caller from waiting. */
export function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
