// The public query as methods: each kind of question becomes a method of its name, and a list can be walked to its end with
// `for await`. There is no code per kind; the types follow from the declarations. Interface 4.3.

import {
  publicQuery,
  QUERY_TYPES,
  type QueryAnswer,
  type QueryKinds,
  type QueryRequest,
  type QueryType,
} from "@evermark/interface/queries/public-query.ts";
import type { CallOptions, RestClient } from "./rest-client.ts";

type Ask<Name extends QueryType> =
  Partial<QueryRequest<Name>> extends QueryRequest<Name>
    ? (input?: QueryRequest<Name>, options?: CallOptions) => Promise<QueryAnswer<Name>>
    : (input: QueryRequest<Name>, options?: CallOptions) => Promise<QueryAnswer<Name>>;

type RowOf<Name extends QueryType> = QueryAnswer<Name> extends { readonly rows: readonly (infer Row)[] } ? Row : never;

interface Walk<Name extends QueryType> {
  /**
   * Yields every row from the first page, or from `cursor`, to the last, requesting pages as they are used. `limit` is the
   * size of a page. Rows added meanwhile are not included.
   */
  all(input: QueryRequest<Name>, options?: CallOptions): AsyncGenerator<RowOf<Name>, void, undefined>;
}

/** A kind of question as a method; kinds that are returned in pages also have `all`. */
export type Query<Name extends QueryType> = Ask<Name> &
  ("cursor" extends keyof QueryKinds[Name]["request"]["properties"] ? Walk<Name> : unknown);

export type Queries = { readonly [Name in QueryType]: Query<Name> };

type Input = Readonly<Record<string, unknown>>;

interface Page {
  readonly rows: readonly unknown[];
  readonly next_cursor: string | null;
}

export function queriesOf(rest: RestClient): Queries {
  const methods = QUERY_TYPES.map((type) => {
    const ask = (input: Input = {}, options?: CallOptions) =>
      rest.call(publicQuery.query, { body: { type, ...input } }, options);
    async function* all(input: Input, options?: CallOptions) {
      let cursor = input.cursor as string | null | undefined;
      do {
        const page = (await ask({ ...input, cursor }, options)) as Page;
        yield* page.rows;
        cursor = page.next_cursor;
      } while (cursor !== null);
    }
    return [type, Object.assign(ask, { all })];
  });
  return Object.fromEntries(methods);
}
