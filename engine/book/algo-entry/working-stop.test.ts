// A stop that closes trades within its bound of the index, waits while nothing rests there, and goes on for what it has
// not filled; and no mark fires one where the index is not. Rules 3.1, 3.2.

import { describe, expect, test } from "bun:test";
import { micros, millis, quantityE8, ticks } from "../../base/units.ts";
import { INSURANCE } from "../../memory/account/accounts.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { AlgoExchange, both, bracket, change, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { START } from "../../testing/setup.ts";
import { A, B, C, D, ONE, USDC } from "../../testing/small-exchange.ts";

const close = { orderType: "CLOSE_POSITION" } as const;
const stop = (trigger: number, more = {}) =>
  placeAlgo({ triggerPrice: price(trigger), quantity: size(2), reduceOnly: true, ...more });
const tpSl = (more = {}) =>
  placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(2), children: both("SELL", 160, 140), ...more });
const positional = () =>
  placeAlgo({ algoType: "POSITIONAL_TP_SL", orderType: "", children: both("SELL", 160, 140, close) });

const held = (market: AlgoExchange, account: number = A) =>
  market.engine.position(account, 0, "CROSS").quantity as number;

/** A is long of `sol`, bought from B, on a book that is empty again. */
function long(sol = 2): AlgoExchange {
  const market = new AlgoExchange();
  market.trade(A, "BUY", B, 150, sol);
  return market;
}

function tick(market: AlgoExchange): void {
  market.apply({ type: "tick", at: millis(market.engine.now + 1_000) });
}

/** What the last command did to A's ordinary orders: id, cause and status of each. */
const orders = (market: AlgoExchange) =>
  market.orders.filter(({ account }) => account === A).map(({ orderId, cause, status }) => [orderId, cause, status]);

