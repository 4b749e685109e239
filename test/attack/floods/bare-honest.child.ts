// The honest traders' requests, sent to a server that does nothing with them: some over REST, some over a stream, at
// the traders' own pace. For each input line, prints how long the answers have taken since the line before. Argument:
// the server's address.

import { createInterface } from "node:readline";
import { type HonestOrders, PACE_MS } from "./honest-orders.ts";

const [url = ""] = process.argv.slice(2);
const EACH = 3;
const ORDER = JSON.stringify({
  ...{ symbol: "PERP_SOL_USDC", side: "BUY", order_type: "LIMIT", order_price: 135.1, order_quantity: 1 },
  client_order_id: "0123456789abcdef0123",
});

const none = (): HonestOrders => ({ rest: [], stream: [], lost: 0, refused: 0 });
let orders = none();

async function overRest(): Promise<void> {
  await (await fetch(`${url}/v1/order`, { method: "POST", body: ORDER })).bytes();
}

async function overStream(): Promise<() => Promise<void>> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  await new Promise((resolve) => socket.addEventListener("open", resolve, { once: true }));
  return () =>
    new Promise((resolve) => {
      socket.addEventListener("message", () => resolve(), { once: true });
      socket.send(ORDER);
    });
}

async function repeat(way: "rest" | "stream", once: () => Promise<void>): Promise<never> {
  for (;;) {
    const startedAt = performance.now();
    try {
      await once();
      orders[way].push(performance.now() - startedAt);
      // A trader cancels its orders, so every placement is followed by a cancel.
      await once();
    } catch {
      orders.lost += 1;
    }
    await Bun.sleep(PACE_MS);
  }
}

for (let i = 0; i < EACH; i++) {
  void repeat("rest", overRest);
  void repeat("stream", await overStream());
}
console.log("ready");
for await (const _ of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(orders));
  orders = none();
}
process.exit(0);
