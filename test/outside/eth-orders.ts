// Orders on ETH, one of 1 at a time unless told otherwise, and what answers say of them.

import type { Answer, Row } from "./caller.ts";
import { accepted, type Trader } from "./trader.ts";
import type { Order } from "./trading.ts";

const ETH = { symbol: "PERP_ETH_USDC", order_type: "LIMIT", order_quantity: 1 } as const;

export function sell(price: number, changes: Order = {}): Order {
  return { ...ETH, side: "SELL", order_price: price, ...changes };
}

export function buy(price: number, changes: Order = {}): Order {
  return { ...ETH, side: "BUY", order_price: price, ...changes };
}

export function market(side: string, changes: Order = {}): Order {
  return { ...ETH, side, order_type: "MARKET", order_price: undefined, ...changes };
}

export function idOf(answer: Answer): number {
  return Number(accepted(answer).data.order_id);
}

export function rowsOf(answer: Answer): readonly Row[] {
  return accepted(answer).data.rows!;
}

export function idsOf(answer: Answer): unknown[] {
  return rowsOf(answer).map((row) => row.order_id);
}

export async function stored(trader: Trader, id: number): Promise<Row> {
  return accepted(await trader.get(`/v1/order/${id}`)).data;
}

/** The status that the placement answered, and what is then read back at once. */
export async function placed(trader: Trader, order: Order): Promise<{ readonly status: unknown; readonly row: Row }> {
  const answer = accepted(await trader.order(order));
  return { status: answer.data.status, row: await stored(trader, Number(answer.data.order_id)) };
}
