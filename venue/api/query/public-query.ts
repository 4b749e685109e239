// `POST /v1/public/query`: reads the body, finds the query's kind, spends its weight, checks its members, and wraps the
// handler's result. The order of these steps decides which refusal a caller sees. Interface 4.3.

import {
  publicQuery,
  QUERY_TYPES,
  type QueryType,
  queryKinds,
  UNKNOWN_KIND_WEIGHT,
} from "@evermark/interface/queries/public-query.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { type OwnAnswer, textOf } from "../../http/envelope/envelope.ts";
import { failureOf } from "../../http/envelope/failure.ts";
import { type JsonSchema, shown } from "../../http/input/expectation.ts";
import { assertJsonType, decodeBody, type JsonObject, parseJsonObject } from "../../http/input/json-body.ts";
import { Validator } from "../../http/input/validation.ts";
import type { WeightState } from "../../http/limits/rate-limits.ts";
import { type Binding, bindOwn, type OwnContext } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { ApiError, invalid } from "../../wire/api-error.ts";
import { accountHandlers } from "./account-state.ts";
import { excessIn } from "./body-bounds.ts";
import { fundingHandlers } from "./funding.ts";
import { liquidationHandlers } from "./liquidations.ts";
import { listHandlers } from "./lists.ts";
import { marketHandlers } from "./markets.ts";
import { orderHandlers } from "./orders.ts";
import { Cursors } from "./page-cursors.ts";
import { platformHandlers } from "./platform.ts";
import type { Handlers, QueryContext } from "./query-context.ts";
import { QueryRefusal, queryRefusalOf } from "./refusal.ts";

const handlers: Handlers<QueryType> = {
  ...marketHandlers,
  ...fundingHandlers,
  ...liquidationHandlers,
  ...accountHandlers,
  ...orderHandlers,
  ...listHandlers,
  ...platformHandlers,
  rateLimitStatus: ({ spent }) => ({
    limit: spent.limit,
    remaining: spent.remaining,
    reset: spent.resetAt,
    tier: "default",
  }),
};

const kinds = new Map(
  QUERY_TYPES.map((type) => {
    const { request } = queryKinds[type];
    const { required = [] } = request as JsonSchema;
    return [type as string, { type, required, validator: new Validator(request) }];
  }),
);

type Kind = NonNullable<ReturnType<(typeof kinds)["get"]>>;

export const publicQueryBinding: Binding = bindOwn(publicQuery.query, async (context, paid) => {
  const { venue } = context;
  /** The type as it was sent, as far as it is known. */
  let type: string | null = null;
  try {
    if ("unpaid" in paid) throw overPool(context, paid.unpaid, UNKNOWN_KIND_WEIGHT);
    const body = readBody(context, paid.bytes);
    if (typeof body.type === "string") type = body.type.slice(0, TYPE_LETTERS_MAX);
    const kind = kindOf(context, body.type);
    const spent = spend(context, queryKinds[kind.type].weight);
    const request = checked(kind, body);
    const cursors = new Cursors(kind.type, request);
    const handle = handlers[kind.type] as (question: QueryContext<QueryType>) => unknown;
    const data = await handle({ venue, request, cursors, spent } as QueryContext<QueryType>);
    return succeeded(context, data);
  } catch (error) {
    return refused(context, type, refusalFor(venue, error, type));
  }
});

/** An unknown type is repeated in the answer only up to this length. */
const TYPE_LETTERS_MAX = 64;

function readBody(context: OwnContext, bytes: Uint8Array): JsonObject {
  try {
    assertJsonType(bytes.length === 0 ? null : context.request.header("content-type"));
    const text = decodeBody(bytes);
    const excess = excessIn(text);
    if (excess !== undefined) throw invalid(`the body is too much to read: ${excess}`);
    return parseJsonObject(text);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    spend(context, UNKNOWN_KIND_WEIGHT);
    const { message, status, code } = error;
    // A content type other than JSON is refused as everywhere; JSON that is not an object is refused as an unknown type.
    const own = status === errors.unknown_type.http ? {} : { status, code };
    throw new QueryRefusal("unknown_type", `${message}, expected a JSON object with a type`, own);
  }
}

/** Kinds that show wallets can be switched off, and then do not exist. */
function kindOf(context: OwnContext, type: unknown): Kind {
  const kind = typeof type === "string" ? kinds.get(type) : undefined;
  const { showsWallets } = context.venue.configuration.publicQuery;
  if (kind !== undefined && (showsWallets || !("showsWallets" in queryKinds[kind.type]))) return kind;
  spend(context, UNKNOWN_KIND_WEIGHT);
  const what =
    type === undefined || type === null || type === "" ? "type is missing" : `type ${shown(type)} is unknown`;
  throw new QueryRefusal("unknown_type", what);
}

/** @throws {QueryRefusal} when the pool has less weight left */
function spend(context: OwnContext, weight: number): WeightState {
  const spent = context.spend(weight);
  if (spent.fits) return spent;
  throw overPool(context, spent, weight);
}

function overPool(context: OwnContext, spent: WeightState, weight: number): QueryRefusal {
  context.reply.header("Retry-After", String(Math.max(1, Math.ceil(spent.waitMs / 1_000))));
  return new QueryRefusal("rate_limit_exceeded", `the call has weight ${weight}, ${spent.remaining} is left`, {
    members: { retry_after: spent.freeAt },
  });
}

/** @throws {QueryRefusal} for missing members first, then for invalid ones */
function checked({ required, validator }: Kind, { type: _, ...members }: JsonObject): JsonObject {
  for (const name of required) {
    const given = members[name];
    if (given === undefined || given === null || given === "") {
      throw new QueryRefusal("missing_parameter", `${name} must not be blank`);
    }
  }
  const request: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(validator.validate(members))) {
    if (value !== null && validator.knows(name)) request[name] = value;
  }
  // A wallet is the same however its letters are written.
  if (typeof request.address === "string") request.address = request.address.toLowerCase();
  const { start_time: start, end_time: end } = request;
  if (typeof start === "number" && typeof end === "number" && start > end) {
    throw new QueryRefusal("invalid_parameter", "start_time must not be after end_time");
  }
  return request;
}

function refusalFor(venue: Venue, error: unknown, type: string | null): QueryRefusal {
  if (error instanceof QueryRefusal) return error;
  return queryRefusalOf(failureOf(venue, error, { path: publicQuery.query.path, type }));
}

function succeeded(context: OwnContext, data: unknown): OwnAnswer {
  return { status: 200, json: `{"success":true,"data":${textOf(data)},"ts":${freshness(context)}}` };
}

function refused(context: OwnContext, type: string | null, refusal: QueryRefusal): OwnAnswer {
  const { status, code, error, message, members } = refusal;
  const ts = freshness(context);
  return { status, json: JSON.stringify({ success: false, code, error, message, type, ts, ...members }) };
}

/** Marks the answer with the venue time at which it was made. */
function freshness({ venue, reply }: OwnContext): number {
  const now = venue.clock.now();
  reply.header("X-Data-Freshness", String(now));
  return now;
}
