// The order books: levels, their visible quantities, and the order of queues. Rules 2.3, 2.9.

import { expect, test } from "bun:test";
import { NONE } from "../../base/storage/int-map.ts";
import { quantityE8, ticks } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { amendOrder } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange } from "../../testing/small-exchange.ts";

const showing = (size: number) => ({ visible: quantityE8(size * ONE) });
const shown = (market: SmallExchange, side: "BUY" | "SELL") =>
  market.engine.bookSide(0, side, 100).map(({ price, quantity }) => [price / 1_000, quantity / 100]);

test("a level shows the sum of its orders' visible quantities, and a level without any is not shown", () => {
  const market = new SmallExchange();
  market.rest(A, "SELL", 151, 3, showing(1));
  market.rest(B, "SELL", 151, 2);
  market.rest(A, "SELL", 150.5, 5, showing(0));
  market.rest(C, "BUY", 149, 4, showing(2));
  market.rest(C, "BUY", 149.5, 1);
  expect(shown(market, "SELL")).toEqual([[151, 3]]);
  expect(shown(market, "BUY")).toEqual([
    [149.5, 1],
    [149, 2],
  ]);
  const { bestBid, bestAsk } = market.engine.market(0);
  expect([bestBid, bestAsk]).toEqual([ticks(149_500), ticks(151_000)]);
  expect(market.engine.visibleAt(0, "SELL", ticks(150_500)) as number).toBe(0);
});

test("a price with no orders left is removed, and comes back empty", () => {
  const market = new SmallExchange();
  const first = market.rest(A, "BUY", 149, 1);
  const second = market.rest(B, "BUY", 149, 2);
  market.cancel(A, first);
  expect(shown(market, "BUY")).toEqual([[149, 2]]);
  market.cancel(B, second);
  expect([shown(market, "BUY"), market.sol.bids.best()]).toEqual([[], NONE]);
  market.rest(C, "BUY", 149, 3);
  expect(shown(market, "BUY")).toEqual([[149, 3]]);
  expect(market.state.books.levels.used).toBe(1);
});

test("a queue is served in order of arrival, whichever order leaves it from the front, the middle or the end", () => {
  for (const leaving of [0, 1, 2]) {
    const market = new SmallExchange();
    const ids = [A, B, A].map((account) => market.rest(account, "SELL", 150, 1));
    market.cancel(leaving === 1 ? B : A, ids[leaving]!);
    const { orders } = market.order(C, "BUY", "LIMIT", 150, 2);
    const served = orders.filter((report) => report.cause === "fill" && report.account !== C);
    expect(served.map((report) => report.orderId)).toEqual(ids.filter((_, n) => n !== leaving));
  }
});

test("the visible quantity of a level follows fills and amendments", () => {
  const market = new SmallExchange();
  const order = market.rest(A, "SELL", 150, 10, showing(4));
  // The six hidden lots are executed first.
  market.order(B, "BUY", "IOC", 150, 5);
  expect(shown(market, "SELL")).toEqual([[150, 4]]);
  market.order(B, "BUY", "IOC", 150, 3);
  expect(shown(market, "SELL")).toEqual([[150, 2]]);
  market.apply(amendOrder({ account: A, orderId: order, side: "SELL", quantity: quantityE8(9 * ONE) }));
  expect(shown(market, "SELL")).toEqual([[150, 1]]);
  market.engine.audit();
});

test("levels are reported when they change, so that a public book can be kept from the reports alone", () => {
  const market = new SmallExchange();
  const reported: number[][] = [];
  const { engine } = market;
  const order = { type: "cancel_all_orders", at: engine.now, account: A, market: -1 } as const;
  market.rest(A, "SELL", 150, 1);
  market.rest(A, "SELL", 151, 1);
  engine.apply(order, { ...silent, level: (_, side, price) => reported.push([side === "SELL" ? 1 : 0, price]) });
  expect(reported).toEqual([
    [1, 150_000],
    [1, 151_000],
  ]);
});

test("a depth counts only prices with visible quantity", () => {
  const market = new SmallExchange();
  const { books } = market.state;
  expect([books.visiblePriceAt(market.sol.asks, 0), books.bestVisible(market.sol.asks)]).toEqual([0, 0]);
  market.rest(A, "SELL", 150, 1, showing(0));
  market.rest(A, "SELL", 151, 1);
  market.rest(A, "SELL", 152, 1, showing(0));
  market.rest(A, "SELL", 153, 1);
  expect([0, 1, 2].map((depth) => books.visiblePriceAt(market.sol.asks, depth))).toEqual([151_000, 153_000, 0]);
});
