import { expect, test } from "bun:test";
import type { Position } from "../../session/asking/answers.ts";
import type { OpenOrder } from "../../session/orders/open-order.ts";
import { type Own, ownLines } from "./own-lines.ts";
import type { TriggerOrder } from "./trigger-orders.ts";

const SYMBOL = "PERP_ETH_USDC";

const order = {
  orderId: 7,
  symbol: SYMBOL,
  side: "BUY",
  type: "LIMIT",
  price: 2_900,
  quantity: 1.5,
  executedQuantity: 0.5,
} as OpenOrder;

const position = {
  symbol: SYMBOL,
  margin_mode: "CROSS",
  position_qty: -2,
  average_open_price: 3_000,
  est_liq_price: 3_900.12,
  unrealized_pnl: -41.2345,
} as Position;

const nothing: Own = { symbol: SYMBOL, orders: [], triggers: [], positions: [], moved: new Map(), near: 3_000 };

test("orders, triggers, entry and liquidation price are lines with descriptive titles", () => {
  const legs = { path: [2, 3], isTrailing: false };
  const trigger: TriggerOrder = { id: 3, type: "STOP_LOSS", side: "BUY", quantity: 0, triggerPrice: 3_200, ...legs };
  const lines = ownLines({ ...nothing, orders: [order], triggers: [trigger], positions: [position] });
  expect(lines.map(({ id, price, title }) => [id, price, title])).toEqual([
    ["entry-PERP_ETH_USDC-CROSS", 3_000, "Short 2, −41.23"],
    ["liquidation-PERP_ETH_USDC-CROSS", 3_900.12, "Liquidation"],
    ["trigger-3", 3_200, "Stop loss: buy all"],
    ["order-7", 2_900, "Buy 1.5, 0.5 filled"],
  ]);
  expect(lines.map(({ movable }) => movable?.is)).toEqual([undefined, undefined, "trigger", "order"]);
});

test("orders of other markets, orders without a price and closed positions have no line", () => {
  const orders = [
    { ...order, symbol: "PERP_BTC_USDC" },
    { ...order, price: 0 },
  ];
  const positions = [{ ...position, position_qty: 0 }];
  expect(ownLines({ ...nothing, orders, positions })).toEqual([]);
  expect(ownLines({ ...nothing, positions: [{ ...position, est_liq_price: null }] })).toHaveLength(1);
});

test("a trailing stop follows the market and can't be moved", () => {
  const trailing = { type: "TRAILING_STOP", isTrailing: true };
  const trigger: TriggerOrder = { id: 3, side: "SELL", quantity: 1, triggerPrice: 2_950, path: [3], ...trailing };
  expect(ownLines({ ...nothing, triggers: [trigger] })[0]?.movable).toBeUndefined();
});

test("a moved line is where it was put, and shows whether the venue has answered", () => {
  const at = (isSent: boolean) =>
    ownLines({ ...nothing, orders: [order], moved: new Map([["order-7", { price: 2_950, isSent }]]) })[0];
  expect(at(false)).toMatchObject({ price: 2_950, stroke: "dashed" });
  expect(at(true)).toMatchObject({ price: 2_950, stroke: "dotted", title: "Buy 1.5, 0.5 filled …" });
});

test("of very many orders, those near the market are shown", () => {
  const orders = Array.from({ length: 300 }, (_, at) => ({ ...order, orderId: at, price: 1 + at * 20 }));
  const prices = ownLines({ ...nothing, orders }).map(({ price }) => price);
  expect(prices).toHaveLength(200);
  expect(Math.max(...prices.map((price) => Math.abs(price - 3_000)))).toBeLessThanOrEqual(2_981);
});