describe("a stop that closes", () => {
  test("sells no further than its bound below the index, and waits with the rest", () => {
    const market = long();
    const id = market.place(stop(148));
    // A hundredth below 148 is 146.52.
    market.rest(B, "BUY", 146.52, 0.5);
    market.rest(B, "BUY", 146.519, 5);
    market.mark(148);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill PARTIAL_FILLED"]);
    expect(market.view(id)).toMatchObject({
      status: "PARTIAL_FILLED",
      rootStatus: "PARTIAL_FILLED",
      isTriggered: true,
      triggerStatus: "SUCCESS",
      triggerTradePrice: 148_000,
      executed: 50,
    });
    expect(held(market)).toBe(150);
  });

  test("rounds its bound inwards, to a tick", () => {
    const market = long();
    market.place(stop(148.001));
    // A hundredth below 148.001 is 146.52099.
    market.rest(B, "BUY", 146.52, 5);
    market.mark(148.001);
    expect(market.story).toEqual([]);
    market.rest(B, "BUY", 146.521, 1);
    tick(market);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill PARTIAL_FILLED"]);
  });

  test("buys no further than its bound above the index", () => {
    const market = new AlgoExchange();
    market.trade(A, "SELL", B, 150, 2);
    market.place(stop(152, { side: "BUY" }));
    market.mark(152);
    expect(market.story).toEqual([]);
    market.rest(C, "SELL", 153.521, 2);
    tick(market);
    expect(market.story).toEqual([]);
    market.rest(C, "SELL", 153.52, 2);
    tick(market);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
    expect(market.isOpen(1)).toBe(false);
  });

  test("does not fire while nothing rests within its bound, and keeps its sibling until it does", () => {
    const market = long();
    market.place(tpSl());
    market.rest(B, "BUY", 146, 5);
    market.mark(140);
    tick(market);
    expect(market.story).toEqual([]);
    expect(market.view(3)).toMatchObject({ isTriggered: false, triggerStatus: null, status: "NEW" });
    // It can still be changed, because nothing has fired.
    expect(market.amend(1, change(3, { triggerPrice: price(139) })).code).toBeNull();
    market.mark(139);
    market.rest(C, "BUY", 139, 1);
    expect(market.story).toEqual([]);
    tick(market);
    expect(market.story).toEqual([
      "3 triggered NEW",
      "2 cancelled CANCELLED ONE_CANCELS_OTHER",
      "1 triggered NEW",
      "3 fill PARTIAL_FILLED",
      "1 fill PARTIAL_FILLED",
    ]);
  });

  test("fires again on every later tick on which its trigger holds and something rests", () => {
    const market = long();
    const id = market.place(stop(148));
    market.rest(B, "BUY", 148, 0.5);
    market.mark(148);
    const first = market.view(id);
    // Nothing rests: no order is made, and nothing is reported.
    tick(market);
    expect([market.story, orders(market)]).toEqual([[], []]);
    // The trigger does not hold.
    market.mark(149);
    market.rest(B, "BUY", 148.9, 0.3);
    tick(market);
    expect([market.story, orders(market)]).toEqual([[], []]);
    market.mark(147.5);
    expect(market.story).toEqual(["1 fill PARTIAL_FILLED"]);
    const now = market.view(id);
    expect(now).toMatchObject({ executed: 80, triggerTime: first.triggerTime, triggerTradePrice: 148_000 });
    expect(now.orderId).toBeGreaterThan(first.orderId);
    // 0.5 at 148 and 0.3 at 148.9, and a fee of 6 basis points.
    expect([now.executedNotional, now.totalFee, now.totalRealizedPnl] as number[]).toEqual([
      118_670_000, 71_202, -1_330_000,
    ]);
    market.rest(C, "BUY", 148, 4);
    tick(market);
    expect(market.story).toEqual(["1 fill FILLED"]);
    const { order } = market.reports[0]!;
    expect([order.executed, order.executedNotional, order.status, order.rootStatus] as unknown[]).toEqual([
      200,
      296_270_000,
      "FILLED",
      "FILLED",
    ]);
    expect([held(market), market.isOpen(id)]).toEqual([0, false]);
  });

  test("checks liquidity before each order: what an earlier stop took does not make a later one fire", () => {
    const market = long(2);
    market.trade(C, "BUY", B, 150, 2);
    market.rest(D, "BUY", 147, 1);
    const mine = market.place(stop(148));
    const other = market.place(stop(148, { account: C }));
    market.mark(148);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill PARTIAL_FILLED"]);
    expect(market.view(other)).toMatchObject({ isTriggered: false });
    market.rest(D, "BUY", 147, 3);
    tick(market);
    expect(market.story).toEqual(["1 fill FILLED", "2 triggered NEW", "2 fill FILLED"]);
    expect([held(market), held(market, C), market.isOpen(mine)]).toEqual([0, 0, false]);
  });

  test("meets the remainder that a limit fired with it leaves on the book", () => {
    const market = long();
    const bid = placeAlgo({
      account: C,
      side: "BUY",
      orderType: "LIMIT",
      price: price(147.5),
      triggerPrice: price(148),
      quantity: size(2),
    });
    market.place(bid);
    market.place(stop(148));
    market.mark(148);
    expect(market.story).toEqual(["1 triggered NEW", "2 triggered NEW", "1 fill FILLED", "2 fill FILLED"]);
  });

  test("can trail, and keeps following while it waits", () => {
    const market = long();
    market.place(
      placeAlgo({ algoType: "TRAILING_STOP", quantity: size(2), callbackValue: price(2), reduceOnly: true }),
    );
    market.mark(151);
    market.mark(149);
    tick(market);
    expect(market.story).toEqual([]);
    market.rest(B, "BUY", 149, 0.5);
    tick(market);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill PARTIAL_FILLED"]);
    market.mark(152);
    market.rest(B, "BUY", 150, 0.5);
    market.mark(150.001);
    expect(market.story).toEqual([]);
    market.mark(150);
    expect(market.story).toEqual(["1 fill PARTIAL_FILLED"]);
    expect(market.view(1)).toMatchObject({ extremePrice: 152_000, executed: 100 });
  });

  test("for a whole position closes the size that it had when the stop fired", () => {
    const market = long();
    market.place(positional());
    market.mark(141);
    market.rest(B, "BUY", 139, 0.5);
    market.mark(140);
    expect(market.view(3)).toMatchObject({ quantity: 200, executed: 50, status: "PARTIAL_FILLED" });
    expect(market.view(1)).toMatchObject({ quantity: 200, executed: 50, status: "PARTIAL_FILLED" });
    market.trade(A, "BUY", C, 140, 1);
    market.rest(B, "BUY", 139, 5);
    tick(market);
    expect(market.story).toEqual(["3 fill FILLED", "1 fill FILLED"]);
    expect(held(market)).toBe(100);
  });

  test("ends with its position, whatever closed it", () => {
    const market = long();
    market.place(tpSl());
    market.mark(141);
    market.rest(B, "BUY", 139, 0.5);
    market.mark(140);
    market.rest(B, "BUY", 138.2, 1.5);
    market.order(A, "SELL", "LIMIT", 138.2, 1.5);
    expect(market.story).toEqual([
      "3 cancelled CANCELLED REDUCE_ONLY_CLOSED",
      "1 cancelled CANCELLED REDUCE_ONLY_CLOSED",
    ]);
    expect(market.reports[1]!.order).toMatchObject({ executed: 50, isTriggered: true });
    expect(market.isOpen(1)).toBe(false);
  });

  test("ends with the order of its own that closed the last of the position", () => {
    const market = long(1);
    market.place(stop(148));
    market.rest(B, "BUY", 147, 5);
    market.mark(148);
    expect(market.story).toEqual([
      "1 triggered NEW",
      "1 fill PARTIAL_FILLED",
      "1 cancelled CANCELLED REDUCE_ONLY_CLOSED",
    ]);
    expect([held(market), market.isOpen(1)]).toEqual([0, false]);
  });

  test("whose further order is refused is rejected with what it has done", () => {
    const market = long(1);
    market.place(stop(148));
    market.rest(B, "BUY", 147, 0.4);
    market.mark(148);
    market.rest(B, "BUY", 146.6, 5);
    market.order(A, "SELL", "LIMIT", 146.6, 0.6);
    expect(held(market)).toBe(0);
    tick(market);
    expect(market.emitted).toMatchObject([{ id: 1, cause: "rejected", status: "REJECTED" }]);
    expect(market.reports[0]!.order).toMatchObject({ executed: 40, triggerStatus: "FAIL" });
  });

  test("is cancelled like one that has not fired, alone or with all others", () => {
    const cancels = [
      (market: AlgoExchange) => market.cancelAlgo(1),
      (market: AlgoExchange) => market.cancelAllAlgo(),
      (market: AlgoExchange) => market.cancelAllAlgo("STOP"),
    ];
    for (const cancel of cancels) {
      const market = long();
      market.place(stop(148));
      market.rest(B, "BUY", 147, 0.5);
      market.mark(148);
      cancel(market);
      expect(market.emitted).toMatchObject([{ id: 1, cause: "cancelled", status: "CANCELLED" }]);
      expect(market.reports[0]!.order).toMatchObject({ executed: 50 });
      market.rest(B, "BUY", 147, 5);
      tick(market);
      expect([market.story, held(market)]).toEqual([[], 150]);
    }
  });

  test("can be cancelled through its group, which shows the leg's status", () => {
    const market = long();
    market.place(tpSl());
    market.mark(141);
    market.rest(B, "BUY", 139, 0.5);
    market.mark(140);
    market.cancelAlgo(1);
    expect(market.story).toEqual(["3 cancelled CANCELLED USER", "1 cancelled CANCELLED USER"]);
  });

  test("can't be changed once it has fired, and counts among those that wait", () => {
    const market = long(60);
    market.place(stop(148));
    market.rest(B, "BUY", 147, 0.5);
    market.mark(148);
    expect(market.amend(1, change(1, { triggerPrice: price(147) }))).toMatchObject({
      message: "algo order does not exist, has fired or is finished",
    });
    for (let n = 0; n < 49; n++) market.place(stop(140));
    expect(market.run(stop(140)).code).toBe(-1005);
  });

  test("waits during a halt of its market, and fires when the market resumes", () => {
    const market = long();
    market.place(stop(148));
    market.rest(B, "BUY", 147, 0.5);
    market.mark(148);
    market.rest(B, "BUY", 147, 5);
    const halt = (halted: boolean) => market.run({ type: "halt_for_clock", at: START, halted });
    halt(true);
    tick(market);
    expect(market.story).toEqual([]);
    halt(false);
    expect(market.story).toEqual(["1 fill FILLED"]);
  });

  test("is cancelled when its account is liquidated", () => {
    const market = new AlgoExchange();
    const { accounts } = market.state;
    accounts.setHolding(INSURANCE, micros(999_900 * USDC));
    accounts.setHolding(A, micros(100 * USDC));
    market.trade(A, "BUY", B, 150, 5);
    market.place(stop(148));
    market.rest(B, "BUY", 147, 0.5);
    market.mark(148);
    market.mark(128);
    expect(market.emitted[0]).toMatchObject({ id: 1, cause: "cancelled", reason: "LIQUIDATION" });
  });

  test("is the same after a restart, whatever it waits for", () => {
    const market = long();
    market.place(stop(148));
    market.rest(B, "BUY", 147, 0.5);
    market.mark(148);
    const again = new AlgoExchange({}, readSnapshot(market.engine.snapshot()));
    expect(again.view(1)).toEqual(market.view(1));
    for (const each of [market, again]) {
      each.rest(C, "BUY", 147, 5);
      tick(each);
      expect(each.story).toEqual(["1 fill FILLED"]);
    }
    expect(again.engine.stateHash()).toBe(market.engine.stateHash());
  });

  test("meets hidden orders, and cancels its owner's own orders on the book", () => {
    const market = long();
    market.place(stop(148));
    market.rest(A, "BUY", 147.5, 1);
    market.rest(C, "BUY", 147, 2, { visible: quantityE8(0) });
    market.mark(148);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
    expect(market.engine.openOrders(A, 0)).toEqual([]);
  });
});

