import { expect, test } from "bun:test";
import type { AlgoOrder } from "../../session/asking/answers.ts";
import { triggerChange, triggerOrders } from "./trigger-orders.ts";

const SYMBOL = "PERP_ETH_USDC";

function algo(id: number, change: Partial<AlgoOrder>): AlgoOrder {
  const members: Partial<AlgoOrder> = {
    algo_order_id: id,
    algo_type: "STOP",
    algo_status: "NEW",
    symbol: SYMBOL,
    side: "SELL",
    quantity: 2,
    trigger_price: null,
    is_triggered: "false",
    child_orders: [],
    ...change,
  };
  return members as AlgoOrder;
}

const takeProfit = algo(11, { algo_type: "TAKE_PROFIT", trigger_price: 3_300 });
const stopLoss = algo(12, { algo_type: "STOP_LOSS", trigger_price: 2_700, quantity: 0 });
const group = algo(10, { algo_type: "TP_SL", child_orders: [takeProfit, stopLoss] });

test("every order in a tree that waits for a price is found, with its path", () => {
  const stop = algo(1, { trigger_price: 2_500 });
  const bracket = algo(9, { algo_type: "BRACKET", child_orders: [group] });
  expect(triggerOrders([stop, bracket], SYMBOL).map(({ id, path, triggerPrice }) => [id, path, triggerPrice])).toEqual([
    [1, [1], 2_500],
    [11, [9, 10, 11], 3_300],
    [12, [9, 10, 12], 2_700],
  ]);
});

test("triggered and cancelled orders, and those of other markets, do not wait", () => {
  const orders = [
    algo(1, { trigger_price: 1, is_triggered: "true" }),
    algo(2, { trigger_price: 1, algo_status: "CANCELLED" }),
    algo(3, { trigger_price: 1, symbol: "PERP_BTC_USDC" }),
    algo(4, {}),
  ];
  expect(triggerOrders(orders, SYMBOL)).toEqual([]);
});

test("a leg is changed at its place in the tree", () => {
  const price = "3000.5";
  expect(triggerChange({ path: [1] }, price)).toEqual({ order_id: 1, trigger_price: price });
  expect(triggerChange({ path: [10, 11] }, price)).toEqual({
    order_id: 10,
    child_orders: [{ order_id: 11, trigger_price: price }],
  });
  expect(triggerChange({ path: [9, 10, 11] }, price)).toEqual({
    order_id: 9,
    child_orders: [{ order_id: 10, child_orders: [{ order_id: 11, trigger_price: price }] }],
  });
});
