// `POST /v1/public/query`: one open call that answers many kinds of questions, told apart by `type`. Interface 4.3.

import Type, { type TLiteral, type TObject, type TSchema } from "typebox";
import { endpoint, perIp, stated } from "./endpoint.ts";
import { accountListQueries } from "./queries/account-lists.ts";
import { accountQueries, platformQueries } from "./queries/accounts.ts";
import type { AnswerOf, QueryKind, RequestOf } from "./queries/kind.ts";
import { marketQueries } from "./queries/markets.ts";

/** Every kind by its `type`. */
export const queryKinds = { ...marketQueries, ...accountQueries, ...accountListQueries, ...platformQueries };

export type QueryKinds = typeof queryKinds;
export type QueryType = keyof QueryKinds;
export type QueryRequest<Name extends QueryType> = RequestOf<QueryKinds[Name]>;
export type QueryAnswer<Name extends QueryType> = AnswerOf<QueryKinds[Name]>;

export const QUERY_TYPES = Object.keys(queryKinds) as readonly QueryType[];

/** What an address may spend in a rolling minute. */
export const QUERY_POOL = { weight: 1_200, windowMs: 60_000 } as const;
/** What a call of no known kind takes from it. */
export const UNKNOWN_KIND_WEIGHT = 1;
/** To read a body that is longer than this costs as much as a call of no known kind, and is paid before; it is part of the weight. */
export const FREE_BODY_BYTES = 128;

/** Refusals by the name that stands in `error`, with their HTTP status and code. */
export const queryErrors = {
  UNKNOWN_TYPE: {
    http: 400,
    code: -1004,
    text: "type is missing, is not one of the types of this venue, or the body is no JSON object",
  },
  MISSING_PARAM: { http: 400, code: -1005, text: "a required member is absent or empty" },
  INVALID_PARAM: {
    http: 400,
    code: -1005,
    text: "a member has the wrong type, form or range, names no market, or is a cursor of another question",
  },
  ADDRESS_NOT_FOUND: { http: 404, code: -1006, text: "the wallet has no such account" },
  ORDER_NOT_FOUND: { http: 404, code: -1006, text: "the wallet has no such order" },
  RATE_LIMIT_EXCEEDED: {
    http: 429,
    code: -1003,
    text: "the pool of this address does not have the weight of the call",
  },
  INTERNAL_ERROR: { http: 500, code: -1000, text: "a fault of the venue" },
  SERVICE_UNAVAILABLE: { http: 503, code: -1011, text: "what the answer needs can't be read for now; try again" },
} as const;

export type QueryErrorName = keyof typeof queryErrors;

const all = Object.entries<QueryKind>(queryKinds);

/** The request of a kind as it is sent. */
function sent([name, { request, summary }]: readonly [string, QueryKind]): TObject {
  return Type.Object({ type: Type.Literal(name) as TLiteral, ...request.properties }, { description: summary });
}

export const publicQuery = {
  query: endpoint({
    method: "POST",
    path: "/v1/public/query",
    summary: "Answers one of many kinds of questions about markets and wallets, told apart by type",
    auth: "none",
    limit: stated(perIp(QUERY_POOL.weight, QUERY_POOL.windowMs)),
    body: Type.Union(all.map(sent)) as TSchema,
    kinds: queryKinds as Readonly<Record<string, QueryKind>>,
    data: Type.Union(all.map(([, { data }]) => data)) as TSchema,
    source: "interface 4.3",
  }),
};