test("before behaviour 3 a stop that closes fired whatever rested, walked as far as any order, and was finished", () => {
  const empty = long();
  empty.state.behaviour = 2;
  empty.place(stop(148));
  empty.mark(148);
  expect(empty.story).toEqual(["1 triggered NEW", "1 cancelled CANCELLED MARKET_REMAINDER"]);
  const thin = long();
  thin.state.behaviour = 2;
  thin.place(stop(148));
  thin.rest(B, "BUY", 145, 0.5);
  thin.mark(148);
  expect(thin.story).toEqual(["1 triggered NEW", "1 fill PARTIAL_FILLED", "1 cancelled CANCELLED MARKET_REMAINDER"]);
  expect([empty.isOpen(1), thin.isOpen(1)]).toEqual([false, false]);
});

test("a stop that opens is bounded too, and fires once", () => {
  const market = new AlgoExchange();
  market.rest(B, "BUY", 146, 5);
  market.place(stop(148, { reduceOnly: false }));
  market.mark(148);
  expect(market.story).toEqual(["1 triggered NEW", "1 cancelled CANCELLED MARKET_REMAINDER"]);
  expect(market.isOpen(1)).toBe(false);
});

test("a limit that closes fires once, and rests", () => {
  const market = long();
  market.place(stop(148, { orderType: "LIMIT", price: price(147) }));
  market.mark(148);
  expect(market.story).toEqual(["1 triggered NEW"]);
  tick(market);
  expect(market.story).toEqual([]);
  expect(market.engine.openOrders(A, 0).length).toBe(1);
});

