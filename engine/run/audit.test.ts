// Each invariant is broken on purpose, and the audit names it. Rules 1.5.

import { describe, expect, test } from "bun:test";
import { NONE } from "../base/storage/int-map.ts";
import { millis, quantityE8, type Ticks } from "../base/units.ts";
import { silent } from "../language/events/events.ts";
import { CLEARING, FEE_VENUE, INSURANCE } from "../memory/account/accounts.ts";
import { moveHolding } from "../money/balance/holdings.ts";
import { LiquidationWorld } from "../testing/liquidation-world.ts";
import { START } from "../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, USDC } from "../testing/small-exchange.ts";
import { audit } from "./audit.ts";

/** A long 2, B short 2, C with orders on both sides, with asks at two prices. */
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
    (market) => market.state.rows.addPending(rowOf(market, C), 0, 1),
  ],
  [
    "a pending quantity that is missing",
    "pending quantities are those of the open orders",
    (market) => market.state.rows.addPending(rowOf(market, C), 1, -1),
  ],
  [
    "a change of a row that its account's spare money was not notified of",
    "no account is thought to spare more than it can",
    (market) => {
      market.engine.audit();
      const other = exchange();
      other.state.rows.setLeverage(rowOf(other, A), 1);
      market.state.rows.copy(rowOf(market, A), other.state.rows, rowOf(other, A));
    },
  ],
  [
    "a wrong count of open orders",
    "a row counts its open orders",
    (market) => market.state.rows.setOrders(rowOf(market, A), market.state.rows.orders(rowOf(market, A)) + 1),
  ],
  [
    "an entry value without a position",
    "a flat row has no entry value",
    (market) => market.state.rows.setEntryFine(rowOf(market, C), market.state.rows.entryFine(rowOf(market, C)) + 1),
  ],
  [
    "funding that was paid by a position that is gone",
    "a row that is gone leaves nothing",
    (market) => market.state.rows.setAccruedFunding(rowOf(market, C), 1),
  ],
  [
    "a withdrawal by a nonce from nowhere",
    "no nonce was used that was not handed out",
    (market) => market.state.accounts.setWithdrawNonceUsed(A, market.state.accounts.withdrawNonce(A) + 1),
  ],
  [
    "a long without a short",
    "I1: every long has a short",
    (market) => market.state.rows.setQuantity(rowOf(market, A), market.state.rows.quantity(rowOf(market, A)) + 1),
  ],
  [
    "a fee that no account gets",
    "I2: costs of a symbol cancel out",
    (market) => market.state.rows.setCost(rowOf(market, A), market.state.rows.cost(rowOf(market, A)) + 1),
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
      market.state.accounts.setHolding(A, -1);
    },
  ],
  ["money that is not in custody", "I3: all money is in custody", (market) => void market.state.custody--],
  [
    "frozen money from nowhere",
    "I3: all money is in custody",
    (market) => market.state.accounts.setFrozen(B, market.state.accounts.frozen(B) + 1),
  ],
  [
    "isolated margin from nowhere",
    "I3: all money is in custody",
    (market) => market.state.rows.setMargin(rowOf(market, B), market.state.rows.margin(rowOf(market, B)) + 1),
  ],
  [
    "a settlement with one side",
    "I4: clearing is worth nothing",
    (market) => {
      market.state.accounts.setHolding(CLEARING, market.state.accounts.holding(CLEARING) - 5);
      market.state.accounts.setHolding(A, market.state.accounts.holding(A) + 5);
    },
  ],
  [
    "a level that shows too much",
    "a level sums its orders",
    (market) =>
      market.state.books.levels.setVisible(
        market.sol.asks.best(),
        market.state.books.levels.visible(market.sol.asks.best()) + 1,
      ),
  ],
  [
    "a level that counts an order too few",
    "a level sums its orders",
    (market) =>
      market.state.books.levels.setOrders(
        market.sol.bids.best(),
        market.state.books.levels.orders(market.sol.bids.best()) - 1,
      ),
  ],
  [
    "an order on a level of another price",
    "a resting order has a rest at its price",
    (market) =>
      market.state.orders.setPrice(
        market.state.orders.find(3),
        market.state.orders.price(market.state.orders.find(3)) + 1,
      ),
  ],
  [
    "an order that its level lost",
    "a level sums its orders",
    (market) => {
      market.state.books.levels.setHead(market.sol.bids.best(), NONE);
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
      market.state.orders.setLevel(market.state.orders.find(3), NONE);
    },
  ],
  [
    "an order that is taken to rest elsewhere",
    "an order knows its level",
    (market) => {
      market.state.orders.setLevel(market.state.orders.find(3), market.sol.asks.best());
    },
  ],
  [
    "a wrong count of reduce-only orders",
    "a row counts its reduce-only orders",
    (market) =>
      market.state.rows.setReduceOnlyOrders(rowOf(market, C), market.state.rows.reduceOnlyOrders(rowOf(market, C)) + 1),
  ],
  [
    "a level away from its price",
    "a level stands at its price",
    ({ state, sol }) => state.books.levels.setPrice(sol.asks.best(), state.books.levels.price(sol.asks.best()) + 1),
  ],
  ["a bid at the best ask", "a book is never crossed", (market) => movePrice(market, 3, 151_000)],
];

