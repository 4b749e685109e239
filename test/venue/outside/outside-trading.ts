// Helpers for traders from outside: orders at a price, trades between two of them, and reading the result.

import type { Row } from "./outside-caller.ts";
import { advance, setPrice } from "./outside-controls.ts";
import { accepted, type Trader } from "./trader.ts";

export type Order = Readonly<Record<string, unknown>>;

export function limitOrder(symbol: string, side: string, quantity: number, price: number, changes: Order = {}): Order {
  return { symbol, side, order_type: "LIMIT", order_price: price, order_quantity: quantity, ...changes };
}

/** Moves on to just after a whole minute: basis snapshots are taken on whole minutes and move the mark. */
export async function beginMinute(url: string, traders: readonly Trader[]): Promise<void> {
  const now = await advance(url, 0);
  await advance(url, 61_000 - (now % 60_000));
  for (const trader of traders) await trader.synchronise();
}

/** `taker` trades at a price, which becomes the market's, with a resting order of `maker` on cross margin. */
export async function tradeAt(maker: Trader, taker: Trader, order: Order): Promise<void> {
  await setPrice(maker.url, String(order.symbol), Number(order.order_price));
  await fillOf(maker, taker, order);
}

/** The same at any price, without moving the market to it. */
export async function fillOf(maker: Trader, taker: Trader, order: Order): Promise<void> {
  const { symbol, order_price, order_quantity } = order;
  const side = order.side === "BUY" ? "SELL" : "BUY";
  accepted(await maker.order({ symbol, side, order_type: "LIMIT", order_price, order_quantity, margin_mode: "CROSS" }));
  const taken = accepted(await taker.order(order));
  if (taken.data.status !== "FILLED") throw new Error(`not filled: ${taken.text}`);
}

/** Cancels the open orders one by one, because all at once may be cancelled only ten times a second. */
export async function leaveBook(trader: Trader): Promise<void> {
  const { rows } = accepted(await trader.get("/v1/orders?status=INCOMPLETE&size=500")).data;
  for (const { symbol, order_id } of rows!) {
    accepted(await trader.delete(`/v1/order?symbol=${symbol}&order_id=${order_id}`));
  }
}

/** The account's balance row. */
export async function holdingOf(trader: Trader): Promise<Row> {
  const { holding } = accepted(await trader.get("/v1/client/holding")).data as { readonly holding: readonly Row[] };
  return holding[0]!;
}

export async function positionOf(trader: Trader, symbol: string, marginMode: "CROSS" | "ISOLATED"): Promise<Row> {
  return accepted(await trader.get(`/v1/position/${symbol}?margin_mode=${marginMode}`)).data;
}