test("the market entry of a BRACKET is not a stop: it walks as far as any order", () => {
  const market = new AlgoExchange();
  market.rest(B, "SELL", 153, 1);
  market.place(bracket({ orderType: "MARKET", quantity: size(1) }, "TP_SL", [leg("STOP_LOSS", "SELL", 140)]));
  expect(held(market)).toBe(100);
});

test("a BRACKET's second leg that has fired no longer follows its entry", () => {
  const market = new AlgoExchange();
  const entry = { orderType: "LIMIT", price: price(150), quantity: size(3) } as const;
  market.place(bracket(entry, "TP_SL", [leg("STOP_LOSS", "SELL", 149)]));
  market.order(B, "SELL", "LIMIT", 150, 1);
  market.rest(C, "BUY", 149, 0.5);
  // The entry is the best bid; the part of it that the account's own stop meets is cancelled.
  market.mark(149);
  expect(market.view(3)).toMatchObject({ quantity: 100, status: "PARTIAL_FILLED" });
});

describe("a mark that the book has moved", () => {
  /** The mark at `mark` while the index stays at 150: book and trades have been there for a quarter of an hour. */
  function painted(mark: number): AlgoExchange {
    const market = long();
    market.sol.basis = Array.from({ length: 15 }, () => Math.round((mark - 150) * ONE));
    market.sol.last = mark * 1_000;
    return market;
  }

  test("fires nothing while the index is not there as well", () => {
    for (const [mark, index, trigger] of [
      [149.85, 149.9, 149.9],
      [150.15, 150.1, 150.1],
    ] as const) {
      const market = painted(mark);
      market.place(stop(trigger));
      market.rest(B, "BUY", 149, 5);
      market.mark(150);
      expect(market.sol.mark as number).toBe(mark * 1_000);
      expect(market.story).toEqual([]);
      market.sol.basis = [];
      market.mark(index);
      expect(market.emitted[0]).toMatchObject({ id: 1, cause: "triggered" });
    }
  });

  test("is not followed by a trailing stop", () => {
    const market = painted(150.15);
    market.place(
      placeAlgo({ algoType: "TRAILING_STOP", quantity: size(2), callbackValue: price(1), reduceOnly: true }),
    );
    market.mark(150);
    expect(market.sol.mark as number).toBe(150_150);
    expect(market.view(1)).toMatchObject({ extremePrice: 150_000 });
    market.sol.basis = [];
    market.rest(B, "BUY", 149.5, 5);
    market.mark(149.5);
    expect(market.story).toEqual([]);
    market.mark(149);
    expect(market.emitted[0]).toMatchObject({ id: 1, cause: "triggered" });
  });

  test("activates no trailing stop", () => {
    const market = painted(150.15);
    const activatedPrice = price(150.1);
    market.place(placeAlgo({ algoType: "TRAILING_STOP", quantity: size(2), callbackValue: price(1), activatedPrice }));
    market.mark(150);
    expect(market.view(1)).toMatchObject({ isActivated: false });
    market.mark(150.1);
    expect(market.view(1)).toMatchObject({ isActivated: true, extremePrice: 150_100 });
  });
});

test("no algo order fires, and no trailing stop follows, while the index is in doubt", () => {
  const market = long();
  market.place(stop(148));
  market.place(placeAlgo({ algoType: "TRAILING_STOP", quantity: size(2), callbackValue: price(5), reduceOnly: true }));
  market.rest(B, "BUY", 147, 5);
  // A released index is in doubt until a source gives its level.
  market.mark(150);
  market.mark(0);
  market.sol.spotIndex = ticks(147_900);
  tick(market);
  expect(market.sol.mark as number).toBeLessThan(148_000);
  expect(market.story).toEqual([]);
  expect(market.view(2)).toMatchObject({ extremePrice: 150_000 });
  market.mark(147.9);
  expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
});
