// Why a frame of a client is refused: `errorMsg` of the answer, as a pattern with `<…>` for what the client wrote. A
// refused frame ends the connection only where it says so. An order over the stream is refused as its endpoint refuses
// it, with a code. Streams 3.1.

interface StreamRefusal {
  readonly errorMsg: string;
  readonly when: string;
}

export const streamRefusals = {
  invalid_topic: {
    errorMsg: "invalid topic <topic>",
    when: "no such topic or interval, a topic of the other stream, or a builder that nobody knows",
  },
  invalid_symbol: { errorMsg: "invalid symbol <symbol>", when: "no such market, also in `params.symbol`" },
  missing_parameter: {
    errorMsg: "missing required parameter <param>",
    when: "no `topic`, `params.type` or `params.symbol`, or one of the three credentials of `auth`",
  },
  auth_failed: {
    errorMsg: "auth failed",
    when: "the credentials of `auth` are not accepted, `reason` says why; the connection is closed with 1008, unless it was authenticated before",
  },
  auth_needed: { errorMsg: "Auth is needed.", when: "a private topic or an order before `auth` succeeded" },
  invalid_message: { errorMsg: "invalid message", when: "no JSON object with an `event`, or a binary frame" },
  invalid_event: { errorMsg: "invalid event <event>", when: "no such event, or `auth` on the public stream" },
  invalid_request_type: {
    errorMsg: "invalid request type <type>",
    when: "no such request on this stream; `types` lists those that there are",
  },
  too_many_subscriptions: { errorMsg: "too many subscriptions", when: "300 topics are subscribed already" },
  rate_limit_exceeded: {
    errorMsg: "rate limit exceeded",
    when: "too many frames; ten within a minute close the connection with 1008",
  },
} as const satisfies Readonly<Record<string, StreamRefusal>>;

export type StreamRefusalName = keyof typeof streamRefusals;
