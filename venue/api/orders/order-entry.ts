// Order entry over the private stream: an endpoint's own handler, schema, scope and bucket, asked for by another name.
// What falls away is the signature of each request, because the connection has proved whose key it is; whether that key
// is still bound and may trade is asked each time. Interface 4.4, errors 4 to 7.

import type { EndpointRow } from "@evermark/interface/endpoint.ts";
import { orderRequests } from "@evermark/interface/topics.ts";
import type { Caller } from "../../auth/caller.ts";
import { denied } from "../../auth/denied.ts";
import { requireScope, scopesOf } from "../../auth/scopes.ts";
import { findSigningKey, requireAddress } from "../../auth/signing-key.ts";
import { ApiError } from "../../http/envelope/api-error.ts";
import { replayedHeader } from "../../http/envelope/envelope.ts";
import { failureOf } from "../../http/envelope/failure.ts";
import { type JsonObject, mayLoseDigits, parseJsonObject } from "../../http/input/json-body.ts";
import { Validator } from "../../http/input/validation.ts";
import { type Bucket, overLimit, type RateLimits } from "../../http/limits/rate-limits.ts";
import type { Binding, Context, RawContext, Reply, RequestFacts } from "../../http/routes/binding.ts";
import { refusePreview } from "../../http/routes/preview-refusal.ts";
import type { EndpointMetrics } from "../../operation/metrics.ts";
import type { OrderAnswer, OrderEntry, OrderRequest, OrderSender } from "../../streams/order-entry.ts";
import type { Venue } from "../../venue.ts";

const nothing: JsonObject = {};
const SPENT_TIMESTAMP =
  "this connection's timestamp had been used before, or is older than the venue's last start: " +
  "to place orders, connect with a new one, signed anew";

/**
 * @param bindings of which those that the requests name are used
 * @param limits those of the API
 * @throws {Error} when a request names an endpoint that nothing answers
 */
export function orderEntry(venue: Venue, bindings: readonly Binding[], limits: RateLimits): OrderEntry {
  const requests = Object.entries(orderRequests).map(([type, { endpoint }]) => {
    const binding = bindings.find(({ row }) => row === endpoint);
    if (binding === undefined) throw new Error(`nothing answers ${endpoint.method} ${endpoint.path}`);
    return [type, new BoundRequest(venue, type, binding, limits)] as const;
  });
  return new Map(requests);
}

class BoundRequest implements OrderRequest {
  readonly #type: string;
  readonly #binding: Binding;
  readonly #limits: RateLimits;
  readonly #bucket: Bucket;
  readonly #validator: Validator;
  readonly #takesBody: boolean;
  /** The schema refuses members that it does not name; others ignore them, and so the `type` beside them. */
  readonly #isClosed: boolean;
  readonly #metrics: EndpointMetrics;
  readonly #total: { observe(ms: number): void };
  readonly #replayed: string;

  constructor(venue: Venue, type: string, binding: Binding, limits: RateLimits) {
    const { body, query, blankMessage } = binding.row;
    const schema = body ?? query;
    if (schema === undefined) throw new Error(`${type} takes nothing`);
    this.#type = type;
    this.#binding = binding;
    this.#limits = limits;
    this.#bucket = limits.bucket(binding.row);
    this.#takesBody = body !== undefined;
    this.#isClosed = "additionalProperties" in schema && schema.additionalProperties === false;
    this.#validator = new Validator(schema, { blankMessage });
    this.#metrics = venue.metrics.endpoint(type);
    this.#total = venue.metrics.stages.total;
    this.#replayed = replayedHeader(venue.configuration.brand);
  }

