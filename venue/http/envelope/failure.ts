// Turns what a handler threw into an answer. Anything but a refusal is a fault of ours: it is logged under an id that the
// answer names, and nothing else leaks. Errors 1.

import { HistoryUnavailable } from "../../history/index.ts";
import type { Venue } from "../../venue.ts";
import { ApiError, refusal, refusalOf } from "../../wire/api-error.ts";

/** @param asked what the log records of the request */
export function failureOf({ log }: Venue, thrown: unknown, asked: Readonly<Record<string, unknown>>): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (thrown instanceof HistoryUnavailable) return refusalOf({ unavailable: thrown.publicReason });
  const requestId = crypto.randomUUID();
  log.error({ err: thrown, requestId, ...asked }, "a request failed");
  return refusal("unknown").with({ request_id: requestId });
}
