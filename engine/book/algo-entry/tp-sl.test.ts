// TP_SL and POSITIONAL_TP_SL: two closing legs, one of which cancels the other. Rules 3.3, 3.4.

import { describe, expect, test } from "bun:test";
import { priceE8, quantityE8 } from "../../base/units.ts";
import { AlgoExchange, both, bracket, leg, placeAlgo, price, size } from "../../testing/algo-exchange.ts";
import { listMarket } from "../../testing/setup.ts";
import { A, B, C, ONE } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const tpSl = (more = {}) =>
  placeAlgo({ algoType: "TP_SL", orderType: "", quantity: size(2), children: both("SELL", 158.5, 140), ...more });
const close = { orderType: "CLOSE_POSITION" } as const;
const positional = (more = {}) =>
  placeAlgo({ algoType: "POSITIONAL_TP_SL", orderType: "", children: both("SELL", 160, 140, close), ...more });

/** A holds 2 long, bought from B, and C bids for them. */
function long(): AlgoExchange {
  const market = new AlgoExchange();
  market.trade(A, "BUY", B, 150, 2);
  return market;
}

const held = (market: AlgoExchange) => market.engine.position(A, 0, "CROSS").quantity as number;

describe("a TP_SL", () => {
  test("is a root with its legs, numbered in order", () => {
    const market = long();
    market.place(tpSl());
    expect(market.story).toEqual(["1 new NEW", "2 new NEW", "3 new NEW"]);
    const { children, ...root } = market.view(1);
    expect(root).toMatchObject({
      algoOrderId: 1,
      parentAlgoOrderId: 0,
      rootAlgoOrderId: 1,
      orderType: "",
      reduceOnly: true,
    });
    expect(children).toMatchObject([
      {
        algoOrderId: 2,
        parentAlgoOrderId: 1,
        rootAlgoOrderId: 1,
        algoType: "TAKE_PROFIT",
        quantity: 200,
        isActivated: true,
      },
      {
        algoOrderId: 3,
        parentAlgoOrderId: 1,
        rootAlgoOrderId: 1,
        algoType: "STOP_LOSS",
        quantity: 200,
        rootStatus: "NEW",
      },
    ]);
    expect(market.reports.map(({ root: { algoOrderId } }) => algoOrderId)).toEqual([1, 1, 1]);
  });

  test("is refused for prices first, then for its quantity, then for triggers that the mark has passed", () => {
    const market = long();
    const offLot = { quantity: quantityE8(1e8 + 1) };
    const offTick = { children: both("SELL", 158.0001, 140) };
    const passed = { children: both("SELL", 140, 130) };
    expect(market.run(tpSl({ ...offLot, ...offTick })).rejection?.name).toBe("price_filter");
    expect(market.run(tpSl({ ...offLot, ...passed })).rejection?.name).toBe("quantity_filter");
    expect(market.run(tpSl(passed)).rejection?.name).toBe("invalid_parameter");
  });

  test("takes its profit when the mark rises, and then no longer stops its loss", () => {
    const market = long();
    market.place(tpSl());
    market.mark(158);
    market.rest(C, "BUY", 157, 5);
    market.mark(158.1);
    expect(market.story).toEqual([]);
    market.mark(158.5);
    expect(market.story).toEqual([
      "2 triggered NEW",
      "3 cancelled CANCELLED ONE_CANCELS_OTHER",
      "1 triggered NEW",
      "2 fill FILLED",
      "1 fill FILLED",
    ]);
    const { order: leg2, root } = market.reports[3]!;
    expect([leg2.executed, leg2.executedNotional, root.status] as unknown[]).toEqual([200, 314_000_000, "FILLED"]);
    expect(market.reports[4]!.order).toMatchObject({ executed: 200, isTriggered: true, triggerStatus: "SUCCESS" });
    // The group shows what its leg has done: 314 against an entry value of 300, and a fee of 6 basis points.
    const { totalFee, totalRealizedPnl, executedNotional, updatedAt } = market.reports[4]!.order;
    expect([totalFee, totalRealizedPnl, executedNotional, updatedAt] as unknown[]).toEqual([
      188_400,
      14_000_000,
      314_000_000,
      market.engine.now,
    ]);
    expect([held(market), market.isOpen(1), market.isOpen(3)]).toEqual([0, false, false]);
    market.mark(140);
    expect(market.story).toEqual([]);
  });

  test("stops its loss when the mark falls; a short the other way round", () => {
    for (const side of ["SELL", "BUY"] as const) {
      const market = new AlgoExchange();
      market.trade(A, side === "SELL" ? "BUY" : "SELL", B, 150, 2);
      market.place(tpSl({ side, children: side === "SELL" ? both(side, 160, 140) : both(side, 140, 160) }));
      market.rest(C, side === "SELL" ? "BUY" : "SELL", side === "SELL" ? 139 : 161, 2);
      market.mark(side === "SELL" ? 139.9 : 160.1);
      expect(market.emitted[0]).toMatchObject({ id: 3, cause: "triggered" });
      expect(market.reports[0]!.order.side).toBe(side);
    }
  });

  test("with a limit leg rests when that has fired, and no other leg waits", () => {
    const market = long();
    market.place(
      tpSl({
        children: [
          leg("TAKE_PROFIT", "SELL", 155, { orderType: "LIMIT", price: price(156) }),
          leg("STOP_LOSS", "SELL", 145),
        ],
      }),
    );
    market.mark(155);
    expect(market.view(2)).toMatchObject({ status: "NEW", orderId: 3 });
    expect(market.engine.findOrder(3)).toMatchObject({ reduceOnly: true, price: 156_000 });
    expect(market.cancelAlgo(1).code).toBe(-1006);
    market.order(C, "BUY", "LIMIT", 156, 1);
    expect(market.view(1)).toMatchObject({ status: "PARTIAL_FILLED", executed: 100 });
    market.cancel(A, 3);
    expect([market.isOpen(1), market.isOpen(2)]).toEqual([false, false]);
  });

  test("may give its quantity at its legs, and those have no children", () => {
    const market = long();
    const { children: _, ...bare } = leg("STOP_LOSS", "SELL", 140, { quantity: size(2) });
    const { algoOrderId } = market.run(tpSl({ children: [bare] }));
    expect(market.view(algoOrderId).children).toMatchObject([{ quantity: 200 }]);
  });

  test("in a dormant BRACKET outlives a position that closes before its entry", () => {
    const market = long();
    const entry = { orderType: "LIMIT", price: price(149), quantity: size(1) } as const;
    const id = market.place(bracket(entry, "TP_SL", both("SELL", 160, 140)));
    market.trade(A, "SELL", B, 150, 2);
    expect([market.isOpen(id), market.view(id + 1).status]).toEqual([true, "NEW"]);
  });

  test("is cancelled by market or by type, or by its id without a market", () => {
    const market = long();
    const entry = { orderType: "LIMIT", price: price(149), quantity: size(1) } as const;
    const id = market.place(bracket(entry, "TP_SL", both("SELL", 160, 140)));
    const awake = market.place(tpSl());
    expect([market.cancelAllAlgo("", 1).count, market.isOpen(awake)]).toEqual([0, true]);
    market.cancelAllAlgo("TP_SL", 0);
    expect([market.isOpen(awake), market.isOpen(id), market.view(id + 1).status]).toEqual([false, true, "NEW"]);
    const named = { account: A, market: -1, algoOrderId: id, clientOrderId: "" };
    expect(market.run({ type: "cancel_algo_order", at: market.engine.now, ...named }).code).toBeNull();
  });

  test("with one leg ends with that leg", () => {
    const market = long();
    market.place(tpSl({ children: [leg("STOP_LOSS", "SELL", 140)] }));
    market.cancelAlgo(2);
    expect(market.story).toEqual(["2 cancelled CANCELLED USER", "1 cancelled CANCELLED USER"]);
  });

  test("loses one leg and continues with the other", () => {
    const market = long();
    market.place(tpSl());
    market.cancelAlgo(2);
    expect([market.view(1).status, market.view(1).children.map(({ status }) => status)]).toEqual([
      "NEW",
      ["CANCELLED", "NEW"],
    ]);
    market.mark(161);
    expect(market.story).toEqual([]);
    market.rest(C, "BUY", 140, 2);
    market.mark(140);
    expect(market.emitted[0]).toMatchObject({ id: 3, cause: "triggered" });
  });

  test("is cancelled when its position closes, whichever order closes it", () => {
    const market = long();
    market.place(tpSl());
    market.place(tpSl({ clientOrderId: "second" }));
    market.rest(B, "BUY", 150, 2);
    market.order(A, "SELL", "LIMIT", 150, 1);
    expect(market.isOpen(1)).toBe(true);
    market.order(A, "SELL", "LIMIT", 150, 1);
    expect([market.isOpen(1), market.isOpen(4), market.engine.algoOrders.findByClientId(A, "second")]).toEqual([
      false,
      false,
      undefined,
    ]);
  });

  test("for the other side survives when a position flips to it", () => {
    const market = new AlgoExchange();
    market.place(tpSl({ side: "BUY", children: both("BUY", 140, 160) }));
    market.place(tpSl());
    market.trade(A, "BUY", B, 150, 2);
    market.trade(A, "SELL", B, 150, 3);
    expect([market.isOpen(1), market.isOpen(4)]).toEqual([true, false]);
  });

  test("that fires without a position is rejected, and its other leg is cancelled", () => {
    const market = new AlgoExchange();
    market.place(tpSl());
    market.mark(158);
    market.rest(C, "BUY", 158, 1);
    market.mark(159);
    expect(market.emitted.map(({ id, cause }) => [id, cause])).toEqual([
      [2, "rejected"],
      [3, "cancelled"],
      [1, "rejected"],
    ]);
    expect(market.isOpen(1)).toBe(false);
  });
});

