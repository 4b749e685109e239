// A rehearsal says what really happens: it is held against doing it, on a copy of the exchange.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { readSnapshot } from "../snapshot.ts";
import { A, B, C, D, ONE, SmallExchange } from "../testing/small-exchange.ts";
import { quantityE8 } from "../units.ts";

const resting = fc.record({
  account: fc.constantFrom(A, B, C, D),
  price: fc.constantFrom(149, 149.5, 150),
  size: fc.integer({ min: 1, max: 4 }),
  shown: fc.constantFrom(0, 1, 4),
  reduceOnly: fc.boolean(),
});
const history = fc.record({
  orders: fc.array(resting, { maxLength: 8 }),
  incoming: fc.record({ size: fc.integer({ min: 1, max: 9 }), price: fc.constantFrom(149, 149.5, 150) }),
  reducing: fc.boolean(),
});

/** B and C are long, A and D short: some reduce-only sellers, and a buyer that may reduce. */
function exchange(orders: readonly (typeof resting extends fc.Arbitrary<infer T> ? T : never)[]): SmallExchange {
  const market = new SmallExchange();
  market.trade(B, "BUY", A, 150, 3);
  market.trade(C, "BUY", D, 150, 2);
  for (const { account, price, size, shown, reduceOnly } of orders) {
    const visible = quantityE8(Math.min(shown, size) * ONE);
    // Reduce-only of the short ones is refused, which is as good as not being there.
    market.order(account, "SELL", "LIMIT", price, size, { visible, reduceOnly });
  }
  return market;
}

const copyOf = (market: SmallExchange) => new SmallExchange({}, readSnapshot(market.engine.snapshot()));

test("all or nothing fills exactly when the same order, taking what it can get, would be filled", () => {
  fc.assert(
    fc.property(history, ({ orders, incoming: { size, price }, reducing }) => {
      const market = exchange(orders);
      const taking = copyOf(market).order(A, "BUY", "IOC", price, size, { reduceOnly: reducing });
      const whole = market.order(A, "BUY", "FOK", price, size, { reduceOnly: reducing });
      expect([whole.code, whole.status === "FILLED"]).toEqual([taking.code, taking.status === "FILLED"]);
      expect(whole.trades.length).toBe(taking.status === "FILLED" ? taking.trades.length : 0);
      market.engine.audit();
    }),
    { numRuns: 200 },
  );
});

test("a post-only order trades exactly when the same order would not trade with anything visible", () => {
  fc.assert(
    fc.property(history, ({ orders, incoming: { size, price } }) => {
      const market = exchange(orders);
      const own = market.engine.openOrders(A, 0).some((order) => order.visible > 0);
      const taking = copyOf(market).order(A, "BUY", "IOC", price, size);
      const crosses = taking.orders.some((report) => report.cause === "fill" && report.account !== A && report.maker);
      const passive = market.order(A, "BUY", "POST_ONLY", price, size);
      if (crosses) expect([passive.reason, passive.trades.length]).toEqual(["POST_ONLY_CROSS", 0]);
      else if (!own) expect(passive.trades.length).toBe(taking.trades.length);
      market.engine.audit();
    }),
    { numRuns: 200 },
  );
});
