// Checks that a stream's frame is one that the reference promises: data in the shape of its topic, an answer to the
// request that was sent, or a declared refusal. The tests' stream clients pass it everything that they send and
// receive. Streams 3 to 12.

import Type, { type TSchema } from "typebox";
import { errors } from "../rows/errors.ts";
import { type StreamRefusalName, streamRefusals } from "../rows/stream-refusals.ts";
import {
  CHART_INTERVALS,
  errorsOfRequest,
  type OrderRequestType,
  orderRequests,
  streamRequests,
  TOPIC_INTERVALS,
  type TopicRow,
  topics,
} from "../streams/topics.ts";
import { type Check, checkOf } from "./closed-schema.ts";
import { noteProvokedOnStream, noteProvokedRequest } from "./provoked-errors.ts";

type Members = Readonly<Record<string, unknown>>;

const ASSETS = "[A-Za-z0-9]+_[A-Za-z0-9]+";
const PLACEHOLDERS: Readonly<Record<string, string>> = {
  symbol: `PERP_${ASSETS}`,
  index_symbol: `(?:PERP|SPOT)_${ASSETS}`,
  broker_id: "[^$@]+",
  interval: TOPIC_INTERVALS.join("|"),
  chart_interval: CHART_INTERVALS.join("|"),
};

const id = Type.Optional(Type.Union([Type.String(), Type.Number()]));
const ts = Type.Integer();
const event = Type.Enum(["subscribe", "unsubscribe", "auth"]);

const topicChecks = Object.values<TopicRow>(topics).flatMap(({ name, aliases = [], data }) => {
  const check = checkOf(
    Type.Object({ topic: Type.String(), ts, timestamp: Type.Optional(ts), seq: Type.Integer({ minimum: 0 }), data }),
  );
  return [name, ...aliases].map((each) => ({ pattern: patternOf(each, PLACEHOLDERS), check }));
});
const ping = checkOf(Type.Object({ event: Type.Literal("ping") }));
const pong = checkOf(Type.Object({ id, event: Type.Literal("pong"), ts }));
const acknowledgement = checkOf(Type.Object({ id, event, success: Type.Literal(true), ts }));
const refused = checkOf(
  Type.Object({
    id,
    event: Type.Optional(Type.String()),
    success: Type.Literal(false),
    ts,
    errorMsg: Type.String(),
    types: Type.Optional(Type.Array(Type.String())),
    reason: Type.Optional(Type.String()),
    check: Type.Optional(Type.String()),
    expected_text: Type.Optional(Type.String()),
  }),
);
const refusedOrder = checkOf(
  Type.Object({
    id,
    event: Type.Literal("request"),
    success: Type.Literal(false),
    ts,
    errorMsg: Type.String(),
    code: Type.Integer(),
    message: Type.String(),
    detail: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
    check: Type.Optional(Type.String()),
    retry_after_ms: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
);
const answerChecks: Readonly<Record<string, Check>> = {
  orderbook: answerCheck(streamRequests.orderbook.data),
  ...Object.fromEntries(
    Object.entries(orderRequests).map(([type, { endpoint }]) => [type, answerCheck(endpoint.data)]),
  ),
};
const refusalPatterns = (Object.keys(streamRefusals) as StreamRefusalName[]).map((name) => ({
  name,
  pattern: patternOf(streamRefusals[name].text, {}),
}));

export class DeclaredFrames {
  /** The type of each request that was sent, by its id. */
  readonly #types = new Map<unknown, string>();

  /** Call this with each frame that the client sends. */
  sent(frame: string): void {
    // An invalid request is refused, so its type does not matter.
    if (!frame.includes('"request"')) return;
    try {
      const { id, params } = JSON.parse(frame) as { readonly id?: unknown; readonly params?: Members };
      if (typeof params?.type === "string") this.#types.set(id, params.type);
    } catch {}
  }

  /** @throws {Error} with a sentence about what is not as declared */
  assertDeclared(frame: Members): void {
    const complaint = this.#complaintAbout(frame);
    if (complaint === undefined) return;
    const shown = JSON.stringify(frame).slice(0, 400);
    throw new Error(`a frame of the stream is not as declared: ${complaint}\n${shown}`);
  }

  #complaintAbout(frame: Members): string | undefined {
    if (frame.topic !== undefined) return aboutData(frame);
    if (frame.event === "ping") return ping(frame);
    if (frame.event === "pong") return pong(frame);
    if (frame.success !== true) return this.#aboutRefusal(frame);
    return frame.event === "request" ? this.#aboutAnswer(frame) : acknowledgement(frame);
  }

  #aboutAnswer(frame: Members): string | undefined {
    const type = this.#types.get(frame.id);
    const check = answerChecks[type ?? ""];
    return check === undefined ? `the answer to a request of type ${type}` : check(frame);
  }

  #aboutRefusal(frame: Members): string | undefined {
    if (frame.code === undefined) {
      const found = refusalPatterns.find(({ pattern }) => pattern.test(String(frame.errorMsg)));
      if (found === undefined) return "no such refusal; if it should be, add it to `streamRefusals`";
      noteProvokedOnStream(found.name);
      return refused(frame);
    }
    const type = this.#types.get(frame.id) as OrderRequestType;
    if (!(type in orderRequests)) return "a code, and what was asked is no order";
    const declared = errorsOfRequest(type).filter((name) => errors[name].code === frame.code);
    const name = declared.find((each) => String(frame.message).startsWith(errors[each].text)) ?? declared[0];
    if (name === undefined) return `a code that ${type} does not declare`;
    noteProvokedRequest(type, name);
    return refusedOrder(frame);
  }
}

function aboutData(frame: Members): string | undefined {
  const found = topicChecks.find(({ pattern }) => pattern.test(String(frame.topic)));
  return found === undefined ? "no such topic" : found.check(frame);
}

function answerCheck(data: TSchema): Check {
  return checkOf(
    Type.Object({
      id,
      event: Type.Literal("request"),
      success: Type.Literal(true),
      ts,
      data,
      replayed: Type.Optional(Type.Literal(true)),
    }),
  );
}

/** @param placeholders patterns for the `<…>` in the text; a placeholder without one matches anything */
function patternOf(text: string, placeholders: Readonly<Record<string, string>>): RegExp {
  const source = text
    .replace(/[$.]/g, "\\$&")
    .replace(/<(\w+)>/g, (_, name: string) => `(?:${placeholders[name] ?? "[^]*"})`);
  return new RegExp(`^${source}$`);
}
