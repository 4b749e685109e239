// What happened to an account while no report could arrive: read from the venue for that time.

import type { Client } from "@evermark/client";
import { type Liquidation, liquidationOfRow } from "./liquidation-report.ts";

/** How many rows of each list are read; counts beyond that are lower bounds. */
const PAGE = 500;

export interface Meanwhile {
  readonly filled: number;
  /** Orders that were filled in part and still rest. */
  readonly partlyFilled: number;
  readonly cancelled: number;
  /** Newest first. */
  readonly liquidations: readonly Liquidation[];
}

interface Found {
  /** Completed orders, of any time. */
  readonly done: readonly { readonly order_id: number; readonly status: string; readonly updated_time: number }[];
  readonly fills: readonly { readonly order_id: number; readonly executed_timestamp: number }[];
  readonly liquidations: readonly Liquidation[];
}

interface Span {
  /** Venue time in milliseconds. */
  readonly from: number;
  /** Orders whose end was reported before the connection was lost. */
  readonly reported: ReadonlySet<number>;
}

export async function readMeanwhile({ orders, liquidations }: Client, span: Span): Promise<Meanwhile> {
  const [done, fills, taken] = await Promise.all([
    orders.getOrders({ status: "COMPLETED", sort_by: "UPDATED_TIME_DESC", size: PAGE }),
    orders.getTrades({ start_t: span.from, size: PAGE }),
    liquidations.getLiquidations({ start_t: span.from, size: PAGE }),
  ]);
  return happened({ done: done.rows, fills: fills.rows, liquidations: taken.rows.map(liquidationOfRow) }, span);
}

export function happened({ done, fills, liquidations }: Found, { from, reported }: Span): Meanwhile {
  const ended = done.filter((order) => order.updated_time >= from && !reported.has(order.order_id));
  const doneIds = new Set(done.map((order) => order.order_id));
  const partly = fills.filter(
    (fill) => fill.executed_timestamp >= from && !reported.has(fill.order_id) && !doneIds.has(fill.order_id),
  );
  return {
    filled: ended.filter(({ status }) => status === "FILLED").length,
    partlyFilled: new Set(partly.map((fill) => fill.order_id)).size,
    cancelled: ended.filter(({ status }) => status === "CANCELLED").length,
    liquidations,
  };
}

export function isNothing({ filled, partlyFilled, cancelled, liquidations }: Meanwhile): boolean {
  return filled + partlyFilled + cancelled + liquidations.length === 0;
}
