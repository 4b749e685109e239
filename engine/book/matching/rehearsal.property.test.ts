// Rehearsals predict what really happens: they are compared with the real execution on a copy of the exchange.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { quantityE8 } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { settingsFor } from "../../testing/property-runs.ts";
import { A, B, C, D, ONE, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { thin, thinExchange, thinOrder } from "../../testing/thin-exchange.ts";

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

/** B and C are long, A and D short: some sellers are reduce-only, and the buyer may be. */
function exchange(orders: readonly (typeof resting extends fc.Arbitrary<infer T> ? T : never)[]): SmallExchange {
  const market = new SmallExchange();
  market.trade(B, "BUY", A, 150, 3);
  market.trade(C, "BUY", D, 150, 2);
  for (const { account, price, size, shown, reduceOnly } of orders) {
    const visible = quantityE8(Math.min(shown, size) * ONE);
    // A reduce-only order of a short account is refused, which is as good as not being there.
    market.order(account, "SELL", "LIMIT", price, size, { visible, reduceOnly });
  }
  return market;
}

const copyOf = (market: SmallExchange) => new SmallExchange({}, readSnapshot(market.engine.snapshot()));

test("a FOK fills exactly when the same order as an IOC would be filled", () => {
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

test("a post-only order trades exactly when the same order would not trade with any visible quantity", () => {
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

test("a FOK knows whose margin will not last, as if it had been tried", () => {
  let whole = 0;
  let uncovered = 0;
  fc.assert(
    fc.property(thin, thinOrder, (world, incoming) => {
      const market = thinExchange(world);
      const { account, side, size, isolated } = incoming;
      const price = world.mark + (side === "BUY" ? 4 : -4);
      const more = { marginMode: isolated ? "ISOLATED" : "CROSS" } as const;
      const taking = copyOf(market).order(account, side, "IOC", price, size, more);
      const filling = market.order(account, side, "FOK", price, size, more);
      expect(filling.code).toBe(taking.code);
      if (filling.status === "FILLED") {
        whole++;
        expect(filling.trades).toEqual(taking.trades);
      } else expect([filling.trades.length, taking.status === "FILLED"]).toEqual([0, false]);
      if (taking.orders.some(({ reason }) => reason === "MARGIN")) uncovered++;
      market.engine.audit();
    }),
    settingsFor(600),
  );
  expect(whole).toBeGreaterThan(30);
  expect(uncovered).toBeGreaterThan(2);
});

/** A copy of an exchange in which one account has another balance. */
function withBalance(market: SmallExchange, account: number, balance: number): SmallExchange {
  const copy = copyOf(market);
  const { accounts } = copy.state;
  const moved = accounts.holding(account) - balance;
  accounts.setHolding(account, balance);
  accounts.setHolding(INSURANCE, accounts.holding(INSURANCE) + moved);
  return copy;
}

test("a FOK fails at the same micro of balance as the execution", () => {
  let lines = 0;
  fc.assert(
    fc.property(thin, thinOrder, fc.constantFrom(A, B, C, D), (world, incoming, rich) => {
      const market = thinExchange(world);
      const { account, side, size, isolated } = incoming;
      const price = world.mark + (side === "BUY" ? 4 : -4);
      const more = { marginMode: isolated ? "ISOLATED" : "CROSS" } as const;
      const order = (balance: number, type: "IOC" | "FOK") =>
        withBalance(market, rich, balance).order(account, side, type, price, size, more);
      const fills = (balance: number) => order(balance, "IOC").status === "FILLED";
      let low: number = market.state.accounts.isolatedOrderFrozen(rich);
      let high = 1_000 * USDC;
      if (fills(low) || !fills(high)) return;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (fills(middle)) high = middle;
        else low = middle;
      }
      // The other limits are checked before anything is tried.
      if (order(low, "IOC").status !== "REJECTED") lines++;
      expect([order(low, "FOK").status === "FILLED", order(high, "FOK").status]).toEqual([false, "FILLED"]);
    }),
    settingsFor(600),
  );
  expect(lines).toBeGreaterThan(5);
});
