// A bound row as a venue carries it out: the single path from the row to its handler's answer, both for HTTP requests and for
// requests over a stream. The caller is known when it begins. The order of its steps decides which refusal a caller sees.
// Interface 5.2, errors 4 to 7.

import {
  BODY_BYTES,
  type EndpointRow,
  isAnsweredOnce,
  isPreview,
  type Scope,
} from "@evermark/interface/rows/endpoint.ts";
import { isBrokerAdmin } from "../../auth/keys/broker-admin.ts";
import type { Caller } from "../../auth/keys/caller.ts";
import { requireRole, requireScope } from "../../auth/keys/scopes.ts";
import type { EndpointMetrics } from "../../operation/reports/metrics.ts";
import type { Venue } from "../../venue.ts";
import { invalid, refusal } from "../../wire/api-error.ts";
import type { EndpointInput } from "../input/endpoint-input.ts";
import type { JsonObject } from "../input/json-body.ts";
import type { Bucket, RateLimits } from "../limits/rate-limits.ts";
import type { Binding, Context, RawContext } from "./binding.ts";
import type { EndpointCall } from "./endpoint-call.ts";

/** A caller's input, not yet validated by the row's schemas. */
interface RawInput {
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly body: JsonObject;
}

interface RouteParts {
  readonly venue: Venue;
  readonly binding: Binding;
  readonly limits: RateLimits;
  readonly input: EndpointInput;
  /** The name in metrics. */
  readonly name: string;
}

export class Route {
  readonly row: EndpointRow;
  readonly binding: Binding;
  readonly bucket: Bucket;
  readonly input: EndpointInput;
  readonly metrics: EndpointMetrics;
  readonly readsBody: boolean;
  /** The longest body that is read, in bytes. */
  readonly bodyBytes: number;
  /** Whether a signed request of this row is carried out only once. */
  readonly isAnsweredOnce: boolean;
  readonly #venue: Venue;
  readonly #scopesToAsk: readonly Scope[] | undefined;

  constructor({ venue, binding, limits, input, name }: RouteParts) {
    const { row } = binding;
    this.row = row;
    this.binding = binding;
    this.bucket = limits.bucket(row);
    this.input = input;
    this.readsBody = row.method === "POST" || row.method === "PUT";
    this.bodyBytes = row.bodyBytes ?? BODY_BYTES;
    this.isAnsweredOnce = isAnsweredOnce(row);
    this.#venue = venue;
    this.metrics = venue.metrics.endpoint(name);
    this.#scopesToAsk = scopesToAsk(row);
  }

  /**
   * Checks that the caller may use the row, and counts the call.
   * @throws {ApiError} -1002 when the key or the account is not allowed, -1003 over the limit
   */
  admit(call: EndpointCall, caller: Caller): void {
    requireScope(caller.scopes, this.#scopesToAsk);
    requireRole(caller, this.row.role);
    this.#requireEntitled(caller);
    call.caller = caller;
    call.count(this.bucket);
  }

  /** @returns what the handler returns, or a promise of it @throws {ApiError} from the first check that fails */
  carryOut(call: EndpointCall, { params, query, body }: RawInput): unknown {
    const { row, binding, input } = this;
    const { venue, caller } = call;
    if (row.preview !== undefined && caller !== null && !isPreview(row, body)) requireScope(caller.scopes, row.scopes);
    // At this point the row has validated these to be what its binding declares; see `bind`.
    binding.precheck?.({ venue, caller, query, body } as unknown as RawContext<EndpointRow>);
    this.#refusePreview(query, body);
    call.params = input.params(params);
    call.query = input.query(query);
    call.body = input.body(body);
    return binding.handle(call as unknown as Context<EndpointRow>);
  }

  /** Called when a call has been answered. @param ms since it was received */
  answered(status: number, ms: number): void {
    this.metrics.answered(status);
    this.#venue.metrics.stages.total.observe(ms);
  }

  #requireEntitled({ account, ownerAccount }: Caller): void {
    if (this.row.mainAccountOnly === true && account !== ownerAccount) {
      throw refusal("unauthorized", "only main account is allowed");
    }
    if (this.row.brokerAdmin === true && !isBrokerAdmin(this.#venue, account)) {
      throw refusal("unauthorized", "admin is required");
    }
  }

  /**
   * Members that a row does not know are ignored, but `preview: true` means that nothing must be changed: a row that can't
   * preview refuses it.
   */
  #refusePreview(query: JsonObject, body: JsonObject): void {
    if ((body.preview !== true && query.preview !== true) || this.row.preview !== undefined) return;
    if (!this.isAnsweredOnce || this.row.scopes?.includes("read") === true) return;
    throw invalid("preview can't be asked for here", { member: "preview" });
  }
}

/** Scopes of which one is needed for any call. For a row with previews, `read` is enough to preview; more needs its own. */
function scopesToAsk({ scopes, preview }: EndpointRow): readonly Scope[] | undefined {
  return preview === undefined || scopes === undefined ? scopes : [...scopes, "read"];
}
