// Amending algo orders that wait. Rules 3.1, 3.3.

import { describe, expect, test } from "bun:test";
import { AlgoExchange, both, bracket, change, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { A, B } from "../../testing/small-exchange.ts";

const stop = (more = {}) => placeAlgo({ triggerPrice: price(148), quantity: size(1), ...more });
const tpSl = (more = {}) =>
  placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(2), children: both("SELL", 160, 140), ...more });

function given(command: ReturnType<typeof placeAlgo>): AlgoExchange {
  const market = new AlgoExchange();
  market.trade(A, "BUY", B, 150, 5);
  market.place(command);
  return market;
}

describe("an amendment", () => {
  test("moves the trigger, price and size of a STOP", () => {
    const market = given(stop({ orderType: "LIMIT", price: price(147) }));
    const changes = change(1, { triggerPrice: price(146), price: price(145), quantity: size(2) });
    expect(market.amend(1, changes)).toMatchObject({ code: null, algoOrderId: 1, status: "NEW" });
    expect(market.story).toEqual(["1 amended NEW"]);
    expect(market.view(1)).toMatchObject({ triggerPrice: 146_000, price: 145_000, quantity: 200 });
    market.mark(148);
    expect(market.story).toEqual([]);
    market.mark(146);
    expect(market.story).toEqual(["1 triggered NEW"]);
  });

  test("changes the distance of a TRAILING_STOP, and activates it where its new activation price is reached", () => {
    const market = given(
      placeAlgo({ algoType: "TRAILING_STOP", quantity: size(1), callbackRate: 1_000_000, activatedPrice: price(152) }),
    );
    market.amend(1, change(1, { callbackValue: price(3) }));
    expect(market.view(1)).toMatchObject({ callbackRate: 0, callbackValue: 3_000, isActivated: false });
    market.amend(1, change(1, { callbackRate: 2_000_000 }));
    expect(market.view(1)).toMatchObject({ callbackRate: 2_000_000, callbackValue: 0, isActivated: false });
    market.amend(1, change(1, { activatedPrice: price(149) }));
    expect(market.view(1)).toMatchObject({ isActivated: true, extremePrice: 150_000 });
    expect(market.amend(1, change(1, { activatedPrice: price(149) })).code).toBe(-1005);
  });

  test("changes both legs of a TP_SL through its root, and its size on both or not at all", () => {
    const market = given(tpSl());
    const three = { quantity: size(3) };
    expect(market.amend(1, change(2, three)).message).toBe(
      "quantity is invalid: 3, expected the same quantity on every leg of the group",
    );
    expect(market.amend(1, change(2, three), change(3, { quantity: size(4) })).code).toBe(-1005);
    expect(market.amend(1, change(1, three)).code).toBe(-1005);
    expect(market.view(1).quantity as number).toBe(200);
    market.amend(1, change(1, three), change(2, { ...three, triggerPrice: price(161) }), change(3, three));
    expect(market.story).toEqual(["1 amended NEW", "2 amended NEW", "3 amended NEW"]);
    expect([1, 2, 3].map((id) => market.view(id).quantity as number)).toEqual([300, 300, 300]);
    market.amend(1, change(2, { quantity: size(1) }), change(3, { quantity: size(1) }));
    expect([1, 2, 3].map((id) => market.view(id).quantity as number)).toEqual([100, 100, 100]);
    expect(market.amend(2, change(2, { triggerPrice: price(165) })).message).toBe(
      "order_id is invalid: 2, expected 1, the group of the leg",
    );
  });

  test("cancels a leg that is deactivated", () => {
    const market = given(tpSl());
    market.amend(1, change(3, { deactivate: true }), change(2, { triggerPrice: price(170) }));
    expect(market.story).toEqual(["3 cancelled CANCELLED USER", "2 amended NEW"]);
    // A finished order cannot be changed.
    expect(market.amend(1, change(3, { triggerPrice: price(141) })).code).toBe(-1006);
    market.amend(1, change(2, { deactivate: true }));
    expect([market.story.at(-1), market.isOpen(1)]).toEqual(["1 cancelled CANCELLED USER", false]);
  });

  test("leaves a BRACKET with only its entry where its group is deactivated", () => {
    const command = bracket(
      { orderType: "LIMIT", price: price(149), quantity: size(2) },
      "TP_SL",
      both("SELL", 160, 140),
    );
    const market = given(command);
    market.amend(1, change(2, { deactivate: true }), change(3, { triggerPrice: price(170) }));
    expect(market.story).toEqual([
      "3 cancelled CANCELLED USER",
      "4 cancelled CANCELLED USER",
      "2 cancelled CANCELLED USER",
    ]);
    expect([market.view(1).status, market.engine.findOrder(3)?.status]).toEqual(["NEW", "NEW"]);
  });

  test("measures the legs of a dormant BRACKET against the price of its entry", () => {
    const command = bracket(
      { orderType: "LIMIT", price: price(149), quantity: size(2) },
      "TP_SL",
      both("SELL", 160, 140),
    );
    const market = given(command);
    expect(market.amend(1, change(3, { triggerPrice: price(149) })).message).toBe(
      "trigger_price is invalid: 149, expected a price above 149",
    );
    // Above its entry, though not above the mark.
    expect(market.amend(1, change(3, { triggerPrice: price(149.5) })).code).toBe(null);
    // A group has no price against which its legs could be measured.
    expect(market.amend(2, change(3, { triggerPrice: price(149.5) }), change(2, { price: price(155) })).message).toBe(
      "price is invalid: 155, expected no change of that for a  TP_SL",
    );
    // And the size of the entry is no reference for a leg.
    const larger = change(1, { quantity: size(2.5) });
    expect(market.amend(1, larger, change(4, { triggerPrice: price(148) })).code).toBe(null);
    market.amend(1, change(1, { quantity: size(2) }));
    const one = { quantity: size(1) };
    expect(market.amend(2, change(3, one), change(4, one)).message).toBe(
      "quantity is invalid: 1, expected no change while the entry is open",
    );
    market.order(B, "SELL", "LIMIT", 149, 2);
    expect(market.amend(1, change(3, one)).code).toBe(-1005);
    expect(market.amend(1, change(3, one), change(4, one)).code).toBe(null);
    expect(market.story).toEqual(["3 amended NEW", "4 amended NEW", "2 amended NEW"]);
    // Once active, they are measured against the mark.
    expect(market.amend(1, change(3, { triggerPrice: price(149.5) })).message).toBe(
      "trigger_price is invalid: 149.5, expected a price above 150",
    );
  });

  test("changes the entry of a BRACKET whose group has become a separate tree", () => {
    const whole = both("SELL", 160, 140, { orderType: "CLOSE_POSITION" });
    const entry = { orderType: "LIMIT", price: price(149), quantity: size(2) } as const;
    const market = given(bracket(entry, "POSITIONAL_TP_SL", whole));
    market.order(B, "SELL", "LIMIT", 149, 1);
    expect(market.amend(1, change(1, { price: price(148) }))).toMatchObject({ code: null });
    expect(market.view(1)).toMatchObject({ price: 148_000 });
  });

  test("does not measure a leg against another leg's price", () => {
    const legs = both("SELL", 160, 140, { orderType: "LIMIT", price: price(150) });
    const market = given(bracket({ orderType: "LIMIT", price: price(149), quantity: size(2) }, "TP_SL", legs));
    expect(market.amend(1, change(3, { triggerPrice: price(152), price: price(155) })).code).toBe(null);
    const entry = change(1, { price: price(148) });
    const loss = change(4, { triggerPrice: price(148), price: price(151) });
    expect(market.amend(1, loss, entry).message).toBe("trigger_price is invalid: 148, expected a price below 148");
  });

  test("changes the entry of a BRACKET like an ordinary order, with legs that fit its new price", () => {
    const command = bracket(
      { orderType: "LIMIT", price: price(149), quantity: size(2) },
      "TP_SL",
      both("SELL", 160, 140),
    );
    const market = given(command);
    const higher = change(1, { price: price(151), quantity: size(3) });
    expect(market.amend(1, higher, change(4, { triggerPrice: price(151) })).code).toBe(-1005);
    expect(market.amend(1, higher, change(4, { triggerPrice: price(150) })).code).toBe(null);
    expect(market.story).toEqual(["1 amended NEW", "4 amended NEW"]);
    expect(market.view(1)).toMatchObject({ price: 151_000, quantity: 300 });
    expect(market.engine.findOrder(3)).toMatchObject({ price: 151_000, quantity: 300 });
    // A check that only the ordinary order fails refuses the whole request.
    const far = change(1, { price: price(160) });
    expect(market.amend(1, far, change(4, { triggerPrice: price(141) })).code).toBe(-1105);
    expect(market.view(4).triggerPrice as number).toBe(150_000);
    // The entry may execute at its new price, and activate the legs that change with it.
    market.rest(B, "SELL", 152, 1);
    market.amend(1, change(1, { price: price(152) }), change(3, { triggerPrice: price(170) }));
    expect(market.story).toEqual([
      "1 amended NEW",
      "1 fill PARTIAL_FILLED",
      "2 activated NEW",
      "3 activated NEW",
      "4 activated NEW",
      "3 amended NEW",
    ]);
    market.order(B, "SELL", "LIMIT", 152, 2);
    expect(market.amend(1, change(1, { price: price(150) })).code).toBe(-1006);
  });

  test("is refused whole, and changes nothing", () => {
    const market = given(tpSl());
    const before = market.view(1);
    const fine = change(2, { triggerPrice: price(170) });
    const refused = [
      [change(3, { triggerPrice: price(151) }), -1005],
      [change(3, { triggerPrice: price(130.0005) }), -1103],
      [change(3, { price: price(140) }), -1005],
      [change(3, { triggerPrice: price(-1) }), -1005],
      [change(99, { triggerPrice: price(130) }), -1006],
      [change(2, { triggerPrice: price(171) }), -1006],
      [change(1, { triggerPrice: price(130) }), -1005],
      [change(1, { deactivate: true }), -1005],
      [change(3, { callbackRate: 100_000 }), -1005],
    ] as const;
    for (const [wrong, code] of refused) {
      expect(market.amend(1, fine, wrong).code).toBe(code);
      expect([market.reports.length, market.view(2).triggerPrice as number]).toEqual([0, 160_000]);
    }
    expect(market.view(1)).toEqual(before);
  });
});

