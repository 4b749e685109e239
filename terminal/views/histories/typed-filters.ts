// Filters as typed, and the query values derived from them.

import { endOfDay, startOfDay } from "./days.ts";
import type { Filters, History } from "./history-kind.ts";

export interface TypedFilters {
  readonly symbol: string;
  readonly side: string;
  readonly status: string;
  readonly kind: string;
  /** Dates in the format of the browser's date input, or empty. */
  readonly from: string;
  readonly to: string;
}

export const NO_FILTERS: TypedFilters = { symbol: "", side: "", status: "", kind: "", from: "", to: "" };

/** Only the filters that the history has: others may have been typed for another history. */
export function filtersOf(typed: TypedFilters, { filters }: Pick<History, "filters">): Filters {
  const has = new Set(filters);
  return {
    symbol: has.has("market") ? typed.symbol : "",
    side: has.has("side") ? typed.side : "",
    status: has.has("status") ? typed.status : "",
    kind: has.has("kind") ? typed.kind : "",
    fromMs: has.has("span") ? startOfDay(typed.from) : undefined,
    toMs: has.has("span") ? endOfDay(typed.to) : undefined,
  };
}
