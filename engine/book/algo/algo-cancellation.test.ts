// Cancelling algo orders, and what is remembered of them. Rules 2.10, 2.11, 3.1, 7.3.

import { describe, expect, test } from "bun:test";
import { millis } from "../../base/units.ts";
import { Engine } from "../../run/engine.ts";
import { AlgoExchange, both, bracket, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { Recorder } from "../../testing/recorder.ts";
import { listMarket } from "../../testing/setup.ts";
import { A, B, C, ONE } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { cancelEveryAlgo } from "./algo-cancellation.ts";

const stop = (more = {}) => placeAlgo({ triggerPrice: price(148), quantity: size(1), ...more });
const trailing = () =>
  placeAlgo({ algoType: "TRAILING_STOP", quantity: size(1), callbackRate: 1_000_000, activatedPrice: price(152) });
const tpSl = (more = {}) =>
  placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(2), children: both("SELL", 160, 140), ...more });
const entry = (more = {}) =>
  bracket({ orderType: "LIMIT", price: price(149), quantity: size(3), ...more }, "TP_SL", both("SELL", 160, 146));

/** One of each: a STOP (1), a TP_SL (2 to 4), a dormant BRACKET (5 to 8), a TRAILING_STOP (9). */
function all(): AlgoExchange {
  const market = new AlgoExchange();
  for (const command of [stop({ clientOrderId: "mine" }), tpSl(), entry(), trailing()]) market.place(command);
  return market;
}

const open = (market: AlgoExchange) => market.engine.algoOrders.open(A, -1).map(({ algoOrderId }) => algoOrderId);

test("open algo orders can be listed by market as well", () => {
  const market = all();
  market.apply(listMarket(defaultMarket("PERP_ARB_USDC"), 0.5 * ONE));
  market.place(stop({ market: 1, triggerPrice: price(0.4), quantity: size(100) }));
  const openIn = (number: number) => market.engine.algoOrders.open(A, number).map(({ algoOrderId }) => algoOrderId);
  expect([openIn(-1), openIn(0), openIn(1), openIn(2)]).toEqual([[1, 2, 5, 9, 10], [1, 2, 5, 9], [10], []]);
  expect(market.engine.algoOrders.findByClientId(A, "mine")?.algoOrderId).toBe(1);
  expect(market.engine.algoOrders.findByClientId(A, "")).toBeUndefined();
});

describe("cancelling one", () => {
  test("cancels its children as well", () => {
    const market = all();
    expect(market.cancelAlgo(2)).toMatchObject({ code: null, algoOrderId: 2, status: "CANCELLED", reason: "USER" });
    expect(market.story).toEqual([
      "3 cancelled CANCELLED USER",
      "4 cancelled CANCELLED USER",
      "2 cancelled CANCELLED USER",
    ]);
    expect(market.cancelAlgo(9).code).toBe(null);
    expect(open(market)).toEqual([1, 5]);
  });

  test("by the client's own id", () => {
    const market = all();
    const named = { type: "cancel_algo_order", at: market.engine.now, account: A, market: 0, algoOrderId: 0 } as const;
    expect(market.run({ ...named, clientOrderId: "mine" })).toMatchObject({ code: null, algoOrderId: 1 });
    expect(market.run({ ...named, clientOrderId: "mine" }).code).toBe(-1006);
    expect(market.run({ ...named, clientOrderId: "" }).code).toBe(-1006);
  });

  test("of a BRACKET cancels its entry too; of its group leaves the entry alone", () => {
    const market = all();
    market.cancelAlgo(6);
    expect(market.engine.openOrders(A, -1).length).toBe(1);
    expect(market.view(5).status).toBe("NEW");
    market.cancelAlgo(5);
    expect(market.story).toEqual(["5 cancelled CANCELLED USER"]);
    expect([market.engine.openOrders(A, -1), market.isOpen(5)]).toEqual([[], false]);
    const whole = market.place(entry());
    market.cancelAlgo(whole);
    expect(market.story).toEqual([
      "12 cancelled CANCELLED USER",
      "13 cancelled CANCELLED USER",
      "11 cancelled CANCELLED USER",
      "10 cancelled CANCELLED USER",
    ]);
  });

  test("is refused for an order that is another account's, is in another market, has fired, or does not exist", () => {
    const market = all();
    expect(market.cancelAlgo(1, B).code).toBe(-1006);
    expect(market.cancelAlgo(99).message).toBe("algo order does not exist, has fired or is finished");
    const elsewhere = {
      type: "cancel_algo_order",
      at: market.engine.now,
      account: A,
      market: 1,
      algoOrderId: 1,
    } as const;
    expect(market.run({ ...elsewhere, clientOrderId: "" }).code).toBe(-1006);
    market.place(stop({ orderType: "LIMIT", price: price(152) }));
    market.mark(148);
    expect(market.cancelAlgo(10).code).toBe(-1006);
  });
});

