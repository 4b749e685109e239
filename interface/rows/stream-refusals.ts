// The refusals of client frames. Streams 3.1. In a file separate from the refusals of calls, of which the trading page
// needs only name, code and status.

import { errors } from "./errors.ts";

interface StreamRefusal {
  /** The answer's `errorMsg`, with `<…>` for what the client wrote. */
  readonly text: string;
  readonly when: string;
}

/**
 * Refusals of client frames, identified by their text alone, because such an answer has no code. A refusal ends the
 * connection only where that is noted. An order over the stream is refused as its endpoint refuses it. Streams 3.1.
 */
export const streamRefusals = {
  invalid_topic: {
    text: "invalid topic <topic>",
    when: "the topic or interval does not exist, the topic belongs to the other stream, or the builder is unknown",
  },
  invalid_symbol: { text: "invalid symbol <symbol>", when: "the market does not exist, also for `params.symbol`" },
  missing_parameter: {
    text: "missing required parameter <param>",
    when: "`topic`, `params.type`, `params.symbol` or one of the three credentials of `auth` is missing",
  },
  auth_failed: {
    text: "auth failed",
    when: "the credentials of `auth` are not accepted, for the stated `reason`; the connection is closed with 1008 unless it was already authenticated",
  },
  auth_needed: { text: "Auth is needed.", when: "a private topic or an order was requested before `auth` succeeded" },
  invalid_message: { text: "invalid message", when: "the frame is not a JSON object with an `event`, or is binary" },
  invalid_event: { text: "invalid event <event>", when: "the event does not exist, or is `auth` on the public stream" },
  invalid_request_type: {
    text: "invalid request type <type>",
    when: "the request does not exist on this stream; `types` lists the ones that do",
  },
  too_many_subscriptions: { text: "too many subscriptions", when: "300 topics are already subscribed" },
  rate_limit_exceeded: {
    text: errors.rate_limit_exceeded.text,
    when: "too many frames; ten such refusals within a minute close the connection with 1008",
  },
} as const satisfies Readonly<Record<string, StreamRefusal>>;

export type StreamRefusalName = keyof typeof streamRefusals;

/** The text of a refusal, with what the client wrote in place of `<…>`. */
export function streamRefusalText(name: StreamRefusalName, written = ""): string {
  return streamRefusals[name].text.replace(/<\w+>/, () => written);
}
