// What lists have in common: pages, time spans, status filters, and the `meta` of their rows. Interface 2.1 and 2.2,
// errors 7.

import { PAGE_SIZE_DEFAULT } from "@evermark/interface/rows/shapes.ts";
import type { Page } from "../../history/index.ts";
import { invalid } from "../../wire/api-error.ts";

/** More fills than one order can have in practice: the list of one order's fills is not paged. */
export const FILLS_OF_ONE_ORDER = 1_000_000;

export interface PageOf {
  readonly page: number;
  readonly size: number;
}

/** @param size the page size if the query has none */
export function pageOf(query: { page?: number; size?: number }, size: number = PAGE_SIZE_DEFAULT): PageOf {
  return { page: query.page ?? 1, size: query.size ?? size };
}

/** @throws {ApiError} -1005 when the span ends before it starts */
export function spanOf(query: { start_t?: number; end_t?: number }): { startTime?: number; endTime?: number } {
  const { start_t, end_t } = query;
  if (start_t !== undefined && end_t !== undefined && start_t > end_t) {
    throw invalid("start_t must not be after end_t", { start_t, end_t });
  }
  return { startTime: start_t, endTime: end_t };
}

/** `{rows, meta}` of interface 2.1. */
export function listed<Row>(found: Page<Row>, page: PageOf) {
  return {
    rows: found.rows,
    meta: { total: found.total, records_per_page: page.size, current_page: page.page },
  };
}

export function statusesOf(filter: string | undefined): readonly string[] | undefined {
  if (filter === undefined) return undefined;
  if (filter === "INCOMPLETE") return ["NEW", "PARTIAL_FILLED"];
  if (filter === "COMPLETED") return ["FILLED", "CANCELLED"];
  return [filter];
}