describe("a POSITIONAL_TP_SL", () => {
  test("that would open is refused like a TP_SL", () => {
    const market = long();
    const message = "side is invalid: BUY, expected SELL, which closes the position";
    expect(market.run(positional({ side: "BUY", children: both("BUY", 140, 160, close) }))).toMatchObject({ message });
    expect(market.run(tpSl({ side: "BUY", children: both("BUY", 140, 160) }))).toMatchObject({ message });
    expect(market.run(positional()).code).toBeNull();
  });

  test("closes the whole position as it is when it fires, dust included", () => {
    const market = long();
    market.place(positional());
    market.trade(A, "BUY", B, 150, 1.37);
    market.rest(C, "BUY", 143, 5);
    market.mark(140);
    expect(market.story.at(-1)).toBe("1 fill FILLED");
    expect(market.orders[0]).toMatchObject({ quantity: 337, orderType: "MARKET", reduceOnly: true });
    expect(held(market)).toBe(0);
    const dust = new AlgoExchange();
    dust.trade(A, "BUY", B, 150, 1);
    dust.trade(A, "SELL", B, 150, 0.99);
    dust.place(positional());
    dust.rest(C, "BUY", 143, 5);
    dust.mark(140);
    expect(dust.orders.at(-1)).toMatchObject({ status: "FILLED", executed: 1 });
  });

  test("closes a position larger than the largest order, at the market or with a limit", () => {
    const large = () => {
      const market = new AlgoExchange({ baseMax: quantityE8(5 * ONE) });
      for (let n = 0; n < 3; n++) market.trade(A, "BUY", B, 150, 4);
      market.rest(C, "BUY", 143, 5);
      market.rest(C, "BUY", 142, 5);
      return market;
    };
    const market = large();
    market.place(positional());
    market.mark(140);
    expect(market.orders[0]).toMatchObject({ quantity: 1_200, status: "NEW" });
    expect(held(market)).toBe(200);
    const limited = large();
    limited.place(positional({ children: [leg("STOP_LOSS", "SELL", 140, { orderType: "LIMIT", price: price(139) })] }));
    limited.mark(140);
    expect(limited.engine.findOrder(limited.state.lastOrderId)).toMatchObject({ quantity: 1_200, executed: 1_000 });
    // No other order may be so large, not even for a whole position.
    const { code } = limited.order(C, "SELL", "MARKET", 0, 10, { reduceOnly: true });
    expect(code).toBe(-1104);
    expect(limited.run(tpSl({ quantity: size(12) })).code).toBe(-1104);
  });

  test("with a limit rests with the whole position", () => {
    const market = long();
    market.place(
      positional({ children: [leg("TAKE_PROFIT", "SELL", 155, { orderType: "LIMIT", price: price(157) })] }),
    );
    market.mark(155);
    expect(market.engine.findOrder(3)).toMatchObject({ quantity: 200, orderType: "LIMIT" });
    expect(market.view(2)).toMatchObject({ quantity: 200 });
    // One that has fired does not block another.
    market.place(positional());
  });

  test("is cancelled when the position closes or flips", () => {
    const market = long();
    market.place(positional());
    market.trade(A, "SELL", B, 150, 3);
    expect(market.isOpen(1)).toBe(false);
  });

  test("is the only one on its side of a position", () => {
    const market = long();
    market.place(positional());
    expect(market.run(positional()).message).toBe(
      "algo_type is invalid: POSITIONAL_TP_SL, expected no untriggered POSITIONAL_TP_SL of the same position",
    );
    market.cancelAlgo(1);
    market.place(positional());
    // Another row, another market or the other side is another position.
    market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 150 * ONE));
    market.place(positional({ marginMode: "ISOLATED" }));
    market.place(positional({ market: 1 }));
    market.trade(A, "SELL", B, 150, 2);
    expect(market.isOpen(4)).toBe(false);
    market.place(positional());
    market.place(positional({ side: "BUY", children: both("BUY", 140, 160, close) }));
  });

  test("is cancelled only with its own position", () => {
    const market = long();
    market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 150 * ONE));
    const [own, isolated, other] = [{}, { marginMode: "ISOLATED" }, { market: 1 }].map((of) =>
      market.place(positional(of)),
    );
    const single = market.place(placeAlgo({ triggerPrice: price(140), quantity: size(1) }));
    market.trade(A, "SELL", B, 150, 2);
    expect([own, isolated, other, single].map((id) => market.isOpen(id!))).toEqual([false, true, true, true]);
  });

  test("has no order type of its own, whatever was requested", () => {
    const market = long();
    for (const group of [tpSl({ orderType: "MARKET" }), positional({ orderType: "MARKET" })]) {
      const { algoOrderId } = market.run(group);
      expect(market.view(algoOrderId)).toMatchObject({ orderType: "", reduceOnly: true });
    }
    const entry = { orderType: "LIMIT", price: price(149), quantity: size(1) } as const;
    for (const [group, legs] of [
      ["TP_SL", both("SELL", 160, 140)],
      ["POSITIONAL_TP_SL", both("SELL", 160, 140, close)],
    ] as const) {
      const made = bracket(entry, group, legs);
      const children = made.children.map((each) => ({ ...each, orderType: "MARKET" as const }));
      const { algoOrderId } = market.run({ ...made, children });
      expect(market.view(algoOrderId).children).toMatchObject([{ algoType: group, orderType: "" }]);
    }
  });
});