  admit(sender: OrderSender): Caller {
    const { venue, account, key: text, takesOrders } = sender;
    try {
      if (!takesOrders) throw denied("timestamp", "unauthorized", SPENT_TIMESTAMP);
      const now = venue.clock.now();
      const key = findSigningKey(venue, account, text);
      if (key === undefined) throw denied("api_key", "unauthorized", "api key error");
      requireAddress(key, sender);
      const scopes = scopesOf(key.scope);
      requireScope(scopes, this.#binding.row.scopes);
      count(this.#limits, this.#bucket, account);
      return { account, ownerAccount: key.account, key: text, scopes, timestamp: now };
    } catch (error) {
      if (error instanceof ApiError) this.#metrics.answered(error.status);
      throw error;
    }
  }

  async carryOut(
    sender: OrderSender,
    caller: Caller,
    params: JsonObject,
    text: string,
  ): Promise<OrderAnswer | ApiError> {
    const startedAt = performance.now();
    const { venue } = sender;
    try {
      const sent = mayLoseDigits(text) ? exactParams(text) : params;
      const input = this.#isClosed ? withoutType(sent) : sent;
      const facts = factsOf(this.#binding.row, sender.ip, caller.timestamp);
      const asked = new Asked(venue, caller, facts, this.#limits, this.#replayed);
      this.#fill(asked, input);
      // The row made this context what its handler takes; see `bind`.
      const data = await this.#binding.handle(asked as unknown as Context<EndpointRow>);
      this.#metrics.answered(200);
      return { data, isReplayed: asked.isReplayed };
    } catch (error) {
      const failure = failureOf(venue, error, { request: this.#type });
      this.#metrics.answered(failure.status);
      return failure;
    } finally {
      this.#total.observe(performance.now() - startedAt);
    }
  }

  #fill(asked: Asked, input: JsonObject): void {
    const { venue, caller } = asked;
    const place = this.#takesBody ? "body" : "query";
    const raw = { venue, caller, query: nothing, body: nothing, [place]: input };
    this.#binding.precheck?.(raw as unknown as RawContext<EndpointRow>);
    refusePreview(this.#binding.row, input);
    asked[place] = this.#validator.validate(input);
  }
}

/** The context of a handler, with the types of its row erased. */
class Asked implements Reply {
  readonly venue: Venue;
  readonly caller: Caller;
  readonly request: RequestFacts;
  readonly params = nothing;
  query = nothing;
  body = nothing;
  isReplayed = false;
  readonly #limits: RateLimits;
  readonly #replayed: string;

  /** @param replayed the header that REST says it with */
  constructor(venue: Venue, caller: Caller, request: RequestFacts, limits: RateLimits, replayed: string) {
    this.venue = venue;
    this.caller = caller;
    this.request = request;
    this.#limits = limits;
    this.#replayed = replayed;
  }

  get reply(): Reply {
    return this;
  }

  /** An answer over a stream has no headers; the only one that handlers set becomes a member. */
  header(name: string): void {
    if (name === this.#replayed) this.isReplayed = true;
  }

  countAlso(row: EndpointRow, requests: number): void {
    count(this.#limits, this.#limits.bucket(row), this.caller.account, requests);
  }
}

/** What a handler may ask of the request; there are no headers. */
function factsOf({ method, path }: EndpointRow, ip: string, receivedAt: number): RequestFacts {
  return { method, path, ip, isFromHere: false, receivedAt, bodyText: "", header: noHeader };
}

const noHeader = (): null => null;

/** @throws {ApiError} -1003 with the time after which they fit */
function count(limits: RateLimits, bucket: Bucket, account: number, requests = 1): void {
  const retryAfterMs = limits.takeOrWait(bucket, account, requests);
  if (retryAfterMs > 0) throw overLimit().with({ retry_after_ms: retryAfterMs });
}

/** The `params` of a frame, with the digits that were sent. */
function exactParams(text: string): JsonObject {
  const { params } = parseJsonObject(text);
  return params as JsonObject;
}

/** What the endpoint's schema is about. A copy costs more than validating it, so it is made only where it matters. */
function withoutType({ type: _, ...input }: JsonObject): JsonObject {
  return input;
}
