// What open isolated orders reserve of a balance, why they are refused, and when they are cancelled again. Rules 5.9
// (1) to (3). At leverage 10 an order reserves 10.06 % of what it opens.

import { describe, expect, test } from "bun:test";
import { micros, priceE8, quantityE8 } from "../../base/units.ts";
import { depositByHand } from "../../testing/hand-made.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { amendOrder, listMarket, START } from "../../testing/setup.ts";
import { A, type Applied, B, ONE, shown, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { allocation } from "./allocation.ts";

const alloc = (usdc: number) => allocation(Math.round(usdc * USDC), 10);

/** A long of 10 SOL at 150. */
function holding(balance: number): IsolatedExchange {
  const desk = new IsolatedExchange(balance);
  desk.rest(B, "SELL", 150, 10);
  expect(desk.isolated("BUY", "IOC", 150, 10).status).toBe("FILLED");
  return desk;
}

test("an allocation is the notional over the leverage and the highest taker fee, rounded up", () => {
  expect(allocation(30_000 * USDC, 20)).toBe(1_518 * USDC);
  expect(allocation(1, 100)).toBe(1);
  expect(allocation(0, 1)).toBe(0);
  expect(allocation(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MAX_SAFE_INTEGER);
});

describe("the reserve", () => {
  test("is the sum of both sides at the orders' prices, and is not collateral for anything else", () => {
    const desk = new IsolatedExchange(1_000);
    desk.isolated("BUY", "LIMIT", 149, 10);
    desk.isolated("SELL", "LIMIT", 151, 10);
    expect(desk.reserved).toBe(alloc(1_490) + alloc(1_510));
    const { totalCollateral, withdrawable, holding: balance } = desk.engine.margin(OWNER);
    expect([totalCollateral, withdrawable, balance] as number[]).toEqual([
      1_000 * USDC - desk.reserved,
      1_000 * USDC - desk.reserved,
      1_000 * USDC,
    ]);
    desk.engine.audit();
  });

  test("is nothing for a reduce-only order, which does not use up the closing capacity of the others", () => {
    const desk = holding(10_000);
    desk.isolated("SELL", "LIMIT", 151, 10, { reduceOnly: true });
    expect(desk.reserved).toBe(0);
    desk.isolated("SELL", "LIMIT", 152, 12);
    expect(desk.reserved).toBe(alloc(2 * 152));
    desk.engine.audit();
  });

  test("of a sell into better bids is at the price at which it may sell", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(B, "BUY", 150, 1);
    desk.isolated("SELL", "LIMIT", 149, 10);
    // The first lot took its margin along at 150; the rest is reserved at 149.
    expect([desk.row.margin as number, desk.reserved]).toEqual([alloc(150), alloc(9 * 149)]);
    desk.engine.audit();
  });

  test("follows an order's price to the micro", () => {
    const desk = holding(1_000);
    // It would open a hundredth of a SOL.
    const { orderId } = desk.isolated("SELL", "LIMIT", 151.001, 10.01);
    const before = desk.reserved;
    const dearer = { price: priceE8(15_100_200_000), quantity: quantityE8(1_001_000_000) };
    expect(desk.apply(amendOrder({ account: OWNER, orderId, side: "SELL", ...dearer })).code).toBeNull();
    expect([before, desk.reserved]).toEqual([alloc(1.51001), alloc(1.51002)]);
    expect(desk.reserved - before).toBe(1);
    desk.engine.audit();
  });

  test("leaves out closing lots, oldest orders first, and reduce-only orders", () => {
    const desk = holding(1_000);
    const first = desk.isolated("SELL", "LIMIT", 151, 6).orderId;
    desk.isolated("SELL", "LIMIT", 151, 6);
    desk.isolated("SELL", "LIMIT", 151, 6, { reduceOnly: true });
    expect(desk.reserved).toBe(alloc(2 * 151));
    // The younger order now closes what the older one did.
    desk.cancel(OWNER, first);
    expect(desk.reserved).toBe(0);
    desk.engine.audit();
  });

  test("follows amendments, which keep an order's turn", () => {
    const desk = holding(1_000);
    const first = desk.isolated("SELL", "LIMIT", 151, 6).orderId;
    desk.isolated("SELL", "LIMIT", 152, 4);
    expect(desk.reserved).toBe(0);
    const larger = { account: OWNER, orderId: first, side: "SELL" as const, quantity: quantityE8(8 * ONE) };
    expect(desk.apply(amendOrder(larger)).code).toBeNull();
    expect(desk.reserved).toBe(alloc(2 * 152));
    expect(desk.apply(amendOrder({ ...larger, quantity: quantityE8(5 * ONE) })).code).toBeNull();
    expect(desk.reserved).toBe(0);
    desk.engine.audit();
  });

  test("is released by fills and by the end of an order, however it ends", () => {
    const desk = new IsolatedExchange(1_000);
    desk.isolated("BUY", "LIMIT", 149, 10);
    desk.order(B, "SELL", "IOC", 149, 4);
    expect([desk.reserved, desk.row.margin as number, desk.holding]).toEqual([
      alloc(6 * 149),
      alloc(4 * 149),
      1_000 * USDC - alloc(4 * 149),
    ]);
    desk.pin(144);
    expect([desk.reserved, desk.engine.openOrders(OWNER, -1)]).toEqual([0, []]);
    desk.engine.audit();
  });
});

describe("an isolated order is refused", () => {
  const refused = (applied: Applied) => [applied.status, shown(applied.rejection)] as unknown;

  test("where the balance does not carry its margin, to the micro, and leaves a rejected order", () => {
    const margin = alloc(1_490) / USDC;
    expect(new IsolatedExchange(margin).isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
    const desk = new IsolatedExchange(margin - 0.000001);
    expect(refused(desk.isolated("BUY", "LIMIT", 149, 10))).toEqual([
      "REJECTED",
      { code: -1101, message: "insufficient margin", detail: { required: "149.894", available: "149.893999" } },
    ]);
    expect(desk.reserved).toBe(0);
    desk.engine.audit();
  });

  test("where cross positions need the balance", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(OWNER, "BUY", 149, 60, { marginMode: "CROSS" });
    expect(desk.isolated("BUY", "LIMIT", 149, 10).code).toBe(-1101);
    expect(desk.isolated("BUY", "LIMIT", 149, 6).code).toBeNull();
  });

  test("beyond the market's largest notional, counting the position and that side's orders, but never for a close", () => {
    const desk = new IsolatedExchange(10_000, { maxNotional: micros(4_000 * USDC) });
    desk.rest(B, "SELL", 150, 10);
    desk.isolated("BUY", "IOC", 150, 10);
    expect(desk.isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
    expect(refused(desk.isolated("BUY", "LIMIT", 149, 7))).toMatchObject([
      "REJECTED",
      { code: -1101, message: "position limit exceeded", detail: { notional_with_orders: "4033", limit: "4000" } },
    ]);
    desk.pin(500);
    expect(desk.isolated("SELL", "LIMIT", 500, 10).code).toBeNull();
    expect(desk.isolated("SELL", "LIMIT", 500, 1).code).toBe(-1101);
  });

  test("beyond the market's largest notional, however much more is open on the other side", () => {
    const desk = new IsolatedExchange(10_000, { maxNotional: micros(4_000 * USDC) });
    desk.rest(B, "SELL", 150, 10);
    desk.isolated("BUY", "IOC", 150, 10);
    const { orderId } = desk.isolated("SELL", "LIMIT", 200, 12);
    desk.pin(200);
    // Only the position has grown in value. An order may still be amended to the same notional.
    const higher = { account: OWNER, orderId, side: "SELL" as const, price: priceE8(234.375 * ONE) };
    expect(desk.apply(amendOrder({ ...higher, quantity: quantityE8(10.25 * ONE) })).code).toBe(-1101);
    expect(desk.apply(amendOrder({ ...higher, quantity: quantityE8(10.24 * ONE) })).code).toBeNull();
    expect(desk.isolated("BUY", "LIMIT", 198, 10.2).code).toBe(-1101);
    expect(desk.isolated("BUY", "LIMIT", 198, 10.1).code).toBeNull();
  });

  test("beyond the cap on open interest", () => {
    const desk = new IsolatedExchange(1_000, { globalMaxOiCap: micros(1_500 * USDC) });
    expect(refused(desk.isolated("BUY", "LIMIT", 149, 11))).toMatchObject([
      "REJECTED",
      { message: "open interest limit exceeded" },
    ]);
    expect(desk.isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
  });

  test("beyond the cap on open interest, but may be amended to one that opens no more than before", () => {
    for (const [side, closing, price, better] of [
      ["BUY", "SELL", 149, 195],
      ["SELL", "BUY", 190, 205],
    ] as const) {
      const desk = new IsolatedExchange(10_000, { globalMaxOiCap: micros(2_900 * USDC) });
      desk.rest(B, closing, 150, 10);
      desk.isolated(side, "IOC", 150, 10);
      const { orderId } = desk.isolated(side, "LIMIT", price, 5);
      desk.move("ADD", 1_000);
      // Fifteen exceed the cap now.
      desk.pin(195);
      const other = { account: OWNER, orderId, side, price: priceE8(better * ONE) };
      expect(desk.apply(amendOrder({ ...other, quantity: quantityE8(5.01 * ONE) })).code).toBe(-1101);
      expect(desk.apply(amendOrder({ ...other, quantity: quantityE8(5 * ONE) })).code).toBeNull();
      desk.engine.audit();
    }
  });

  test("beyond the cap on open interest, given what the other orders of its side leave of the position to close", () => {
    for (const [side, closing, near, far] of [
      ["BUY", "SELL", 149, 151],
      ["SELL", "BUY", 151, 149],
    ] as const) {
      const desk = new IsolatedExchange(10_000, { globalMaxOiCap: micros(2_900 * USDC) });
      desk.rest(B, closing, 150, 10);
      desk.isolated(side, "IOC", 150, 10);
      desk.isolated(side, "LIMIT", near, 5);
      // Nine of these ten close the rest of the position, and one more opens; all of the next ten open.
      expect(desk.isolated(closing, "LIMIT", far, 1).code).toBeNull();
      expect(desk.isolated(closing, "LIMIT", far, 10).code).toBeNull();
      expect(refused(desk.isolated(closing, "LIMIT", far, 10))).toMatchObject([
        "REJECTED",
        { message: "open interest limit exceeded", detail: { open_interest: "3000" } },
      ]);
    }
  });

  test("where what it opens would be below maintenance, with the position that it adds to and without the one it closes", () => {
    const desk = new IsolatedExchange(10_000);
    const leverage = { market: 0, leverage: 50, marginMode: "ISOLATED" } as const;
    desk.apply({ type: "set_leverage", at: START, account: OWNER, ...leverage });
    // 2 % of margin does not cover the loss at the worst price; the position, with 500 more than it needs, bears it.
    expect(desk.isolated("BUY", "LIMIT", 154, 1).code).toBe(-1101);
    desk.rest(B, "SELL", 150, 10);
    desk.isolated("BUY", "IOC", 150, 10);
    desk.move("ADD", 500);
    const { code, orderId } = desk.isolated("BUY", "LIMIT", 154, 1);
    expect(code).toBeNull();
    desk.cancel(OWNER, orderId);
    expect(desk.isolated("SELL", "LIMIT", 146, 12).code).toBe(-1101);
    expect(desk.isolated("SELL", "LIMIT", 146, 10).code).toBeNull();
  });

  test("as an amendment, and the order stays as it was", () => {
    const desk = new IsolatedExchange(200);
    const { orderId } = desk.isolated("BUY", "LIMIT", 149, 10);
    const larger = amendOrder({ account: OWNER, orderId, quantity: quantityE8(14 * ONE) });
    expect(desk.apply(larger).code).toBe(-1101);
    expect(desk.reserved).toBe(alloc(1_490));
    const cheaper = amendOrder({ account: OWNER, orderId, price: priceE8(140 * ONE) });
    expect(desk.apply(cheaper).code).toBeNull();
    expect(desk.reserved).toBe(alloc(1_400));
    desk.engine.audit();
  });
});

describe("margin that runs out", () => {
  test("ends a market order where the book gets dearer than it reserved for", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(B, "SELL", 150, 10);
    desk.rest(B, "SELL", 154, 60);
    const { status, reason, orders } = desk.isolated("BUY", "MARKET", 0, 65);
    expect([status, reason, orders.at(-1)!.executed / 100]).toEqual(["CANCELLED", "MARGIN", 10]);
    expect([desk.row.margin as number, desk.reserved]).toEqual([alloc(1_500), 0]);
    desk.engine.audit();
  });

  test("does not end one whose reserve and balance together suffice", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(B, "SELL", 150, 10);
    desk.rest(B, "SELL", 151, 60);
    expect(desk.isolated("BUY", "MARKET", 0, 65).status).toBe("FILLED");
    desk.engine.audit();
  });

  test("does not end one that adds to a position, whatever orders would close it", () => {
    for (const [side, other, far, near, worse] of [
      ["BUY", "SELL", 190, 150, 151],
      ["SELL", "BUY", 110, 150, 149],
    ] as const) {
      const desk = new IsolatedExchange(1_000 + alloc(1_500) / USDC);
      desk.rest(B, other, 150, 10);
      desk.isolated(side, "IOC", 150, 10);
      desk.isolated(other, "LIMIT", far, 10);
      expect(desk.reserved).toBe(0);
      desk.rest(B, other, near, 10);
      desk.rest(B, other, worse, 55);
      expect(desk.isolated(side, "MARKET", 0, 65).status).toBe("FILLED");
      desk.engine.audit();
    }
  });

  test("counts what a flip pays out before it opens, and closes what it can where that is not enough", () => {
    for (const [size, executed, left] of [
      [65, 65, -64],
      [67, 1, 0],
    ] as const) {
      const desk = new IsolatedExchange(1_000);
      desk.rest(B, "SELL", 150, 1);
      desk.isolated("BUY", "IOC", 150, 1);
      // The reserve is computed at the visible bid, the execution is at the hidden one. What opens there takes 15.4924
      // a SOL out of 984.91 and the 18.9076 that the close pays, less its part of the fee.
      desk.rest(B, "BUY", 154, 100, { visible: quantityE8(0) });
      desk.rest(A, "BUY", 138, 1);
      const { orders, code } = desk.isolated("SELL", "MARKET", 0, size);
      expect([code, orders.at(-1)!.executed / 100, desk.row.quantity / 100]).toEqual([null, executed, left]);
      desk.engine.audit();
    }
  });

  test("does not keep an older order from opening: the closing capacity stays with the younger orders", () => {
    const desk = new IsolatedExchange((alloc(1_500) + alloc(906)) / USDC);
    desk.rest(B, "SELL", 150, 10);
    desk.isolated("BUY", "IOC", 150, 10);
    const { orderId } = desk.isolated("BUY", "LIMIT", 149, 6);
    desk.isolated("SELL", "LIMIT", 152, 10);
    desk.rest(B, "SELL", 151, 6);
    // The rest of the balance is reserved for it now, and its execution takes exactly that.
    const dearer = amendOrder({ account: OWNER, orderId, price: priceE8(151 * ONE) });
    expect(desk.apply(dearer)).toMatchObject({ code: null, status: "FILLED" });
    expect([desk.holding, desk.reserved, desk.row.quantity / 100]).toEqual([0, 0, 16]);
    desk.engine.audit();
  });

  test("lets a flip by amount open as many lots as its amount buys at the mark, and not one more that a lower bid would give", () => {
    const sold = (bid: number, amount: number) => {
      const desk = holding(366);
      desk.pin(138);
      const far = desk.isolated("SELL", "LIMIT", 190, 10).orderId;
      desk.rest(B, "BUY", bid, 20);
      const { orders } = desk.isolated("SELL", "MARKET", 0, 0, { amount: micros(Math.round(amount * USDC)) });
      desk.engine.audit();
      return orders.findLast(({ orderId }) => orderId !== far)!.executed / 100;
    };
    // The close then pays too little for what the far order would open; the flip's own opening is reserved.
    expect(sold(138, 2_070)).toBe(15);
    expect(sold(137.9, 2_070.5)).toBe(10);
  });

  test("takes nothing from an order with its own reserve, whatever the other side reserves", () => {
    const desk = new IsolatedExchange((alloc(456) + alloc(906)) / USDC);
    desk.isolated("SELL", "LIMIT", 152, 3);
    desk.rest(B, "SELL", 151, 6);
    expect(desk.isolated("BUY", "IOC", 151, 6).status).toBe("FILLED");
    expect([desk.holding, desk.reserved]).toEqual([alloc(456), 0]);
  });

  test("keeps a FOK from filling half", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(A, "BUY", 140, 1);
    desk.rest(B, "BUY", 154, 66, { visible: quantityE8(0) });
    const before = desk.engine.stateHash();
    expect(desk.isolated("SELL", "FOK", 149, 66)).toMatchObject({ status: "CANCELLED", reason: "FOK_UNFILLED" });
    expect([desk.holding, desk.reserved, desk.row.quantity as number]).toEqual([1_000 * USDC, 0, 0]);
    expect(desk.engine.stateHash()).not.toBe(before);
    expect(desk.isolated("SELL", "FOK", 149, 64).status).toBe("FILLED");
    desk.engine.audit();
  });

  test("a FOK takes both of two orders that open a row, whichever side they are on", () => {
    for (const [side, taker, prices] of [
      ["SELL", "BUY", [151, 152]],
      ["BUY", "SELL", [149, 148]],
    ] as const) {
      for (const behaviour of [3, 4]) {
        const desk = new IsolatedExchange(1_000);
        desk.state.behaviour = behaviour;
        for (const price of prices) desk.isolated(side, "LIMIT", price, 1);
        expect(desk.order(B, taker, "FOK", prices[1], 2).status).toBe("FILLED");
      }
    }
  });

  test("a FOK takes what still closes a position that an order before it has closed a part of; before behaviour 4, not of the same isolated row", () => {
    const cross = { marginMode: "CROSS" } as const;
    type Terms = Parameters<IsolatedExchange["isolated"]>[4];
    const taken = (behaviour: number, first: Terms, second: Terms) => {
      const desk = holding(1_000);
      desk.state.behaviour = behaviour;
      desk.rest(OWNER, "BUY", 149, 8, cross);
      desk.order(B, "SELL", "IOC", 149, 8);
      desk.isolated("SELL", "LIMIT", 151, 4, first);
      desk.isolated("SELL", "LIMIT", 152, 4, second);
      return desk.order(B, "BUY", "FOK", 152, 8).status;
    };
    for (const [first, second] of [
      [{}, { reduceOnly: true }],
      [{}, cross],
      [cross, cross],
    ] as const) {
      expect([taken(3, first, second), taken(4, first, second)]).toEqual(["FILLED", "FILLED"]);
    }
    expect([taken(3, {}, {}), taken(4, {}, {})]).toEqual(["CANCELLED", "FILLED"]);
  });

  test("cancels the youngest orders of a side that were to close what another order closed", () => {
    const desk = holding(1_000);
    desk.pin(138);
    const far = desk.isolated("SELL", "LIMIT", 190, 10).orderId;
    desk.isolated("SELL", "LIMIT", 138, 10);
    desk.rest(OWNER, "BUY", 137.9, 50.7, { marginMode: "CROSS" });
    expect(desk.reserved).toBe(alloc(1_380));
    // The near order closes the position at a loss; the far one would now open, and no margin is left for that.
    const { orders } = desk.order(B, "BUY", "IOC", 138, 10);
    expect(
      orders.filter((report) => report.cause === "cancelled").map(({ orderId, reason }) => [orderId, reason]),
    ).toEqual([[far, "MARGIN"]]);
    expect([desk.reserved, desk.row.quantity as number]).toEqual([0, 0]);
    desk.engine.audit();
  });

  test("leaves the other side as it is, whose orders reserve no more than before", () => {
    for (const [side, closing, mark, far, near, adding, size] of [
      ["BUY", "SELL", 138, 190, 138, 137, 58],
      ["SELL", "BUY", 162, 110, 162, 163, 49],
    ] as const) {
      const desk = new IsolatedExchange(1_000);
      desk.rest(B, closing, 150, 10);
      desk.isolated(side, "IOC", 150, 10);
      desk.pin(mark);
      const gone = desk.isolated(closing, "LIMIT", far, 10).orderId;
      desk.isolated(closing, "LIMIT", near, 10, { reduceOnly: true });
      const stays = desk.isolated(side, "LIMIT", adding, 1).orderId;
      desk.rest(OWNER, side, adding, size, { marginMode: "CROSS" });
      // So little is left that cancelling the far order is not enough.
      depositByHand(desk.state, OWNER, -100 * USDC);
      const { orders } = desk.order(B, side, "IOC", near, 10);
      expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([gone]);
      expect(desk.engine.findOrder(stays)?.status).toBe("NEW");
      desk.engine.audit();
    }
  });

  test("leaves reduce-only orders, which reserve nothing, however young they are", () => {
    const desk = holding(1_000);
    desk.pin(138);
    const far = desk.isolated("SELL", "LIMIT", 190, 10).orderId;
    desk.isolated("SELL", "LIMIT", 138, 8);
    const reducing = desk.isolated("SELL", "LIMIT", 189, 1, { reduceOnly: true }).orderId;
    desk.rest(OWNER, "BUY", 137.9, 53, { marginMode: "CROSS" });
    const { orders } = desk.order(B, "BUY", "IOC", 138, 8);
    expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([far]);
    expect(desk.engine.findOrder(reducing)?.status).toBe("NEW");
    desk.engine.audit();
  });

  test("leaves the orders of a side that open no more than before, though no balance is available", () => {
    for (const [side, closing, mark] of [
      ["BUY", "SELL", 146],
      ["SELL", "BUY", 154],
    ] as const) {
      const desk = new IsolatedExchange(1_000);
      desk.rest(B, closing, 150, 52);
      desk.isolated(side, "IOC", 150, 10);
      desk.order(OWNER, side, "IOC", 150, 42);
      const beyond = desk.isolated(closing, "LIMIT", 150, 15).orderId;
      desk.pin(mark);
      depositByHand(desk.state, OWNER, -100 * USDC);
      const { orders } = desk.order(B, side, "IOC", 150, 1);
      expect(orders.filter(({ cause }) => cause === "cancelled")).toEqual([]);
      expect(desk.engine.findOrder(beyond)).toMatchObject({ status: "PARTIAL_FILLED" });
      expect(desk.reserved).toBe(alloc(750));
      desk.engine.audit();
    }
  });

  test("applies likewise to the buys of a short", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(B, "BUY", 150, 10);
    desk.isolated("SELL", "IOC", 150, 10);
    desk.pin(162);
    const far = desk.isolated("BUY", "LIMIT", 110, 10).orderId;
    desk.isolated("BUY", "LIMIT", 162, 10);
    expect(desk.reserved).toBe(alloc(1_620));
    depositByHand(desk.state, OWNER, 20 * USDC - desk.holding);
    const { orders } = desk.order(B, "SELL", "IOC", 162, 10);
    expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([far]);
    expect([desk.reserved, desk.row.quantity as number]).toEqual([0, 0]);
  });

  test("applies likewise to a buy that a reduce-only order leaves nothing to close, where cross orders need the balance", () => {
    const desk = new IsolatedExchange(1_000);
    desk.rest(B, "BUY", 150, 10);
    desk.isolated("SELL", "IOC", 150, 10);
    desk.pin(162);
    const far = desk.isolated("BUY", "LIMIT", 110, 10).orderId;
    desk.isolated("BUY", "LIMIT", 162, 10, { reduceOnly: true });
    desk.rest(OWNER, "SELL", 162.1, 49, { marginMode: "CROSS" });
    expect(desk.reserved).toBe(0);
    const { orders } = desk.order(B, "SELL", "IOC", 162, 10);
    expect(orders.flatMap(({ cause, orderId, reason }) => (cause === "cancelled" ? [[orderId, reason]] : []))).toEqual([
      [far, "MARGIN"],
    ]);
    expect(desk.holding).toBeGreaterThan(alloc(1_100));
    desk.engine.audit();
  });

  test("leaves an order that only closes, and so reserves nothing, to the liquidation that another market's order causes", () => {
    const desk = holding(1_000);
    desk.apply(listMarket(defaultMarket("PERP_ARB_USDC"), ONE));
    const elsewhere = desk.isolated("BUY", "LIMIT", 1, 1_000, { market: 1 }).orderId;
    const closing = desk.isolated("SELL", "LIMIT", 150, 10).orderId;
    const opening = desk.isolated("BUY", "LIMIT", 140, 1).orderId;
    depositByHand(desk.state, OWNER, 50 * USDC - desk.holding);
    const { orders } = desk.order(B, "BUY", "IOC", 150, 1);
    expect(orders.flatMap(({ cause, orderId, reason }) => (cause === "cancelled" ? [[orderId, reason]] : []))).toEqual([
      [opening, "MARGIN"],
      [elsewhere, "LIQUIDATION"],
      [closing, "LIQUIDATION"],
    ]);
  });

  test("leaves orders that the balance carries", () => {
    const desk = holding(2_000);
    desk.isolated("SELL", "LIMIT", 190, 10);
    desk.isolated("SELL", "LIMIT", 150, 10);
    desk.order(B, "BUY", "IOC", 150, 10);
    expect(desk.reserved).toBe(alloc(1_900));
    desk.engine.audit();
  });
});

test("orders of both margin modes rest side by side and affect only their own row", () => {
  const desk = holding(5_000);
  desk.rest(OWNER, "BUY", 149, 5, { marginMode: "CROSS" });
  expect(shown(desk.order(OWNER, "SELL", "LIMIT", 151, 1, { reduceOnly: true }).rejection)).toMatchObject({
    code: -1005,
  });
  expect(desk.isolated("SELL", "LIMIT", 151, 1, { reduceOnly: true }).code).toBeNull();
  desk.order(B, "SELL", "IOC", 149, 5);
  expect(desk.engine.positions(OWNER).map(({ marginMode, quantity }) => [marginMode, quantity / 100])).toEqual([
    ["CROSS", 5],
    ["ISOLATED", 10],
  ]);
  // The cross row closes; the reduce-only order of the isolated one stays.
  desk.order(OWNER, "SELL", "LIMIT", 149, 5);
  desk.order(B, "BUY", "IOC", 149, 5);
  expect(desk.engine.openOrders(OWNER, -1).map(({ marginMode }) => marginMode)).toEqual(["ISOLATED"]);
  desk.engine.audit();
});