test("a leg that is deactivated in the request that changes its sibling leaves the group its new size", () => {
  const market = given(tpSl());
  expect(market.amend(1, change(2, { quantity: size(3) }), change(3, { deactivate: true })).code).toBeNull();
  const { quantity, children } = market.view(1);
  expect([quantity as number, ...children.map((each) => [each.status, each.quantity as number])]).toEqual([
    300,
    ["NEW", 300],
    ["CANCELLED", 200],
  ]);
});

describe("an amendment is refused", () => {
  test("across the mark: a STOP keeps the direction that it was created with", () => {
    const market = given(stop());
    for (const trigger of [150, 152]) {
      expect(market.amend(1, change(1, { triggerPrice: price(trigger) })).message).toBe(
        `trigger_price is invalid: ${trigger}, expected a price below 150`,
      );
    }
  });

  test("of a field that its type does not have, with a message that names it", () => {
    const whole = both("SELL", 160, 140, { orderType: "CLOSE_POSITION" });
    const positional = given(placeAlgo({ algoType: "POSITIONAL_TP_SL", orderType: "", children: whole }));
    const asleep = given(
      bracket({ orderType: "LIMIT", price: price(149), quantity: size(2) }, "POSITIONAL_TP_SL", whole),
    );
    const legs = given(
      bracket({ orderType: "LIMIT", price: price(149), quantity: size(2) }, "TP_SL", both("SELL", 160, 140)),
    );
    const [one, at] = [{ quantity: size(1) }, { price: price(155) }];
    const refused = [
      [
        positional,
        1,
        change(2, one),
        "quantity is invalid: 1, expected no change of that for a CLOSE_POSITION TAKE_PROFIT",
      ],
      [
        asleep,
        1,
        change(3, one),
        "quantity is invalid: 1, expected no change of that for a CLOSE_POSITION TAKE_PROFIT",
      ],
      [legs, 1, change(3, at), "price is invalid: 155, expected no change of that for a MARKET TAKE_PROFIT"],
      [legs, 1, change(3, one), "quantity is invalid: 1, expected no change while the entry is open"],
    ] as const;
    for (const [market, id, changes, message] of refused) expect(market.amend(id, changes).message).toBe(message);
  });

  test("without a change", () => {
    const market = given(stop());
    for (const changes of [[], [change(1, {})]]) {
      expect(market.amend(1, ...changes).message).toBe("child_orders is invalid: none, expected at least one change");
    }
  });

  test("of an order that is another account's, has fired, or does not exist", () => {
    const market = given(stop({ orderType: "LIMIT", price: price(152) }));
    const changes = change(1, { triggerPrice: price(147) });
    const foreign = {
      type: "amend_algo_order",
      at: market.engine.now,
      account: B,
      algoOrderId: 1,
      changes: [changes],
    } as const;
    expect(market.run(foreign).code).toBe(-1006);
    expect(market.amend(7, changes).code).toBe(-1006);
    market.mark(148);
    expect(market.amend(1, changes).code).toBe(-1006);
  });
});
