// A first order: open a sandbox account, read the book, place a limit order under it, watch its reports, cancel it.
// With a venue running (`npm start`): npx bun client/examples/first-order.ts
import { limitPrice, onboard, smallestQuantity } from "@evermark/client";

const baseUrl = process.env.EVERMARK_URL ?? "http://127.0.0.1:8196";
const symbol = "PERP_ETH_USDC";
const { client, credentials } = await onboard({ baseUrl, brokerId: "demo" });
console.log("account", credentials.accountId);

const book = client.orderBook(symbol);
await book.ready;
console.log("best bid and ask", book.best());

const cancelled = Promise.withResolvers<void>();
const reports = client.streams.private.subscribe("executionreport", (report) => {
  console.log("report", report.orderId, report.status);
  if (report.status === "CANCELLED") cancelled.resolve();
});
await reports.ready;

const [rules, market] = await Promise.all([
  client.marketData.getSymbol({ symbol }),
  client.marketData.getMarket({ symbol }),
]);
const price = limitPrice(rules, "BUY", market.mark_price * 0.9);
const order = await client.orders.placeOrder({
  symbol,
  side: "BUY",
  order_type: "LIMIT",
  order_price: price,
  order_quantity: smallestQuantity(rules, price),
});
console.log("placed", order.order_id, order.status);
console.log("cancel", await client.orders.cancelOrder({ symbol, order_id: order.order_id }));
await cancelled.promise;
client.close();
