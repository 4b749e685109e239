// A BRACKET: an entry order at once, and a group that becomes active with its first execution. Rules 3.5.

import { describe, expect, test } from "bun:test";
import { AlgoExchange, both, bracket, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { listMarket } from "../../testing/setup.ts";
import { A, B, C, ONE } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const close = { orderType: "CLOSE_POSITION" } as const;
const entry = (more = {}) =>
  bracket({ orderType: "LIMIT", price: price(149), quantity: size(3), ...more }, "TP_SL", both("SELL", 160, 146));
const whole = (more = {}) =>
  bracket(
    { orderType: "LIMIT", price: price(149), quantity: size(3), ...more },
    "POSITIONAL_TP_SL",
    both("SELL", 160, 140, close),
  );

describe("a BRACKET with a TP_SL", () => {
  test("is refused for a leg whose prices do not fit the market", () => {
    const market = new AlgoExchange();
    const between = both("SELL", 160, 146.0005);
    const fields = { orderType: "LIMIT", price: price(149), quantity: size(3) } as const;
    expect(market.run(bracket(fields, "TP_SL", between))).toMatchObject({
      code: -1103,
      algoOrderId: 0,
      rejection: { message: expect.stringContaining("trigger_price") },
    });
  });

  test("places its entry and leaves its group dormant", () => {
    const market = new AlgoExchange();
    expect(market.run(entry())).toMatchObject({ code: null, algoOrderId: 1, orderId: 1, status: "NEW" });
    expect(market.story).toEqual(["1 new NEW", "2 new NEW", "3 new NEW", "4 new NEW"]);
    expect(market.view(1)).toMatchObject({ orderId: 1, quantity: 300, isActivated: true, isTriggered: false });
    expect(market.view(2)).toMatchObject({ algoType: "TP_SL", parentAlgoOrderId: 1, isActivated: false });
    expect(market.view(3)).toMatchObject({ parentAlgoOrderId: 2, rootAlgoOrderId: 1, isActivated: false });
    expect(market.engine.findOrder(1)).toMatchObject({ price: 149_000, quantity: 300, reduceOnly: false });
    // The trigger prices of its legs mean nothing before the entry has executed.
    market.mark(160);
    expect(market.story).toEqual([]);
    market.mark(146);
    expect(market.story).toEqual([]);
  });

  test("covers what its entry has executed, as it grows", () => {
    const market = new AlgoExchange();
    market.place(entry());
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story).toEqual(["1 fill PARTIAL_FILLED", "2 activated NEW", "3 activated NEW", "4 activated NEW"]);
    expect([2, 3, 4].map((id) => market.view(id).quantity as number)).toEqual([100, 100, 100]);
    market.order(B, "SELL", "LIMIT", 149, 0.5);
    expect(market.story).toEqual(["1 fill PARTIAL_FILLED", "2 amended NEW", "3 amended NEW", "4 amended NEW"]);
    expect(market.view(4)).toMatchObject({ quantity: 150, rootStatus: "PARTIAL_FILLED" });
    // The remainder of the entry is cancelled: the group stays.
    market.cancel(A, 1);
    expect(market.story).toEqual(["1 cancelled CANCELLED USER"]);
    expect(market.view(1).status).toBe("CANCELLED");
    market.rest(C, "BUY", 145, 5);
    market.mark(146);
    expect(market.engine.position(A, 0, "CROSS").quantity as number).toBe(0);
    expect(market.isOpen(1)).toBe(false);
  });

  test("whose entry executes at once is active at once", () => {
    const market = new AlgoExchange();
    market.rest(B, "SELL", 150, 5);
    expect(market.run(entry({ orderType: "MARKET", price: price(0) }))).toMatchObject({
      status: "FILLED",
      algoOrderId: 1,
    });
    expect(market.story).toEqual([
      "1 new NEW",
      "2 new NEW",
      "3 new NEW",
      "4 new NEW",
      "1 fill FILLED",
      "2 activated NEW",
      "3 activated NEW",
      "4 activated NEW",
    ]);
    expect(market.view(2).quantity as number).toBe(300);
  });

  test("is cancelled with an entry that executes nothing", () => {
    const market = new AlgoExchange();
    market.place(entry());
    market.cancel(A, 1);
    expect(market.isOpen(1)).toBe(false);
    expect(market.run(entry({ orderType: "MARKET", price: price(0) })).status).toBe("CANCELLED");
    expect(market.story.slice(4)).toEqual([
      "5 cancelled CANCELLED MARKET_REMAINDER",
      "7 cancelled CANCELLED ENTRY_UNFILLED",
      "8 cancelled CANCELLED ENTRY_UNFILLED",
      "6 cancelled CANCELLED ENTRY_UNFILLED",
    ]);
  });

  test("keeps its group through an entry that flips the position", () => {
    const market = new AlgoExchange();
    market.trade(A, "SELL", B, 150, 2);
    market.place(
      placeAlgo({ algoType: "TP_SL", side: "BUY", orderType: "", quantity: size(2), children: both("BUY", 140, 160) }),
    );
    market.rest(C, "SELL", 149, 2);
    market.rest(C, "SELL", 149, 1);
    market.place(entry());
    expect(market.isOpen(1)).toBe(false);
    expect(market.view(5)).toMatchObject({ algoType: "TP_SL", quantity: 300, status: "NEW", isActivated: true });
  });

  test("follows an amended entry", () => {
    const market = new AlgoExchange();
    market.place(entry());
    market.run({
      type: "amend_order",
      at: market.engine.now,
      account: A,
      orderId: 1,
      market: 0,
      side: "BUY",
      orderType: "LIMIT",
      price: price(148),
      quantity: size(2),
    });
    expect(market.story).toEqual(["1 amended NEW"]);
    expect(market.view(1)).toMatchObject({ price: 148_000, quantity: 200 });
  });
});

