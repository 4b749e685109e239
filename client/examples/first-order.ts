// A first order: open an account, place an order far below the market, receive its report, cancel it. With a venue running
// (`npm start`): npx bun client/examples/first-order.ts
import { limitPrice, onboard, smallestQuantity } from "@evermark/client";

const baseUrl = process.env.EVERMARK_URL ?? "http://127.0.0.1:8196";
const symbol = "PERP_ETH_USDC";
const { client, credentials } = await onboard({ baseUrl, brokerId: "demo" });
console.log("account", credentials.accountId);

await client.streams.private.subscribe("executionreport", ({ orderId, status }) => {
  console.log("report", orderId, status);
  if (status === "CANCELLED") client.close();
}).ready;

const rules = await client.marketData.getSymbol({ symbol });
const { mark_price } = await client.marketData.getMarket({ symbol });
const order_price = limitPrice(rules, "BUY", mark_price * 0.9);
const order_quantity = smallestQuantity(rules, order_price);
const { order_id } = await client.orders.placeOrder({
  symbol,
  side: "BUY",
  order_type: "LIMIT",
  order_price,
  order_quantity,
});
console.log("placed", order_id, "to buy", order_quantity, "at", order_price);
await client.orders.cancelOrder({ symbol, order_id });
