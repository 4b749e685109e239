// History for those who wait: a question goes by its name to where the tables are.

import type { QueryName, QueryParameters, QueryResult } from "./queries.ts";

/**
 * Each read answers once history has caught up with journal position `after`, so that a
 * caller sees what was answered to it before.
 */
export type HistoryReader = {
  readonly [Name in QueryName]: (
    ...parameters: [...QueryParameters<Name>, after: number]
  ) => Promise<QueryResult<Name>>;
};

/** @param ask asks a question by its name */
export function historyReader(
  ask: (name: QueryName, parameters: readonly unknown[], after: number) => Promise<unknown>,
): HistoryReader {
  // What asks need not know the questions: their names would bring with them all that answers them.
  const reads: Record<string | symbol, unknown> = {};
  return new Proxy(reads, {
    get(known, name) {
      known[name] ??= (...given: unknown[]) => ask(name as QueryName, given.slice(0, -1), given.at(-1) as number);
      return known[name];
    },
  }) as HistoryReader;
}