describe("a BRACKET with a POSITIONAL_TP_SL", () => {
  test("releases its group at the first execution, as a separate tree", () => {
    const market = new AlgoExchange();
    market.place(whole());
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story).toEqual(["1 fill PARTIAL_FILLED", "2 activated NEW", "3 activated NEW", "4 activated NEW"]);
    expect(market.view(1).children).toEqual([]);
    expect(market.view(2)).toMatchObject({ parentAlgoOrderId: 0, rootAlgoOrderId: 2 });
    expect(market.view(3)).toMatchObject({ parentAlgoOrderId: 2, rootAlgoOrderId: 2 });
    market.cancelAlgo(1);
    expect(market.story).toEqual(["1 cancelled CANCELLED USER"]);
    expect([market.isOpen(1), market.isOpen(2)]).toEqual([false, true]);
    market.trade(A, "BUY", B, 150, 2);
    market.rest(C, "BUY", 139, 5);
    market.mark(140);
    expect(market.engine.position(A, 0, "CROSS").quantity as number).toBe(0);
  });

  test("takes a leg along that is already cancelled", () => {
    const market = new AlgoExchange();
    market.place(whole());
    market.cancelAlgo(3);
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story.slice(1)).toEqual(["2 activated NEW", "3 amended CANCELLED", "4 activated NEW"]);
    expect(market.reports.map(({ root }) => root.algoOrderId)).toEqual([1, 2, 2, 2]);
  });

  test("replaces one that waits", () => {
    const market = new AlgoExchange();
    market.trade(A, "BUY", B, 150, 1);
    const before = market.place(
      placeAlgo({ algoType: "POSITIONAL_TP_SL", orderType: "", children: both("SELL", 170, 130, close) }),
    );
    market.place(whole());
    expect(market.isOpen(before)).toBe(true);
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story).toEqual([
      "4 fill PARTIAL_FILLED",
      "2 cancelled CANCELLED REPLACED",
      "3 cancelled CANCELLED REPLACED",
      "1 cancelled CANCELLED REPLACED",
      "5 activated NEW",
      "6 activated NEW",
      "7 activated NEW",
    ]);
  });

  test("leaves alone what closes another row, the other side or a part", () => {
    const market = new AlgoExchange();
    market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 150 * ONE));
    const [sells, buys] = [both("SELL", 170, 130, close), both("BUY", 130, 170, close)];
    const group = { algoType: "POSITIONAL_TP_SL", orderType: "" } as const;
    const others = [
      placeAlgo({ ...group, children: sells, marginMode: "ISOLATED" }),
      placeAlgo({ ...group, children: sells, market: 1 }),
      placeAlgo({ ...group, children: buys, side: "BUY" }),
      placeAlgo({ algoType: "TP_SL", orderType: "", children: both("SELL", 170, 130), quantity: size(1) }),
      placeAlgo({ triggerPrice: price(130), quantity: size(1) }),
    ].map((other) => market.place(other));
    market.place(whole());
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story.map((line) => line.split(" ")[1])).toEqual(["fill", "activated", "activated", "activated"]);
    expect(others.every((other) => market.isOpen(other))).toBe(true);
  });

  test("gives way to one that is already closing the position", () => {
    const market = new AlgoExchange();
    market.trade(A, "BUY", B, 150, 1);
    const limit = leg("TAKE_PROFIT", "SELL", 151, { orderType: "LIMIT", price: price(155) });
    market.place(placeAlgo({ algoType: "POSITIONAL_TP_SL", orderType: "", children: [limit] }));
    market.mark(151);
    market.place(whole());
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.story).toEqual([
      "3 fill PARTIAL_FILLED",
      "5 cancelled CANCELLED ALREADY_TRIGGERED",
      "6 cancelled CANCELLED ALREADY_TRIGGERED",
      "4 cancelled CANCELLED ALREADY_TRIGGERED",
    ]);
    expect([market.isOpen(1), market.isOpen(3)]).toEqual([true, true]);
  });
});

