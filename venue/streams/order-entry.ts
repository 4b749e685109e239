// An order request over the private stream: it uses the REST endpoint's own route under another name. Requests are not
// signed one by one, because the connection has already proved its key; each request checks that the key is still bound
// and may trade. Interface 4.4, errors 4 to 7.

import { orderRequests } from "@evermark/interface/streams/topics.ts";
import { denied } from "../auth/keys/denied.ts";
import { callerBy, findSigningKey, requireAddress } from "../auth/keys/signing-key.ts";
import { failureOf } from "../http/envelope/failure.ts";
import { EndpointInput } from "../http/input/endpoint-input.ts";
import { type JsonObject, mayLoseDigits, parseJsonObject } from "../http/input/json-body.ts";
import type { RateLimits } from "../http/limits/rate-limits.ts";
import type { Binding } from "../http/routes/binding.ts";
import { EndpointCall, factsOf } from "../http/routes/endpoint-call.ts";
import { Route } from "../http/routes/route.ts";
import type { Venue } from "../venue.ts";
import { ApiError } from "../wire/api-error.ts";
import type { StreamConnection } from "./stream-connection.ts";

/** What order requests need: the endpoints that they name, and the API's rate limits, in which they count. */
export interface OrderEntry {
  readonly bindings: readonly Binding[];
  readonly limits: RateLimits;
}

/** The part of an authenticated connection that a request needs. */
type Sender = Pick<StreamConnection, "ownOrders" | "account" | "key" | "takesOrders" | "ip">;

export interface OrderAnswer {
  readonly data: unknown;
  /** Whether this is the first answer of a repeated placement. */
  readonly isReplayed: boolean;
}

const nothing: JsonObject = {};
const SPENT_TIMESTAMP =
  "this connection's timestamp had been used before, or is older than the venue's last start: " +
  "to place orders, connect with a new one, signed anew";

/**
 * The order requests by type, such as `order.place`; empty without an entry.
 * @throws {Error} when a request names an endpoint without a binding
 */
export function orderRequestsOf(venue: Venue, entry: OrderEntry | undefined): ReadonlyMap<string, OrderRequest> {
  if (entry === undefined) return new Map();
  const { bindings, limits } = entry;
  const requests = Object.entries(orderRequests).map(([type, { endpoint }]) => {
    const binding = bindings.find(({ row }) => row === endpoint);
    if (binding === undefined) throw new Error(`nothing answers ${endpoint.method} ${endpoint.path}`);
    return [type, new OrderRequest(venue, type, binding, limits)] as const;
  });
  return new Map(requests);
}

export class OrderRequest {
  readonly #venue: Venue;
  readonly #type: string;
  readonly #route: Route;
  readonly #limits: RateLimits;
  /** Whether the schema refuses unknown members, and so the `type` that comes beside them; other schemas ignore them. */
  readonly #isClosed: boolean;

  constructor(venue: Venue, type: string, binding: Binding, limits: RateLimits) {
    const { body, query } = binding.row;
    const schema = body ?? query;
    if (schema === undefined) throw new Error(`${type} takes nothing`);
    this.#venue = venue;
    this.#type = type;
    this.#limits = limits;
    this.#route = new Route({ venue, binding, limits, input: new EndpointInput(binding.row, false), name: type });
    this.#isClosed = "additionalProperties" in schema && schema.additionalProperties === false;
  }

  /**
   * Makes the checks of a REST request that follow its signature, and counts the request in the endpoint's bucket.
   * @throws {ApiError} -1002 on a connection that may only read, or for a key that ended or may not trade, -1003 over the limit
   */
  admit({ account, key: text = "", takesOrders, ip, ownOrders }: Sender): EndpointCall {
    const venue = this.#venue;
    const route = this.#route;
    try {
      if (!takesOrders) throw denied("timestamp", "unauthorized", SPENT_TIMESTAMP);
      const key = findSigningKey(venue, account, text);
      if (key === undefined) throw denied("api_key", "unauthorized", "api key error");
      requireAddress(key, { ip });
      const { row } = route;
      const now = venue.clock.now();
      const request = factsOf(row, ip, now);
      const call = new EndpointCall({ venue, row, limits: this.#limits, request, sequencer: ownOrders });
      route.admit(call, callerBy(key, account, now));
      return call;
    } catch (error) {
      if (error instanceof ApiError) route.metrics.answered(error.status);
      throw error;
    }
  }

  /**
   * Submits its commands to the sequencer within this call, so that requests stay in the order in which they came.
   * @param params the frame's params
   * @param text the frame's text, which still has every digit of its numbers
   * @returns the answer or the refusal; never rejects
   */
  async carryOut(call: EndpointCall, params: JsonObject, text: string): Promise<OrderAnswer | ApiError> {
    const startedAt = performance.now();
    let status = 200;
    try {
      const exact = mayLoseDigits(text) ? exactParams(text) : params;
      const data = await this.#route.carryOut(call, this.#sent(this.#isClosed ? withoutType(exact) : exact));
      return { data, isReplayed: call.isReplayed };
    } catch (error) {
      const failure = failureOf(this.#venue, error, { request: this.#type });
      status = failure.status;
      return failure;
    } finally {
      this.#route.answered(status, performance.now() - startedAt);
    }
  }

  /** The params become the body, or the query of an endpoint without a body. */
  #sent(input: JsonObject) {
    const isBody = this.#route.row.body !== undefined;
    return { params: nothing, query: isBody ? nothing : input, body: isBody ? input : nothing };
  }
}

/** The `params` of a frame, with all digits as they were sent. */
function exactParams(text: string): JsonObject {
  const { params } = parseJsonObject(text);
  return params as JsonObject;
}

/** The params without `type`. A copy costs more than validating it, so it is made only where the schema is closed. */
function withoutType({ type: _, ...input }: JsonObject): JsonObject {
  return input;
}