describe("a group is refused", () => {
  const legs = (...children: ReturnType<typeof leg>[]) => ({ children });
  const refused = [
    ["without legs", legs(), "child_orders is invalid: none, expected one TAKE_PROFIT, one STOP_LOSS, or both"],
    [
      "with two of a kind",
      legs(leg("STOP_LOSS", "SELL", 140), leg("STOP_LOSS", "SELL", 141)),
      "child_orders is invalid: STOP_LOSS, STOP_LOSS, expected one TAKE_PROFIT, one STOP_LOSS, or both",
    ],
    [
      "with three legs",
      legs(...both("SELL", 160, 140), leg("TAKE_PROFIT", "SELL", 161)),
      "child_orders is invalid: TAKE_PROFIT, STOP_LOSS, TAKE_PROFIT, expected one TAKE_PROFIT, one STOP_LOSS, or both",
    ],
    [
      "with a leg without a type",
      legs(leg("STOP_LOSS", "SELL", 140, { orderType: "" })),
      "type is invalid: none, expected LIMIT or MARKET",
    ],
    [
      "with a profit that is there already",
      legs(leg("TAKE_PROFIT", "SELL", 150)),
      "trigger_price is invalid: 150, expected a price above 150",
    ],
    [
      "with a loss that is there already",
      legs(leg("STOP_LOSS", "SELL", 151)),
      "trigger_price is invalid: 151, expected a price below 150",
    ],
    [
      "with a leg on the other side",
      legs(leg("STOP_LOSS", "BUY", 160)),
      "child_orders.side is invalid: BUY, expected SELL, which closes",
    ],
    [
      "on the side that opens",
      { side: "BUY", children: both("BUY", 140, 160) },
      "side is invalid: BUY, expected SELL, which closes the position",
    ],
    [
      "with a leg that opens",
      legs(leg("STOP_LOSS", "SELL", 140, { reduceOnly: false })),
      "child_orders.reduce_only is invalid: false, expected true: a leg only closes",
    ],
    [
      "with a leg of another size",
      legs(leg("STOP_LOSS", "SELL", 140, { quantity: size(1) })),
      "child_orders.quantity is invalid: 1, expected none, or 2",
    ],
    [
      "with a leg that closes all",
      legs(leg("STOP_LOSS", "SELL", 140, close)),
      "type is invalid: CLOSE_POSITION, expected LIMIT or MARKET",
    ],
    ["with a trigger of its own", { triggerPrice: price(140) }, "trigger_price is invalid: 140, expected none here"],
    ["without a size", { quantity: size(0) }, "quantity is invalid: 0, expected a positive number"],
    [
      "with legs of legs",
      legs({ ...leg("STOP_LOSS", "SELL", 140), children: [leg("STOP_LOSS", "SELL", 140)] }),
      "child_orders is invalid: STOP_LOSS, expected no legs of a leg",
    ],
    [
      "with another order for a leg",
      legs(leg("STOP", "SELL", 140)),
      "child_orders.algo_type is invalid: STOP, expected TAKE_PROFIT or STOP_LOSS",
    ],
  ] as const;
  for (const [name, fields, message] of refused) {
    test(name, () => {
      const market = long();
      expect(market.run(tpSl(fields))).toMatchObject({ code: -1005, message });
      expect(market.reports).toEqual([]);
    });
  }

  test("with a leg off the tick, or off the lot", () => {
    const market = long();
    expect(
      market.run(tpSl({ children: [leg("STOP_LOSS", "SELL", 140, { triggerPrice: priceE8(140 * ONE + 1) })] })).code,
    ).toBe(-1103);
    expect(market.run(tpSl({ quantity: size(2.005) })).code).toBe(-1104);
    expect(market.run(positional({ quantity: size(1) })).code).toBe(-1005);
    expect(market.run(positional({ children: both("SELL", 160, 140) })).code).toBe(-1005);
  });

  test("as the eleventh TP_SL that waits", () => {
    const market = long();
    for (let n = 0; n < 10; n++) market.place(tpSl());
    expect(market.run(tpSl()).message).toBe(
      "algo_type is invalid: TP_SL, expected fewer than 10 untriggered TP_SL orders",
    );
    market.cancelAlgo(1);
    market.place(tpSl());
  });
});