describe("cancelling all", () => {
  test("cancels every tree, by ascending id, with the entries of BRACKETs", () => {
    const market = all();
    market.run({ ...stop(), account: B });
    expect(market.cancelAllAlgo()).toMatchObject({ code: null, count: 7 });
    expect(market.emitted.map(({ id }) => id)).toEqual([1, 3, 4, 2, 7, 8, 6, 5, 9]);
    expect(market.reports.every(({ reason }) => reason === "CANCEL_ALL")).toBe(true);
    expect([open(market), market.engine.openOrders(A, -1)]).toEqual([[], []]);
    expect(market.isOpen(10)).toBe(true);
    expect(market.cancelAllAlgo()).toMatchObject({ code: null, count: 0 });
  });

  test("of a type cancels that type; STOP includes the legs of groups", () => {
    const market = all();
    market.cancelAllAlgo("TRAILING_STOP");
    expect(open(market)).toEqual([1, 2, 5]);
    market.cancelAllAlgo("TAKE_PROFIT");
    expect(market.view(2).children.map(({ status }) => status)).toEqual(["CANCELLED", "NEW"]);
    market.cancelAllAlgo("STOP");
    expect(open(market)).toEqual([5]);
    // Dormant legs belong to their BRACKET.
    expect(market.view(7).status).toBe("NEW");
    market.cancelAllAlgo("BRACKET");
    expect(open(market)).toEqual([]);
  });

  test("of another market leaves this one alone, and an unknown account is refused", () => {
    const market = all();
    market.cancelAllAlgo("", 1);
    expect(open(market)).toEqual([1, 2, 5, 9]);
    const unknown = {
      type: "cancel_all_algo_orders",
      at: market.engine.now,
      account: 99,
      market: -1,
      algoType: "",
    } as const;
    expect(market.run(unknown).code).toBe(-1006);
  });

  test("happens when a dead-man switch fires", () => {
    const market = all();
    market.run({ type: "cancel_all_after", at: market.engine.now, account: A, triggerAfterMs: 5_000 });
    market.run({ type: "tick", at: millis(market.engine.now + 5_000) });
    expect(open(market)).toEqual([]);
    expect(new Set(market.reports.map(({ reason }) => reason))).toEqual(
      new Set(["ENTRY_UNFILLED", "CANCEL_ALL_AFTER"]),
    );
  });

  test("of one row leaves the account's other rows alone", () => {
    const market = all();
    cancelEveryAlgo(market.state, { account: A, market: 0, marginMode: "ISOLATED" }, "LIQUIDATION", new Recorder());
    expect(open(market)).toEqual([1, 2, 5, 9]);
    cancelEveryAlgo(market.state, { account: A, market: 0, marginMode: "CROSS" }, "LIQUIDATION", new Recorder());
    expect(open(market)).toEqual([]);
    market.engine.audit();
  });
});

describe("a repeated placement", () => {
  test("gets its first answer, whatever became of the order", () => {
    const market = new AlgoExchange();
    expect(market.run(stop({ clientOrderId: "x" }))).toMatchObject({ code: null, algoOrderId: 1, replayed: false });
    expect(market.run(stop({ clientOrderId: "x" }))).toMatchObject({ code: null, algoOrderId: 1, replayed: true });
    expect(market.run(stop({ clientOrderId: "x", triggerPrice: price(147) })).message).toBe(
      "client_order_id is known with a different algo order",
    );
    market.cancelAlgo(1);
    expect(market.run(stop({ clientOrderId: "x" }))).toMatchObject({ algoOrderId: 1, status: "NEW", replayed: true });
    expect(open(market)).toEqual([]);
    // Ordinary orders have their own client ids.
    market.rest(A, "BUY", 149, 1, { clientOrderId: "x" });
    expect(market.run({ ...stop({ clientOrderId: "x" }), account: C })).toMatchObject({
      algoOrderId: 2,
      replayed: false,
    });
    expect(market.engine.algoOrders.findByClientId(C, "x")?.algoOrderId).toBe(2);
  });

  test("distinguishes legs of another type or size", () => {
    const market = new AlgoExchange();
    const first = tpSl({ clientOrderId: "x" });
    market.place(first);
    for (const children of [both("SELL", 160, 141), [leg("STOP_LOSS", "SELL", 140)]]) {
      expect(market.run({ ...first, children }).code).toBe(-1007);
    }
    expect(market.run(first).replayed).toBe(true);
  });
});

test("a snapshot keeps every algo order, and what is remembered of finished ones", () => {
  const market = all();
  market.trade(A, "BUY", B, 150, 2);
  market.place(
    placeAlgo({
      algoType: "POSITIONAL_TP_SL",
      orderType: "",
      children: both("SELL", 155, 145, { orderType: "LIMIT", price: price(156) }),
    }),
  );
  market.cancelAlgo(1);
  market.mark(155);
  const restored = Engine.restore(market.engine.snapshot());
  restored.audit();
  expect(restored.stateHash()).toBe(market.engine.stateHash());
  expect(restored.algoOrders.open(A, -1)).toEqual(market.engine.algoOrders.open(A, -1));
  const again = restored.apply({ ...stop({ clientOrderId: "mine" }), at: restored.now }, new Recorder());
  expect(again).toMatchObject({ replayed: true, algoOrderId: 1 });
});
