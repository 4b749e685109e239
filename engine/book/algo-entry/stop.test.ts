// A STOP waits for one price, then becomes an ordinary order. Rules 3.1, 3.2.

import { describe, expect, test } from "bun:test";
import { AlgoExchange, both, bracket, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { A, B, C } from "../../testing/small-exchange.ts";

const stop = (trigger: number, more = {}) => placeAlgo({ triggerPrice: price(trigger), quantity: size(1), ...more });

describe("a STOP", () => {
  test("below the mark fires when the mark falls to it, and fills like any market order", () => {
    const market = new AlgoExchange();
    market.rest(B, "BUY", 147, 5);
    const id = market.place(stop(148));
    expect(market.story).toEqual(["1 new NEW"]);
    market.mark(148.1);
    expect(market.story).toEqual([]);
    market.mark(148);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
    const { order, execution } = market.reports[1]!;
    expect(order).toMatchObject({
      isTriggered: true,
      triggerStatus: "SUCCESS",
      triggerTradePrice: 148_000,
      triggerTime: market.engine.now,
      orderId: 2,
      executed: 100,
      executedNotional: 147_000_000,
      totalFee: 88_200,
    });
    expect([execution?.fillPrice, execution?.fillQuantity] as (number | undefined)[]).toEqual([147_000, 100]);
    expect(market.isOpen(id)).toBe(false);
    expect(market.engine.position(A, 0, "CROSS").quantity as number).toBe(-100);
  });

  test("above the mark fires when the mark rises through it", () => {
    const market = new AlgoExchange();
    market.place(stop(152, { side: "BUY", orderType: "LIMIT", price: price(151) }));
    market.mark(151);
    expect(market.story).toEqual([]);
    market.mark(153);
    expect(market.story).toEqual(["1 triggered NEW"]);
    expect(market.view(1)).toMatchObject({ isTriggered: true, status: "NEW", orderId: 1 });
    // Its ordinary order rests; the algo order mirrors whatever happens to it.
    market.run({ type: "cancel_order", at: market.engine.now, account: A, market: -1, orderId: 1, clientOrderId: "" });
    expect(market.story).toEqual(["1 cancelled CANCELLED USER"]);
    expect(market.isOpen(1)).toBe(false);
  });

  test("follows its ordinary order through an amendment and partial fills", () => {
    const market = new AlgoExchange();
    market.place(stop(148, { orderType: "LIMIT", price: price(150), quantity: size(2) }));
    market.mark(147);
    market.run({
      type: "amend_order",
      at: market.engine.now,
      account: A,
      orderId: 1,
      market: 0,
      side: "SELL",
      orderType: "LIMIT",
      price: price(149),
      quantity: size(3),
    });
    expect(market.story).toEqual(["1 amended NEW"]);
    expect(market.view(1)).toMatchObject({ price: 149_000, quantity: 300 });
    market.order(B, "BUY", "LIMIT", 149, 1);
    expect(market.view(1)).toMatchObject({ status: "PARTIAL_FILLED", executed: 100 });
  });

  test("whose order is refused when it fires is rejected, and so is the order", () => {
    const market = new AlgoExchange();
    market.place(stop(148, { orderType: "LIMIT", price: price(300) }));
    market.mark(148);
    expect(market.emitted).toMatchObject([{ cause: "rejected", status: "REJECTED" }]);
    expect(market.reports[0]!.order).toMatchObject({ triggerStatus: "FAIL", isTriggered: true, orderId: 1 });
    expect(market.orders.map(({ orderId, status }) => [orderId, status])).toEqual([[1, "REJECTED"]]);
    expect(market.isOpen(1)).toBe(false);
  });

  test("that is reduce-only stays when its position closes, and is refused when it fires", () => {
    const market = new AlgoExchange();
    market.trade(A, "BUY", B, 150, 1);
    market.place(stop(148, { reduceOnly: true }));
    market.trade(A, "SELL", B, 150, 1);
    expect(market.isOpen(1)).toBe(true);
    market.rest(B, "BUY", 147, 1);
    market.mark(148);
    expect(market.emitted).toMatchObject([{ cause: "rejected" }]);
  });

  test("is hidden on the book if that was requested", () => {
    const market = new AlgoExchange();
    market.place(stop(148, { orderType: "LIMIT", price: price(149), visible: false }));
    market.mark(148);
    expect(market.engine.bookSide(0, "SELL", 5)).toEqual([]);
    expect(market.engine.findOrder(1)).toMatchObject({ visible: 0, quantity: 100 });
    market.place(stop(147, { orderType: "LIMIT", price: price(149) }));
    market.mark(147);
    expect(market.engine.findOrder(2)).toMatchObject({ visible: 100, quantity: 100 });
  });
});

test("a limit STOP trades up to its limit, beyond the bound of a market STOP", () => {
  const market = new AlgoExchange();
  market.rest(B, "BUY", 145, 1);
  market.place(stop(148, { orderType: "LIMIT", price: price(144) }));
  market.mark(148);
  expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
});

test("orders fired by one mark price fire by id, whatever their triggers", () => {
  const market = new AlgoExchange();
  market.rest(B, "BUY", 146, 1);
  // The nearest trigger is the youngest order.
  for (const trigger of [147, 148, 149]) market.place(stop(trigger));
  market.mark(147);
  expect(market.story).toEqual([
    "1 triggered NEW",
    "1 fill FILLED",
    "2 triggered NEW",
    "2 cancelled CANCELLED MARKET_REMAINDER",
    "3 triggered NEW",
    "3 cancelled CANCELLED MARKET_REMAINDER",
  ]);
});

test("a trigger that was passed while the market could not trade fires with the next mark after that", () => {
  const market = new AlgoExchange();
  market.rest(B, "BUY", 147, 1);
  market.place(stop(148));
  market.sol.state = "POST_ONLY";
  market.mark(147.5);
  expect(market.story).toEqual([]);
  market.sol.state = "ACTIVE";
  market.mark(147.6);
  expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
});

describe("a STOP is refused", () => {
  const refused = [
    [
      "at the mark",
      { triggerPrice: price(150) },
      -1005,
      "trigger_price is invalid: 150, expected a price other than 150",
    ],
    ["without a trigger", { triggerPrice: price(0) }, -1005, "trigger_price is invalid: 0, expected a positive number"],
    ["off the tick", { triggerPrice: price(148.0005) }, -1103, "trigger_price must be a multiple of 0.001"],
    ["off the lot", { quantity: size(1.005) }, -1104, "quantity not aligned"],
    ["off the lot, and smaller than the smallest", { quantity: size(0.005) }, -1104, "quantity not aligned"],
    ["too large", { quantity: size(30_001) }, -1104, "quantity must be between 0.01 and 30000"],
    ["without a quantity", { quantity: size(0) }, -1005, "quantity is invalid: 0, expected a positive number"],
    ["MARKET with a price", { price: price(140) }, -1005, "price is invalid: 140, expected none here"],
    ["LIMIT without a price", { orderType: "LIMIT" }, -1005, "price is invalid: 0, expected a positive number"],
    ["with a callback", { callbackRate: 100_000 }, -1005, "callback_rate is invalid: 0.001, expected none here"],
    [
      "for closing a position",
      { orderType: "CLOSE_POSITION" },
      -1005,
      "type is invalid: CLOSE_POSITION, expected LIMIT or MARKET",
    ],
    ["in no market", { market: 7 }, -1005, "invalid parameter"],
    ["of no account", { account: 99 }, -1006, "account does not exist"],
    [
      "under an impossible id",
      { clientOrderId: "-x" },
      -1005,
      "client_order_id is invalid: -x, expected at most 36 of A-Z, a-z, 0-9, _ and -, not beginning with -",
    ],
  ] as const;
  test("too small", () => {
    const market = new AlgoExchange({ baseMin: size(0.05) });
    const refused = market.run(stop(148, { quantity: size(0.04) }));
    expect(refused).toMatchObject({ code: -1104, message: "quantity must be between 0.05 and 30000" });
    for (const most of [0.05, 30_000]) expect(market.run(stop(148, { quantity: size(most) })).code).toBeNull();
  });
  for (const [name, fields, code, message] of refused) {
    test(name, () => {
      const market = new AlgoExchange();
      expect(market.run(stop(148, fields))).toMatchObject({ code, message, algoOrderId: 0 });
      expect([market.reports, market.engine.algoOrders.open(A, -1)]).toEqual([[], []]);
    });
  }

  test("as the fifty-first that waits", () => {
    const market = new AlgoExchange();
    for (let n = 0; n < 50; n++) market.place(stop(148));
    expect(market.run(stop(148)).message).toBe(
      "algo_type is invalid: STOP, expected fewer than 50 untriggered STOP, TRAILING_STOP and BRACKET orders",
    );
    expect(market.run({ ...stop(148), account: C }).code).toBe(null);
    market.cancelAlgo(1);
    expect(market.run(stop(148)).code).toBe(null);
  });

  test("as the fifty-first of all single orders that wait, not counting groups", () => {
    const market = new AlgoExchange();
    const group = { algoType: "TP_SL", orderType: "", quantity: size(1), children: both("SELL", 160, 140) } as const;
    for (let n = 0; n < 3; n++) market.place(placeAlgo(group));
    for (let n = 0; n < 47; n++) market.place(stop(148));
    market.place(placeAlgo({ algoType: "TRAILING_STOP", quantity: size(1), callbackValue: price(2) }));
    market.place(
      bracket({ orderType: "LIMIT", price: price(149), quantity: size(1) }, "TP_SL", [leg("STOP_LOSS", "SELL", 140)]),
    );
    market.place(stop(148));
    expect(market.run(stop(148)).code).toBe(-1005);
  });
});
