// Order entry over the private stream: methods from the rows of its requests, with the inputs and answers of their
// endpoints. Orders need no signature and no HTTP request each, and are carried out in the order of the calls. A request
// lost with its connection is reported as lost and never sent again automatically: an order from a moment ago may be wrong
// by now. A connection that takes no orders is replaced by one that does.

import { errors } from "@evermark/interface/rows/errors.ts";
import {
  type OrderRequestData,
  type OrderRequestParams,
  type OrderRequestType,
  orderRequestParams,
  orderRequests,
} from "@evermark/interface/streams/topics.ts";
import { AnswerLost, ApiError, NotSent } from "../rest/failures.ts";
import { isNamedPlacement, withClientOrderIds } from "../rest/repeatable.ts";
import { type CallInput, type JsonSchema, jsonText, requestText } from "../rest/request-text.ts";
import type { Frame, Stream } from "./stream.ts";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<Tail>}` : Name;
type MethodOf<T extends OrderRequestType> = T extends `order.${infer Name}` ? Camel<Name> : never;

/**
 * Placements without a `client_order_id` are given one.
 * @throws {ApiError} when the venue refuses, {NotSent} when there is no connection to send over, {AnswerLost} when the
 *   connection or the time ended before the answer came
 */
type Method<T extends OrderRequestType> =
  Partial<OrderRequestParams<T>> extends OrderRequestParams<T>
    ? (params?: OrderRequestParams<T>) => Promise<OrderRequestData<T>>
    : (params: OrderRequestParams<T>) => Promise<OrderRequestData<T>>;

/** `place`, `amend`, `cancel`, `cancelAll` and `batch`. */
export type StreamOrders = { readonly [T in OrderRequestType as MethodOf<T>]: Method<T> };

/** @param timeoutMs how long the connection may take to open, and then the answer to come */
export function streamOrders(stream: Stream, timeoutMs: number): StreamOrders {
  const methods = Object.keys(orderRequests).map((type) => [
    methodOf(type),
    (params: Members = {}) => ask(stream, type as OrderRequestType, params, timeoutMs),
  ]);
  return Object.fromEntries(methods);
}

type Members = Readonly<Record<string, unknown>>;

function methodOf(type: string): string {
  return type.slice("order.".length).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

async function ask(stream: Stream, type: OrderRequestType, params: Members, timeoutMs: number): Promise<unknown> {
  const row = orderRequests[type];
  const takesBody = "body" in row.endpoint;
  const input = withClientOrderIds(row.endpoint, takesBody ? { body: params } : { query: params });
  const members = jsonText({ type, ...input.body, ...input.query }, orderRequestParams(row) as JsonSchema);
  const outcome = await stream.askAtOnce(`"event":"request","params":${members}`, timeoutMs);
  switch (outcome.is) {
    case "answered":
      if (takesNoOrders(outcome.frame)) stream.reopen("the connection only reads");
      return dataOf(outcome.frame);
    case "not_sent":
      throw new NotSent(type, outcome.reason);
    case "lost":
      throw lost(type, input, new Error(outcome.reason));
  }
}

function dataOf(frame: Frame): unknown {
  if (frame.success === true) return frame.data;
  const { code, message, errorMsg, detail, ts, retry_after_ms } = frame;
  throw new ApiError({
    status: statusOf(code),
    code: typeof code === "number" ? code : null,
    message: String(message ?? errorMsg ?? "refused without a reason"),
    detail: typeof detail === "object" && detail !== null ? { ...detail } : undefined,
    venueTimeMs: typeof ts === "number" ? ts : undefined,
    retryAfterMs: typeof retry_after_ms === "number" ? retry_after_ms : undefined,
  });
}

/**
 * Another connection with the same timestamp came first, or the venue has restarted since: a new connection gets a new signature.
 */
function takesNoOrders({ success, code, check }: Frame): boolean {
  return success === false && code === errors.unauthorized.code && check === "timestamp";
}

/** The HTTP status that REST would have answered with. A frame that reached no endpoint has no code. */
function statusOf(code: unknown): number {
  return Object.values(errors).find((entry) => entry.code === code)?.http ?? 400;
}

/** The same error as from the endpoint, so that a request lost here can be repeated over REST. */
function lost(type: OrderRequestType, input: CallInput, cause: Error): AnswerLost {
  const { endpoint } = orderRequests[type];
  const request = requestText(endpoint, input, "http://venue");
  const isSafe = isNamedPlacement(endpoint, input);
  return new AnswerLost({ ...request, attempts: 1, cause, safeAgain: isSafe ? "by its client_order_id" : "not" });
}
