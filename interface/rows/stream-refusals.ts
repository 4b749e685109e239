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
    when: "no such topic or interval, a topic of the other stream, or an unknown builder",
  },
  invalid_symbol: { text: "invalid symbol <symbol>", when: "no such market, also in `params.symbol`" },
  missing_parameter: {
    text: "missing required parameter <param>",
    when: "no `topic`, `params.type` or `params.symbol`, or one of the three credentials of `auth`",
  },
  auth_failed: {
    text: "auth failed",
    when: "the credentials of `auth` are not accepted, `reason` says why; the connection is closed with 1008, unless it was authenticated before",
  },
  auth_needed: { text: "Auth is needed.", when: "a private topic or an order before `auth` succeeded" },
  invalid_message: { text: "invalid message", when: "no JSON object with an `event`, or a binary frame" },
  invalid_event: { text: "invalid event <event>", when: "no such event, or `auth` on the public stream" },
  invalid_request_type: {
    text: "invalid request type <type>",
    when: "no such request on this stream; `types` lists those that there are",
  },
  too_many_subscriptions: { text: "too many subscriptions", when: "300 topics are subscribed already" },
  rate_limit_exceeded: {
    text: errors.rate_limit_exceeded.text,
    when: "too many frames; ten within a minute close the connection with 1008",
  },
} as const satisfies Readonly<Record<string, StreamRefusal>>;

export type StreamRefusalName = keyof typeof streamRefusals;

/** The text of a refusal, with what the client wrote in place of `<…>`. */
export function streamRefusalText(name: StreamRefusalName, written = ""): string {
  return streamRefusals[name].text.replace(/<\w+>/, () => written);
}
