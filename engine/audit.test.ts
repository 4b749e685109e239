// Each invariant is broken on purpose, and the audit names it. Rules 1.5.

import { describe, expect, test } from "bun:test";
import { CLEARING, FEE_VENUE, INSURANCE } from "./account/accounts.ts";
import { audit } from "./audit.ts";
import { NONE } from "./storage/int-map.ts";
import { A, B, C, ONE, SmallExchange } from "./testing/small-exchange.ts";
import { millis, quantityE8, type Ticks } from "./units.ts";

/** A long 2, B short 2, C with orders on both sides, two prices of them asks. */
function exchange(): SmallExchange {
  const market = new SmallExchange();
  market.trade(A, "BUY", B, 150, 2);
  market.rest(C, "BUY", 149, 1);
  market.rest(C, "SELL", 151, 1);
  market.rest(C, "SELL", 152, 3, { visible: quantityE8(ONE) });
  return market;
}

function rowOf(market: SmallExchange, account: number): number {
  return market.state.rows.find(account, 0, "CROSS");
}

type Damage = (market: SmallExchange) => void;
const damages: readonly (readonly [string, string, Damage])[] = [
  [
    "a pending quantity that no order explains",
    "pending quantities are those of the open orders",
    (market) => void market.state.rows.columns.pendingBuy[rowOf(market, C)]!++,
  ],
  [
    "a pending quantity that is missing",
    "pending quantities are those of the open orders",
    (market) => void market.state.rows.columns.pendingSell[rowOf(market, C)]!--,
  ],
  [
    "a wrong count of open orders",
    "a row counts its open orders",
    (market) => void market.state.rows.columns.orders[rowOf(market, A)]!++,
  ],
  [
    "an entry value without a position",
    "a flat row has no entry value",
    (market) => void market.state.rows.columns.entryFine[rowOf(market, C)]!++,
  ],
  [
    "a long without a short",
    "I1: every long has a short",
    (market) => void market.state.rows.columns.quantity[rowOf(market, A)]!++,
  ],
  [
    "a fee that nobody gets",
    "I2: costs of a symbol cancel out",
    (market) => void market.state.rows.columns.cost[rowOf(market, A)]!++,
  ],
  ["a wrong open interest", "open interest is one side of the market", (market) => void market.sol.openInterest++],
  [
    "a market from the future",
    "time does not go backwards",
    (market) => {
      market.sol.updatedAt = millis(market.engine.now + 1);
    },
  ],
  [
    "a balance below zero",
    "I5: no holding is negative",
    (market) => {
      market.state.accounts.columns.holding[A] = -1;
    },
  ],
  ["money that is not in custody", "I3: all money is in custody", (market) => void market.state.custody--],
  [
    "frozen money from nowhere",
    "I3: all money is in custody",
    (market) => void market.state.accounts.columns.frozen[B]!++,
  ],
  [
    "isolated margin from nowhere",
    "I3: all money is in custody",
    (market) => void market.state.rows.columns.margin[rowOf(market, B)]!++,
  ],
  [
    "a settlement with one side",
    "I4: clearing is worth nothing",
    (market) => {
      market.state.accounts.columns.holding[CLEARING]! -= 5;
      market.state.accounts.columns.holding[A]! += 5;
    },
  ],
  [
    "a level that shows too much",
    "a level sums its orders",
    (market) => void market.state.books.levels.columns.visible[market.sol.asks.best()]!++,
  ],
  [
    "a level that counts an order too few",
    "a level sums its orders",
    (market) => void market.state.books.levels.columns.orders[market.sol.bids.best()]!--,
  ],
  [
    "an order on a level of another price",
    "a resting order has a rest at its price",
    (market) => void market.state.orders.columns.price[market.state.orders.find(3)]!++,
  ],
  [
    "an order that its level lost",
    "a level sums its orders",
    (market) => {
      market.state.books.levels.columns.head[market.sol.bids.best()] = NONE;
    },
  ],
  [
    "an order that the book lost with its level",
    "every open order is on the book, and no other",
    (market) => market.sol.bids.remove(149_000 as never),
  ],
  [
    "an order that does not know where it rests",
    "an open order rests and is found by its id",
    (market) => {
      market.state.orders.columns.level[market.state.orders.find(3)] = NONE;
    },
  ],
  [
    "an order that is taken to rest elsewhere",
    "an order knows its level",
    (market) => {
      market.state.orders.columns.level[market.state.orders.find(3)] = market.sol.asks.best();
    },
  ],
  [
    "a wrong count of reduce-only orders",
    "a row counts its reduce-only orders",
    (market) => void market.state.rows.columns.reduceOnlyOrders[rowOf(market, C)]!++,
  ],
  [
    "a level away from its price",
    "a level stands at its price",
    ({ state, sol }) => void state.books.levels.columns.price[sol.asks.best()]!++,
  ],
  ["a bid at the best ask", "a book is never crossed", (market) => movePrice(market, 3, 151_000)],
];

/** Moves a bid and its level, where it is the only one, to another price. */
function movePrice(market: SmallExchange, orderId: number, price: number): void {
  const { orders, books } = market.state;
  const order = orders.find(orderId);
  const level = orders.columns.level[order]!;
  market.sol.bids.remove(orders.columns.price[order]! as Ticks);
  market.sol.bids.insert(price as Ticks, level);
  orders.columns.price[order] = price;
  books.levels.columns.price[level] = price;
}

test("a sound exchange passes", () => {
  expect(() => audit(exchange().state)).not.toThrow();
});

describe("the audit names", () => {
  for (const [what, claim, damage] of damages) {
    test(what, () => {
      const market = exchange();
      damage(market);
      expect(() => market.engine.audit()).toThrow(`broken invariant: ${claim}`);
    });
  }
});

test("only the insurance fund, clearing and the venue's fees may owe", () => {
  for (const account of [INSURANCE, CLEARING, FEE_VENUE]) {
    const market = exchange();
    const { holding } = market.state.accounts.columns;
    holding[account]! -= 5;
    holding[A]! += 5;
    market.state.venue.solvencyHalt = account === INSURANCE;
    if (account === CLEARING) expect(() => market.engine.audit()).toThrow("I4");
    else expect(() => market.engine.audit()).not.toThrow();
  }
});