test("a BRACKET is refused without a trace in a market that refuses its entry", () => {
  const market = new AlgoExchange();
  market.run({ type: "set_market_state", at: market.engine.now, market: 0, state: "REDUCE_ONLY", reason: "" });
  expect(market.run(entry())).toMatchObject({ code: -1012, algoOrderId: 0, orderId: 0 });
  expect([market.reports, market.orders]).toEqual([[], []]);
});

describe("a BRACKET is refused", () => {
  const refused = [
    [
      "with a profit below its entry",
      bracket({ orderType: "LIMIT", price: price(149), quantity: size(1) }, "TP_SL", both("SELL", 149, 140)),
      -1005,
      "trigger_price is invalid: 149, expected a price above 149",
    ],
    [
      "at the market, with a loss above the mark",
      bracket({ orderType: "MARKET", quantity: size(1) }, "TP_SL", both("SELL", 160, 150)),
      -1005,
      "trigger_price is invalid: 150, expected a price below 150",
    ],
    [
      "with a leg on the side of its entry",
      { ...entry(), side: "SELL" as const },
      -1005,
      "child_orders.side is invalid: SELL, expected BUY, which closes",
    ],
    [
      "with a group on the side of its entry",
      { ...entry(), children: entry().children.map((group) => ({ ...group, side: "BUY" as const })) },
      -1005,
      "child_orders.side is invalid: BUY, expected SELL, which closes",
    ],
    ["without a group", { ...entry(), children: [] }, -1005, "child_orders is invalid: 0, expected 1 for a BRACKET"],
    [
      "with a leg for a group",
      { ...entry(), children: both("SELL", 160, 140).slice(0, 1) },
      -1005,
      "child_orders.algo_type is invalid: TAKE_PROFIT, expected TP_SL or POSITIONAL_TP_SL",
    ],
    [
      "with an entry that only closes",
      entry({ reduceOnly: true }),
      -1005,
      "reduce_only is invalid: true, expected false for the entry of a BRACKET",
    ],
    ["with an entry too far from the mark", entry({ price: price(155) }), -1105, "price too far from the mark price"],
    ["with an entry too small", entry({ quantity: size(0.01) }), -1102, "notional too small"],
  ] as const;
  for (const [name, command, code, message] of refused) {
    test(name, () => {
      const market = new AlgoExchange();
      expect(market.run(command)).toMatchObject({ code, message, algoOrderId: 0, orderId: 0 });
      expect([market.reports, market.orders]).toEqual([[], []]);
    });
  }

  test("and remembered as rejected, with an entry beyond its margin", () => {
    const market = new AlgoExchange();
    const poor = entry({ quantity: size(20_000), clientOrderId: "x" });
    expect(market.run(poor)).toMatchObject({ code: -1101, algoOrderId: 1, orderId: 1, status: "REJECTED" });
    expect(market.emitted.map(({ id, cause }) => [id, cause])).toEqual([
      [1, "rejected"],
      [3, "cancelled"],
      [4, "cancelled"],
      [2, "cancelled"],
    ]);
    expect(market.isOpen(1)).toBe(false);
    expect(market.run(poor)).toMatchObject({ code: -1101, algoOrderId: 1, status: "REJECTED", replayed: true });
    expect(market.reports).toEqual([]);
  });
});
