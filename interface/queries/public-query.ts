// `POST /v1/public/query`: one open call for many kinds of queries, distinguished by `type`. Interface 4.3.

import Type, { type TLiteral, type TObject, type TSchema } from "typebox";
import { endpoint, perIp, stated } from "../rows/endpoint.ts";
import type { AnswerOf, QueryKind, RequestOf } from "../rows/query-kind.ts";
import { accountListQueries } from "./account-lists.ts";
import { accountQueries, platformQueries } from "./account-queries.ts";
import { marketQueries } from "./market-queries.ts";

/** Every kind by its `type`. */
export const queryKinds = { ...marketQueries, ...accountQueries, ...accountListQueries, ...platformQueries };

export type QueryKinds = typeof queryKinds;
export type QueryType = keyof QueryKinds;
export type QueryRequest<Name extends QueryType> = RequestOf<QueryKinds[Name]>;
export type QueryAnswer<Name extends QueryType> = AnswerOf<QueryKinds[Name]>;

export const QUERY_TYPES = Object.keys(queryKinds) as readonly QueryType[];

/** The weight that an address may spend in a rolling minute. */
export const QUERY_POOL = { weight: 1_200, windowMs: 60_000 } as const;
/** The weight of a call of no known kind. */
export const UNKNOWN_KIND_WEIGHT = 1;
/** Reading a longer body costs as much as a call of no known kind. It is paid first, as a part of the weight. */
export const FREE_BODY_BYTES = 128;

const all = Object.entries<QueryKind>(queryKinds);

/** A kind's request, with its `type`. */
function sent([name, { request, summary }]: readonly [string, QueryKind]): TObject {
  return Type.Object({ type: Type.Literal(name) as TLiteral, ...request.properties }, { description: summary });
}

export const publicQuery = {
  query: endpoint({
    method: "POST",
    path: "/v1/public/query",
    summary: "Answers one of many kinds of questions about markets and wallets, selected by `type`",
    auth: "none",
    limit: stated(perIp(QUERY_POOL.weight, QUERY_POOL.windowMs)),
    body: Type.Union(all.map(sent)) as TSchema,
    kinds: queryKinds as Readonly<Record<string, QueryKind>>,
    data: Type.Union(all.map(([, { data }]) => data)) as TSchema,
    errors: ["unknown_type", "missing_parameter", "address_not_found", "order_not_found", "core_unavailable"],
    source: "interface 4.3",
  }),
};
