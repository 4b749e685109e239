// History for asynchronous callers: each query is forwarded by its name to where the tables are.

import type { QueryName, QueryParameters, QueryResult } from "./history-queries.ts";

/**
 * Each read is answered once history has caught up with journal position `after`, so that a caller sees the effects of its
 * own earlier commands.
 */
export type HistoryReader = {
  readonly [Name in QueryName]: (
    ...parameters: [...QueryParameters<Name>, after: number]
  ) => Promise<QueryResult<Name>>;
};

/** @param ask sends a query by its name */
export function historyReader(
  ask: (name: QueryName, parameters: readonly unknown[], after: number) => Promise<unknown>,
): HistoryReader {
  // A proxy, so that callers need not import the queries: their names would bring the code of all of them along.
  const reads: Record<string | symbol, unknown> = {};
  return new Proxy(reads, {
    get(known, name) {
      known[name] ??= (...given: unknown[]) => ask(name as QueryName, given.slice(0, -1), given.at(-1) as number);
      return known[name];
    },
  }) as HistoryReader;
}
