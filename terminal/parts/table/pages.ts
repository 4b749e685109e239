// Splits many rows into pages that a browser renders without delay.

import { decimal } from "../../format/figure-text.ts";
import { words } from "../../texts/words.ts";

/** The venue allows up to 200 open orders in each market: all of them at once would be thousands of rows. */
export const PAGE_ROWS = 100;

export interface RowsPage<Row> {
  readonly rows: readonly Row[];
  /** The first is 1. */
  readonly page: number;
  readonly pages: number;
  /** Numbers of its first and last row among all; the first row is 1. */
  readonly from: number;
  readonly to: number;
}

/** @param wanted the page to show; if there are fewer pages by now, the last one is shown */
export function pageOfRows<Row>(all: readonly Row[], wanted: number, size: number): RowsPage<Row> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = Math.min(Math.max(1, wanted), pages);
  const start = (page - 1) * size;
  const rows = pages === 1 ? all : all.slice(start, start + size);
  return { rows, page, pages, from: start + 1, to: start + rows.length };
}

/** Words for which rows of the total the page shows. */
export function textOfPage({ from, to }: RowsPage<unknown>, total: number): string {
  return words.common.pager.at(decimal(from), decimal(to), decimal(total));
}
