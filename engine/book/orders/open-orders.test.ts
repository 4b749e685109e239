// What open orders would add to a position, and which of them end with it. Rules 2.6, 5.3.

import { expect, test } from "bun:test";
import { quantityE8 } from "../../base/units.ts";
import { amendOrder } from "../../testing/setup.ts";
import { A, B, C, D, ONE, SmallExchange } from "../../testing/small-exchange.ts";

const pending = (market: SmallExchange, account: number) => {
  const { pendingLong, pendingShort } = market.engine.position(account, 0, "CROSS");
  return [pendingLong / 100, pendingShort / 100];
};

test("pending is what rests: it grows with an order, shrinks with fills and amendments, and ends with a cancel", () => {
  const market = new SmallExchange();
  const buy = market.rest(A, "BUY", 149, 5);
  const sell = market.rest(A, "SELL", 151, 3);
  expect(pending(market, A)).toEqual([5, -3]);
  market.order(B, "SELL", "IOC", 149, 2);
  expect(pending(market, A)).toEqual([3, -3]);
  market.apply(amendOrder({ account: A, orderId: buy, quantity: quantityE8(4 * ONE) }));
  market.apply(amendOrder({ account: A, orderId: sell, side: "SELL", quantity: quantityE8(7 * ONE) }));
  expect(pending(market, A)).toEqual([2, -7]);
  market.cancel(A, sell);
  expect(pending(market, A)).toEqual([2, 0]);
});

test("reduce-only orders are never pending", () => {
  const market = new SmallExchange();
  market.trade(A, "BUY", D, 150, 2);
  market.rest(A, "SELL", 151, 2, { reduceOnly: true });
  expect(pending(market, A)).toEqual([0, 0]);
});

test("a position that closes or flips ends its reduce-only orders, in the order of their ids, and no others", () => {
  for (const size of [2, 3]) {
    const market = new SmallExchange();
    market.trade(A, "BUY", D, 150, 2);
    const ids = [153, 152, 154].map((price) => market.rest(A, "SELL", price, 1, { reduceOnly: true }));
    const ordinary = market.rest(A, "SELL", 152, 1);
    market.rest(B, "BUY", 150, 3);
    const { orders } = market.order(A, "SELL", "LIMIT", 150, size);
    const ended = orders.filter((report) => report.reason === "REDUCE_ONLY_CLOSED");
    expect(ended.map((report) => report.orderId)).toEqual(ids);
    expect(market.engine.openOrders(A, -1).map((order) => order.orderId)).toEqual([ordinary]);
    market.engine.audit();
  }
});

test("a position that only shrinks keeps them", () => {
  const market = new SmallExchange();
  market.trade(A, "BUY", D, 150, 2);
  const kept = market.rest(A, "SELL", 152, 2, { reduceOnly: true });
  market.trade(C, "BUY", A, 150, 1);
  expect(market.engine.openOrders(A, 0).map((order) => order.orderId)).toEqual([kept]);
});

test("open orders are listed by their ids, whichever slot of the table they took", () => {
  const market = new SmallExchange();
  const ids = [1, 2, 3, 4].map(() => market.rest(A, "BUY", 149, 1));
  market.cancel(A, ids[1]!);
  market.cancel(A, ids[0]!);
  ids.push(market.rest(A, "BUY", 149, 1), market.rest(A, "SELL", 151, 1));
  expect(market.engine.openOrders(A, -1).map((order) => order.orderId)).toEqual([3, 4, 5, 6]);
  expect(market.state.orders.used).toBe(4);
});
