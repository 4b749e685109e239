// Alice places a resting order, of which Bob takes a part, and places stop orders for a falling price.

import { BTC, ETH, type Stage } from "../recording-stage.ts";

export async function trade(stage: Stage): Promise<void> {
  const order = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 59_990, order_quantity: 0.1 } as const;
  const { order_id } = await stage.call("orders.placeOrder", { body: { ...order, client_order_id: "bid-1" } });
  const { client_order_id: _, ...amended } = { ...order, client_order_id: "", order_price: 59_995, order_id };
  await stage.call("orders.amendOrder", { body: amended });
  await stage.wait(1_000);
  const taken = { symbol: BTC, side: "SELL", order_type: "MARKET", order_quantity: 0.04 };
  await stage.call("orders.preview", { body: taken }, stage.bob);
  await stage.call("orders.placeOrder", { body: taken }, stage.bob);
  const orders = [
    {
      symbol: ETH,
      side: "BUY",
      order_type: "LIMIT",
      order_price: 2_990,
      order_quantity: 1,
      client_order_id: "eth-1",
    },
    {
      symbol: ETH,
      side: "SELL",
      order_type: "POST_ONLY",
      order_price: 3_010,
      order_quantity: 1,
      client_order_id: "eth-2",
    },
  ];
  await stage.call("orders.placeBatch", { body: { orders } });
  await stage.call("orders.cancelAllAfter", { body: { trigger_after: 60_000 } });
  await stage.call("orders.cancelAllAfter", { body: { trigger_after: 0 } });
}

export async function readOrders(stage: Stage): Promise<void> {
  await stage.call("marketData.getOrderbook", { params: { symbol: BTC }, query: { max_level: 10 } });
  const { rows } = await stage.call("orders.getOrders", { query: { symbol: BTC, status: "INCOMPLETE" } });
  const { order_id } = rows[0]!;
  await stage.call("orders.getOrder", { params: { order_id } });
  await stage.call("orders.getOrderByClientId", { params: { client_order_id: "bid-1" } });
  await stage.call("orders.getOrderTrades", { params: { order_id } });
  const trades = await stage.call("orders.getTrades", { query: { symbol: BTC } });
  await stage.call("orders.getTrade", { params: { trade_id: trades.rows[0]!.id } });
  await stage.call("orders.cancelOrderByClientId", { query: { symbol: ETH, client_order_id: "eth-1" } });
  await stage.call("orders.cancelBatchByClientId", { query: { client_order_ids: "eth-2" } });
  const repeated = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 59_900, order_quantity: 0.01 };
  const placed = await stage.call("orders.placeOrder", { body: repeated });
  await stage.call("orders.cancelOrder", { query: { symbol: BTC, order_id: placed.order_id } });
  const batched = await stage.call("orders.placeOrder", { body: repeated });
  await stage.call("orders.cancelBatch", { query: { order_ids: batched.order_id } });
}

export async function placeAlgoOrders(stage: Stage): Promise<void> {
  const stop = {
    symbol: BTC,
    algo_type: "STOP",
    type: "MARKET",
    side: "SELL",
    quantity: 0.01,
    trigger_price: 59_000,
    client_order_id: "stop-1",
  };
  const { order_id } = await stage.call("algo.placeAlgoOrder", { body: stop });
  await stage.call("algo.amendAlgoOrder", { body: { order_id, trigger_price: 59_500 } });
  await stage.call("algo.getAlgoOrders", { query: { symbol: BTC } });
  await stage.call("algo.getAlgoOrder", { params: { order_id } });
  await stage.call("algo.getAlgoOrderByClientId", { params: { client_order_id: "stop-1" } });
  // The price falls, the stop order triggers, and Bob's bid buys what it sells.
  const bid = { symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 59_450, order_quantity: 0.01 };
  await stage.call("orders.cancelOrders", { query: { symbol: BTC } });
  await stage.call("orders.placeOrder", { body: bid }, stage.bob);
  await stage.setPrice({ [BTC]: 59_400 });
  await stage.call("algo.getAlgoOrderTrades", { params: { order_id } });
  const another = (id: string) => ({ ...stop, trigger_price: 50_000, client_order_id: id });
  const second = await stage.call("algo.placeAlgoOrder", { body: another("stop-2") });
  await stage.call("algo.cancelAlgoOrder", { query: { symbol: BTC, order_id: second.order_id } });
  await stage.call("algo.placeAlgoOrder", { body: another("stop-3") });
  await stage.call("algo.cancelAlgoOrderByClientId", { query: { symbol: BTC, client_order_id: "stop-3" } });
  await stage.call("algo.cancelAlgoOrders", { query: { symbol: BTC } });
  await stage.setPrice({ [BTC]: 60_000 });
}
