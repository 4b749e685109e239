// A TRAILING_STOP follows the best mark at a distance. Rules 3.6.

import { describe, expect, test } from "bun:test";
import { AlgoExchange, change, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { B } from "../../testing/small-exchange.ts";

const RATE = 1_000_000;
const trailing = (more = {}) => placeAlgo({ algoType: "TRAILING_STOP", quantity: size(1), ...more });

describe("a TRAILING_STOP", () => {
  test("that sells follows the mark up and fires when it comes back by its distance", () => {
    const market = new AlgoExchange();
    market.rest(B, "BUY", 148, 1);
    market.place(trailing({ callbackValue: price(2) }));
    expect(market.view(1)).toMatchObject({ isActivated: true, extremePrice: 150_000 });
    market.mark(151);
    market.mark(149.5);
    expect(market.view(1)).toMatchObject({ extremePrice: 151_000, isTriggered: false });
    market.mark(149);
    expect(market.story).toEqual(["1 triggered NEW", "1 fill FILLED"]);
    expect(market.reports[0]!.order).toMatchObject({ triggerTradePrice: 149_000, extremePrice: 151_000 });
  });

  test("that buys follows the mark down", () => {
    const market = new AlgoExchange();
    market.place(trailing({ side: "BUY", callbackValue: price(2) }));
    market.mark(147);
    market.mark(148.999);
    expect(market.isOpen(1)).toBe(true);
    market.mark(149);
    expect(market.story).toEqual(["1 triggered NEW", "1 cancelled CANCELLED MARKET_REMAINDER"]);
  });

  test("rounds the distance of a callback rate up to a tick", () => {
    const market = new AlgoExchange();
    market.place(trailing({ callbackRate: RATE }));
    market.mark(150.001);
    // A hundredth of 150.001 is 1.50001, so the stop is at 148.500 and not at 148.501.
    market.mark(148.501);
    expect(market.isOpen(1)).toBe(true);
    market.mark(148.5);
    expect(market.isOpen(1)).toBe(false);
  });

  test("waits for its activation price, then follows from there", () => {
    const market = new AlgoExchange();
    market.place(trailing({ callbackValue: price(1), activatedPrice: price(152) }));
    expect(market.view(1)).toMatchObject({ isActivated: false, extremePrice: 0, activatedPrice: 152_000 });
    market.mark(145);
    market.mark(151.9);
    expect(market.story).toEqual([]);
    market.mark(153);
    expect(market.story).toEqual(["1 activated NEW"]);
    expect(market.view(1)).toMatchObject({ isActivated: true, extremePrice: 153_000 });
    market.mark(152);
    expect(market.isOpen(1)).toBe(false);
  });

  test("whose activation price is amended keeps its distance", () => {
    for (const distance of [{ callbackValue: price(1) }, { callbackRate: RATE }]) {
      const market = new AlgoExchange();
      market.place(trailing({ ...distance, activatedPrice: price(152) }));
      expect(market.amend(1, change(1, { activatedPrice: price(153) })).code).toBeNull();
      const { activatedPrice, callbackValue, callbackRate } = market.view(1);
      const kept = "callbackRate" in distance ? [153_000, 0, RATE] : [153_000, 1_000, 0];
      expect([activatedPrice, callbackValue, callbackRate] as number[]).toEqual(kept);
    }
  });

  test("is active at once where its activation price is already reached", () => {
    const market = new AlgoExchange();
    market.place(trailing({ side: "BUY", callbackValue: price(1), activatedPrice: price(151) }));
    expect(market.view(1)).toMatchObject({ isActivated: true, extremePrice: 150_000 });
  });
});

describe("a TRAILING_STOP is refused", () => {
  const refused = [
    ["without a distance", {}, -1005, "callback_rate is invalid: none, expected callback_rate or callback_value"],
    [
      "with two",
      { callbackRate: RATE, callbackValue: price(1) },
      -1005,
      "callback_value is invalid: 1, expected either callback_rate or callback_value",
    ],
    [
      "with a rate between steps",
      { callbackRate: 150_000 },
      -1005,
      "callback_rate is invalid: 0.0015, expected 0.001 to 0.05 in steps of 0.001",
    ],
    [
      "with a rate too large",
      { callbackRate: 5_100_000 },
      -1005,
      "callback_rate is invalid: 0.051, expected 0.001 to 0.05 in steps of 0.001",
    ],
    [
      "with a distance down to nothing",
      { callbackValue: price(150) },
      -1005,
      "callback_value is invalid: 150, expected less than the mark price 150",
    ],
    [
      "with a distance off the tick",
      { callbackValue: price(1.0005) },
      -1103,
      "callback_value must be a multiple of 0.001",
    ],
    [
      "with an activation price off the tick",
      { callbackRate: RATE, activatedPrice: price(151.0005) },
      -1103,
      "activated_price must be a multiple of 0.001",
    ],
    [
      "with an activation price too far away",
      { callbackRate: RATE, activatedPrice: price(140) },
      -1105,
      "price too far from the mark price",
    ],
    [
      "with a limit",
      { callbackRate: RATE, orderType: "LIMIT", price: price(140) },
      -1005,
      "type is invalid: LIMIT, expected MARKET",
    ],
    [
      "with a trigger",
      { callbackRate: RATE, triggerPrice: price(140) },
      -1005,
      "trigger_price is invalid: 140, expected none here",
    ],
  ] as const;
  for (const [name, fields, code, message] of refused) {
    test(name, () => {
      const market = new AlgoExchange();
      expect(market.run(trailing(fields))).toMatchObject({ code, message });
    });
  }
});