/** Moves a bid, the only one on its level, to another price together with the level. */
function movePrice(market: SmallExchange, orderId: number, price: number): void {
  const { orders, books } = market.state;
  const order = orders.find(orderId);
  const level = orders.level(order);
  market.sol.bids.remove(orders.price(order) as Ticks);
  market.sol.bids.insert(price as Ticks, level);
  orders.setPrice(order, price);
  books.levels.setPrice(level, price);
}

test("a sound exchange passes", () => {
  expect(() => audit(exchange().state)).not.toThrow();
});

describe("the audit names", () => {
  for (const [name, claim, damage] of damages) {
    test(name, () => {
      const market = exchange();
      damage(market);
      expect(() => market.engine.audit()).toThrow(`broken invariant: ${claim}`);
    });
  }
});

test("I5: a user may owe while all that it holds after a take-over is in paused markets, and no longer", () => {
  const world = new LiquidationWorld({ SOL: 150, ARB: 1 });
  const user = world.user(50);
  world.open(user, "SOL", 10, 1_500);
  world.open(user, "ARB", 100, 100);
  world.apply({ type: "set_market_state", at: START, market: 1, state: "HALTED", reason: "" });
  world.pin({ SOL: 144 });
  expect(world.holding(user)).toBe(-10);
  world.market("ARB").state = "ACTIVE";
  expect(() => world.engine.audit()).toThrow("I5: no holding is negative");
});

test("I6: no more money leaves the venue than came in", () => {
  const market = exchange();
  const { state } = market;
  state.accounts.setHolding(INSURANCE, state.accounts.holding(INSURANCE) - 2 * state.custody);
  state.custody = -state.custody;
  expect(() => market.engine.audit()).toThrow("I6: nothing went out that had not come in");
});

test("I7: a user without a position owes nothing, whether by balance, by reserves or by unsettled PnL", () => {
  const owing = (more: number) => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 150, 1, { marginMode: "ISOLATED" });
    const { accounts, rows } = market.state;
    const cost = accounts.holding(A) - accounts.isolatedOrderFrozen(A) + more;
    rows.setCost(rows.obtain(accounts, A, 0, "CROSS"), cost);
    rows.setCost(rows.obtain(accounts, B, 0, "CROSS"), -cost);
    return market.engine;
  };
  expect(() => owing(0).audit()).not.toThrow();
  expect(() => owing(1).audit()).toThrow("I7: who has no position owes nothing");
});

test("I7: an isolated position covers no debt outside it", () => {
  const market = new SmallExchange();
  market.rest(B, "SELL", 150, 1);
  market.rest(A, "BUY", 150, 1, { marginMode: "ISOLATED" });
  const { accounts, rows } = market.state;
  for (const [account, sign] of [
    [A, 1],
    [C, -1],
  ] as const)
    rows.setCost(rows.obtain(accounts, account, 0, "CROSS"), sign * 1_000_000 * USDC);
  expect(() => market.engine.audit()).toThrow("I7: who has no position owes nothing");
});

test("only the insurance fund, clearing and the venue's fees may owe", () => {
  for (const account of [INSURANCE, CLEARING, FEE_VENUE]) {
    const market = exchange();
    market.state.accounts.setHolding(account, market.state.accounts.holding(account) - 5);
    market.state.accounts.setHolding(A, market.state.accounts.holding(A) + 5);
    market.state.venue.solvencyHalt = account === INSURANCE;
    if (account === CLEARING) expect(() => market.engine.audit()).toThrow("I4");
    else expect(() => market.engine.audit()).not.toThrow();
  }
});

test("money that leaves an account with a position that can't be liquidated is detected where it moves", () => {
  const market = exchange();
  market.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
  market.engine.audit();
  for (const kind of ["withdrawal", "transfer_out", "vault"] as const) {
    const movement = { account: A, amount: -1, kind, reference: "", market: NONE };
    expect(() => moveHolding(market.state, movement, silent)).toThrow(
      "nothing leaves while a position can't be liquidated",
    );
    // C has orders and no position; money that comes in is always allowed.
    expect(() => moveHolding(market.state, { ...movement, account: C }, silent)).not.toThrow();
    expect(() => moveHolding(market.state, { ...movement, amount: 1 }, silent)).not.toThrow();
  }
});
