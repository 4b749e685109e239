// The parts of a query that a handler receives, and the types of the handlers.

import type { QueryAnswer, QueryRequest, QueryType } from "@evermark/interface/queries/public-query.ts";
import type { WrittenRows } from "../../history/index.ts";
import { JsonText } from "../../http/envelope/envelope.ts";
import type { WeightState } from "../../http/limits/rate-limits.ts";
import type { Venue } from "../../venue.ts";
import type { Cursors, PlaceFields } from "./page-cursors.ts";

export interface QueryContext<Name extends QueryType> {
  readonly venue: Venue;
  readonly request: QueryRequest<Name>;
  readonly cursors: Cursors;
  /** What is left of the address's pool after this query. */
  readonly spent: WeightState;
}

export type Handler<Name extends QueryType> = (
  question: QueryContext<Name>,
) => QueryAnswer<Name> | JsonText<QueryAnswer<Name>> | Promise<QueryAnswer<Name> | JsonText<QueryAnswer<Name>>>;

export type Handlers<Names extends QueryType> = { readonly [Name in Names]: Handler<Name> };

/** Makes a page out of up to `limit` + 1 rows: the extra row shows that there is a next page. */
export function pageOf<Row>(
  cursors: Cursors,
  found: readonly Row[],
  limit: number,
  placeOf: (last: Row) => PlaceFields,
) {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isLast = found.length <= limit || last === undefined;
  return { rows, next_cursor: isLast ? null : cursors.write(placeOf(last)) };
}

/** Makes a page out of rows that history has written as JSON. */
export function writtenPage<Last, Answer>(
  cursors: Cursors,
  { rows, last, isMore }: WrittenRows<Last>,
  placeOf: (last: Last) => PlaceFields,
): JsonText<Answer> {
  const next = isMore && last !== null ? JSON.stringify(cursors.write(placeOf(last))) : null;
  return new JsonText(`{"rows":[${rows}],"next_cursor":${next}}`);
}
