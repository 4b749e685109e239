// Honest traders during a flood: some place and cancel orders over REST, some over a private stream, each at his own
// pace, in a process of their own. For each input line, prints how long their orders have taken since the line before.

import { createInterface } from "node:readline";
import { ApiError, newClientOrderId, onboard } from "@evermark/client";
import { type HonestOrders, PACE_MS } from "./honest-orders.ts";

const [url = ""] = process.argv.slice(2);
const EACH = 3;
const SYMBOL = "PERP_SOL_USDC";

const none = (): HonestOrders => ({ rest: [], stream: [], lost: 0, refused: 0 });
let orders = none();

async function trader(way: "rest" | "stream"): Promise<() => Promise<void>> {
  const { client } = await onboard({ baseUrl: url, brokerId: "demo", repeatsMax: 0, rateLimitWaitsMax: 0 });
  const { mark_price } = await client.marketData.getMarket({ symbol: SYMBOL });
  const order = {
    ...({ symbol: SYMBOL, side: "BUY", order_type: "LIMIT" } as const),
    order_price: Number((mark_price * 0.9).toFixed(1)),
    order_quantity: 1,
  };
  const own = client.streams.private.subscribe("executionreport", () => {});
  await own.ready;
  return async () => {
    const body = { ...order, client_order_id: newClientOrderId() };
    const startedAt = performance.now();
    const { order_id } =
      way === "rest" ? await client.orders.placeOrder(body) : await client.streams.orders.place(body);
    orders[way].push(performance.now() - startedAt);
    const cancelled = { symbol: SYMBOL, order_id };
    await (way === "rest" ? client.orders.cancelOrder(cancelled) : client.streams.orders.cancel(cancelled));
  };
}

async function trade(act: () => Promise<void>): Promise<never> {
  for (;;) {
    try {
      await act();
    } catch (error) {
      if (error instanceof ApiError) orders.refused += 1;
      else orders.lost += 1;
    }
    await Bun.sleep(PACE_MS);
  }
}

/**
 * Waits until an order of each type was answered, or one was given up: on a slow machine that may take longer than a
 * phase.
 */
async function wereAnswered(): Promise<void> {
  while (orders.lost === 0 && (orders.rest.length === 0 || orders.stream.length === 0)) await Bun.sleep(PACE_MS);
}

const acts = await Promise.all(Array.from({ length: 2 * EACH }, (_, i) => trader(i % 2 === 0 ? "rest" : "stream")));
for (const act of acts) void trade(act);
console.log("ready");
for await (const _ of createInterface({ input: process.stdin })) {
  await wereAnswered();
  console.log(JSON.stringify(orders));
  orders = none();
}
process.exit(0);
