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
  const exchange = new IsolatedExchange(balance);
  exchange.rest(B, "SELL", 150, 10);
  expect(exchange.isolated("BUY", "IOC", 150, 10).status).toBe("FILLED");
  return exchange;
}

test("an allocation is the notional over the leverage and the highest taker fee, rounded up", () => {
  expect(allocation(30_000 * USDC, 20)).toBe(1_518 * USDC);
  expect(allocation(1, 100)).toBe(1);
  expect(allocation(0, 1)).toBe(0);
  expect(allocation(Number.MAX_SAFE_INTEGER, 1)).toBe(Number.MAX_SAFE_INTEGER);
});

describe("the reserve", () => {
  test("is the sum of both sides at the orders' prices, and is not collateral for anything else", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.isolated("BUY", "LIMIT", 149, 10);
    exchange.isolated("SELL", "LIMIT", 151, 10);
    expect(exchange.reserved).toBe(alloc(1_490) + alloc(1_510));
    const { totalCollateral, withdrawable, holding: balance } = exchange.engine.margin(OWNER);
    expect([totalCollateral, withdrawable, balance] as number[]).toEqual([
      1_000 * USDC - exchange.reserved,
      1_000 * USDC - exchange.reserved,
      1_000 * USDC,
    ]);
    exchange.engine.audit();
  });

  test("is nothing for a reduce-only order, which does not use up the closing capacity of the others", () => {
    const exchange = holding(10_000);
    exchange.isolated("SELL", "LIMIT", 151, 10, { reduceOnly: true });
    expect(exchange.reserved).toBe(0);
    exchange.isolated("SELL", "LIMIT", 152, 12);
    expect(exchange.reserved).toBe(alloc(2 * 152));
    exchange.engine.audit();
  });

  test("of a sell into better bids is at the price at which it may sell", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "BUY", 150, 1);
    exchange.isolated("SELL", "LIMIT", 149, 10);
    // The first lot took its margin along at 150; the rest is reserved at 149.
    expect([exchange.row.margin as number, exchange.reserved]).toEqual([alloc(150), alloc(9 * 149)]);
    exchange.engine.audit();
  });

  test("follows an order's price to the micro", () => {
    const exchange = holding(1_000);
    // It would open a hundredth of a SOL.
    const { orderId } = exchange.isolated("SELL", "LIMIT", 151.001, 10.01);
    const before = exchange.reserved;
    const dearer = { price: priceE8(15_100_200_000), quantity: quantityE8(1_001_000_000) };
    expect(exchange.apply(amendOrder({ account: OWNER, orderId, side: "SELL", ...dearer })).code).toBeNull();
    expect([before, exchange.reserved]).toEqual([alloc(1.51001), alloc(1.51002)]);
    expect(exchange.reserved - before).toBe(1);
    exchange.engine.audit();
  });

  test("leaves out closing lots, oldest orders first, and reduce-only orders", () => {
    const exchange = holding(1_000);
    const first = exchange.isolated("SELL", "LIMIT", 151, 6).orderId;
    exchange.isolated("SELL", "LIMIT", 151, 6);
    exchange.isolated("SELL", "LIMIT", 151, 6, { reduceOnly: true });
    expect(exchange.reserved).toBe(alloc(2 * 151));
    // The younger order now closes what the older one did.
    exchange.cancel(OWNER, first);
    expect(exchange.reserved).toBe(0);
    exchange.engine.audit();
  });

  test("follows amendments, which keep an order's turn", () => {
    const exchange = holding(1_000);
    const first = exchange.isolated("SELL", "LIMIT", 151, 6).orderId;
    exchange.isolated("SELL", "LIMIT", 152, 4);
    expect(exchange.reserved).toBe(0);
    const larger = { account: OWNER, orderId: first, side: "SELL" as const, quantity: quantityE8(8 * ONE) };
    expect(exchange.apply(amendOrder(larger)).code).toBeNull();
    expect(exchange.reserved).toBe(alloc(2 * 152));
    expect(exchange.apply(amendOrder({ ...larger, quantity: quantityE8(5 * ONE) })).code).toBeNull();
    expect(exchange.reserved).toBe(0);
    exchange.engine.audit();
  });

  test("is released by fills and by the end of an order, however it ends", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.isolated("BUY", "LIMIT", 149, 10);
    exchange.order(B, "SELL", "IOC", 149, 4);
    expect([exchange.reserved, exchange.row.margin as number, exchange.holding]).toEqual([
      alloc(6 * 149),
      alloc(4 * 149),
      1_000 * USDC - alloc(4 * 149),
    ]);
    exchange.pin(144);
    expect([exchange.reserved, exchange.engine.openOrders(OWNER, -1)]).toEqual([0, []]);
    exchange.engine.audit();
  });
});

describe("an isolated order is refused", () => {
  const refused = (applied: Applied) => [applied.status, shown(applied.rejection)] as unknown;

  test("where the balance does not carry its margin, to the micro, and leaves a rejected order", () => {
    const margin = alloc(1_490) / USDC;
    expect(new IsolatedExchange(margin).isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
    const exchange = new IsolatedExchange(margin - 0.000001);
    expect(refused(exchange.isolated("BUY", "LIMIT", 149, 10))).toEqual([
      "REJECTED",
      { code: -1101, message: "insufficient margin", detail: { required: "149.894", available: "149.893999" } },
    ]);
    expect(exchange.reserved).toBe(0);
    exchange.engine.audit();
  });

  test("where cross positions need the balance", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(OWNER, "BUY", 149, 60, { marginMode: "CROSS" });
    expect(exchange.isolated("BUY", "LIMIT", 149, 10).code).toBe(-1101);
    expect(exchange.isolated("BUY", "LIMIT", 149, 6).code).toBeNull();
  });

  test("beyond the market's largest notional, counting the position and that side's orders, but never for a close", () => {
    const exchange = new IsolatedExchange(10_000, { maxNotional: micros(4_000 * USDC) });
    exchange.rest(B, "SELL", 150, 10);
    exchange.isolated("BUY", "IOC", 150, 10);
    expect(exchange.isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
    expect(refused(exchange.isolated("BUY", "LIMIT", 149, 7))).toMatchObject([
      "REJECTED",
      { code: -1101, message: "position limit exceeded", detail: { notional_with_orders: "4033", limit: "4000" } },
    ]);
    exchange.pin(500);
    expect(exchange.isolated("SELL", "LIMIT", 500, 10).code).toBeNull();
    expect(exchange.isolated("SELL", "LIMIT", 500, 1).code).toBe(-1101);
  });

  test("beyond the market's largest notional, however much more is open on the other side", () => {
    const exchange = new IsolatedExchange(10_000, { maxNotional: micros(4_000 * USDC) });
    exchange.rest(B, "SELL", 150, 10);
    exchange.isolated("BUY", "IOC", 150, 10);
    const { orderId } = exchange.isolated("SELL", "LIMIT", 200, 12);
    exchange.pin(200);
    // Only the position has grown in value. An order may still be amended to the same notional.
    const higher = { account: OWNER, orderId, side: "SELL" as const, price: priceE8(234.375 * ONE) };
    expect(exchange.apply(amendOrder({ ...higher, quantity: quantityE8(10.25 * ONE) })).code).toBe(-1101);
    expect(exchange.apply(amendOrder({ ...higher, quantity: quantityE8(10.24 * ONE) })).code).toBeNull();
    expect(exchange.isolated("BUY", "LIMIT", 198, 10.2).code).toBe(-1101);
    expect(exchange.isolated("BUY", "LIMIT", 198, 10.1).code).toBeNull();
  });

  test("beyond the cap on open interest", () => {
    const exchange = new IsolatedExchange(1_000, { globalMaxOiCap: micros(1_500 * USDC) });
    expect(refused(exchange.isolated("BUY", "LIMIT", 149, 11))).toMatchObject([
      "REJECTED",
      { message: "open interest limit exceeded" },
    ]);
    expect(exchange.isolated("BUY", "LIMIT", 149, 10).code).toBeNull();
  });

  test("beyond the cap on open interest, but may be amended to one that opens no more than before", () => {
    for (const [side, closing, price, better] of [
      ["BUY", "SELL", 149, 195],
      ["SELL", "BUY", 190, 205],
    ] as const) {
      const exchange = new IsolatedExchange(10_000, { globalMaxOiCap: micros(2_900 * USDC) });
      exchange.rest(B, closing, 150, 10);
      exchange.isolated(side, "IOC", 150, 10);
      const { orderId } = exchange.isolated(side, "LIMIT", price, 5);
      exchange.move("ADD", 1_000);
      // Fifteen exceed the cap now.
      exchange.pin(195);
      const other = { account: OWNER, orderId, side, price: priceE8(better * ONE) };
      expect(exchange.apply(amendOrder({ ...other, quantity: quantityE8(5.01 * ONE) })).code).toBe(-1101);
      expect(exchange.apply(amendOrder({ ...other, quantity: quantityE8(5 * ONE) })).code).toBeNull();
      exchange.engine.audit();
    }
  });

  test("beyond the cap on open interest, given what the other orders of its side leave of the position to close", () => {
    for (const [side, closing, near, far] of [
      ["BUY", "SELL", 149, 151],
      ["SELL", "BUY", 151, 149],
    ] as const) {
      const exchange = new IsolatedExchange(10_000, { globalMaxOiCap: micros(2_900 * USDC) });
      exchange.rest(B, closing, 150, 10);
      exchange.isolated(side, "IOC", 150, 10);
      exchange.isolated(side, "LIMIT", near, 5);
      // Nine of these ten close the rest of the position, and one more opens; all of the next ten open.
      expect(exchange.isolated(closing, "LIMIT", far, 1).code).toBeNull();
      expect(exchange.isolated(closing, "LIMIT", far, 10).code).toBeNull();
      expect(refused(exchange.isolated(closing, "LIMIT", far, 10))).toMatchObject([
        "REJECTED",
        { message: "open interest limit exceeded", detail: { open_interest: "3000" } },
      ]);
    }
  });

  test("where what it opens would be below maintenance, with the position that it adds to and without the one it closes", () => {
    const exchange = new IsolatedExchange(10_000);
    const leverage = { market: 0, leverage: 50, marginMode: "ISOLATED" } as const;
    exchange.apply({ type: "set_leverage", at: START, account: OWNER, ...leverage });
    // 2 % of margin does not cover the loss at the worst price; the position, with 500 more than it needs, bears it.
    expect(exchange.isolated("BUY", "LIMIT", 154, 1).code).toBe(-1101);
    exchange.rest(B, "SELL", 150, 10);
    exchange.isolated("BUY", "IOC", 150, 10);
    exchange.move("ADD", 500);
    const { code, orderId } = exchange.isolated("BUY", "LIMIT", 154, 1);
    expect(code).toBeNull();
    exchange.cancel(OWNER, orderId);
    expect(exchange.isolated("SELL", "LIMIT", 146, 12).code).toBe(-1101);
    expect(exchange.isolated("SELL", "LIMIT", 146, 10).code).toBeNull();
  });

  test("as an amendment, and the order stays as it was", () => {
    const exchange = new IsolatedExchange(200);
    const { orderId } = exchange.isolated("BUY", "LIMIT", 149, 10);
    const larger = amendOrder({ account: OWNER, orderId, quantity: quantityE8(14 * ONE) });
    expect(exchange.apply(larger).code).toBe(-1101);
    expect(exchange.reserved).toBe(alloc(1_490));
    const cheaper = amendOrder({ account: OWNER, orderId, price: priceE8(140 * ONE) });
    expect(exchange.apply(cheaper).code).toBeNull();
    expect(exchange.reserved).toBe(alloc(1_400));
    exchange.engine.audit();
  });
});

describe("margin that runs out", () => {
  test("ends a market order where the book gets dearer than it reserved for", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "SELL", 150, 10);
    exchange.rest(B, "SELL", 154, 60);
    const { status, reason, orders } = exchange.isolated("BUY", "MARKET", 0, 65);
    expect([status, reason, orders.at(-1)!.executed / 100]).toEqual(["CANCELLED", "MARGIN", 10]);
    expect([exchange.row.margin as number, exchange.reserved]).toEqual([alloc(1_500), 0]);
    exchange.engine.audit();
  });

  test("does not end one whose reserve and balance together suffice", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "SELL", 150, 10);
    exchange.rest(B, "SELL", 151, 60);
    expect(exchange.isolated("BUY", "MARKET", 0, 65).status).toBe("FILLED");
    exchange.engine.audit();
  });

  test("does not end one that adds to a position, whatever orders would close it", () => {
    for (const [side, other, far, near, worse] of [
      ["BUY", "SELL", 190, 150, 151],
      ["SELL", "BUY", 110, 150, 149],
    ] as const) {
      const exchange = new IsolatedExchange(1_000 + alloc(1_500) / USDC);
      exchange.rest(B, other, 150, 10);
      exchange.isolated(side, "IOC", 150, 10);
      exchange.isolated(other, "LIMIT", far, 10);
      expect(exchange.reserved).toBe(0);
      exchange.rest(B, other, near, 10);
      exchange.rest(B, other, worse, 55);
      expect(exchange.isolated(side, "MARKET", 0, 65).status).toBe("FILLED");
      exchange.engine.audit();
    }
  });

  test("counts what a flip pays out before it opens, and closes what it can where that is not enough", () => {
    for (const [size, executed, left] of [
      [65, 65, -64],
      [67, 1, 0],
    ] as const) {
      const exchange = new IsolatedExchange(1_000);
      exchange.rest(B, "SELL", 150, 1);
      exchange.isolated("BUY", "IOC", 150, 1);
      // The reserve is computed at the visible bid, the execution is at the hidden one. What opens there takes 15.4924
      // a SOL out of 984.91 and the 18.9076 that the close pays, less its part of the fee.
      exchange.rest(B, "BUY", 154, 100, { visible: quantityE8(0) });
      exchange.rest(A, "BUY", 138, 1);
      const { orders, code } = exchange.isolated("SELL", "MARKET", 0, size);
      expect([code, orders.at(-1)!.executed / 100, exchange.row.quantity / 100]).toEqual([null, executed, left]);
      exchange.engine.audit();
    }
  });

  test("does not keep an older order from opening: the closing capacity stays with the younger orders", () => {
    const exchange = new IsolatedExchange((alloc(1_500) + alloc(906)) / USDC);
    exchange.rest(B, "SELL", 150, 10);
    exchange.isolated("BUY", "IOC", 150, 10);
    const { orderId } = exchange.isolated("BUY", "LIMIT", 149, 6);
    exchange.isolated("SELL", "LIMIT", 152, 10);
    exchange.rest(B, "SELL", 151, 6);
    // The rest of the balance is reserved for it now, and its execution takes exactly that.
    const dearer = amendOrder({ account: OWNER, orderId, price: priceE8(151 * ONE) });
    expect(exchange.apply(dearer)).toMatchObject({ code: null, status: "FILLED" });
    expect([exchange.holding, exchange.reserved, exchange.row.quantity / 100]).toEqual([0, 0, 16]);
    exchange.engine.audit();
  });

  test("lets a flip by amount open as many lots as its amount buys at the mark, and not one more that a lower bid would give", () => {
    const sold = (bid: number, amount: number) => {
      const exchange = holding(366);
      exchange.pin(138);
      const far = exchange.isolated("SELL", "LIMIT", 190, 10).orderId;
      exchange.rest(B, "BUY", bid, 20);
      const { orders } = exchange.isolated("SELL", "MARKET", 0, 0, { amount: micros(Math.round(amount * USDC)) });
      exchange.engine.audit();
      return orders.findLast(({ orderId }) => orderId !== far)!.executed / 100;
    };
    // The close then pays too little for what the far order would open; the flip's own opening is reserved.
    expect(sold(138, 2_070)).toBe(15);
    expect(sold(137.9, 2_070.5)).toBe(10);
  });

  test("takes nothing from an order with its own reserve, whatever the other side reserves", () => {
    const exchange = new IsolatedExchange((alloc(456) + alloc(906)) / USDC);
    exchange.isolated("SELL", "LIMIT", 152, 3);
    exchange.rest(B, "SELL", 151, 6);
    expect(exchange.isolated("BUY", "IOC", 151, 6).status).toBe("FILLED");
    expect([exchange.holding, exchange.reserved]).toEqual([alloc(456), 0]);
  });

  test("keeps a FOK from filling half", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(A, "BUY", 140, 1);
    exchange.rest(B, "BUY", 154, 66, { visible: quantityE8(0) });
    const before = exchange.engine.stateHash();
    expect(exchange.isolated("SELL", "FOK", 149, 66)).toMatchObject({ status: "CANCELLED", reason: "FOK_UNFILLED" });
    expect([exchange.holding, exchange.reserved, exchange.row.quantity as number]).toEqual([1_000 * USDC, 0, 0]);
    expect(exchange.engine.stateHash()).not.toBe(before);
    expect(exchange.isolated("SELL", "FOK", 149, 64).status).toBe("FILLED");
    exchange.engine.audit();
  });

  test("a FOK takes both of two orders that open a row, whichever side they are on", () => {
    for (const [side, taker, prices] of [
      ["SELL", "BUY", [151, 152]],
      ["BUY", "SELL", [149, 148]],
    ] as const) {
      for (const behaviour of [3, 4]) {
        const exchange = new IsolatedExchange(1_000);
        exchange.state.behaviour = behaviour;
        for (const price of prices) exchange.isolated(side, "LIMIT", price, 1);
        expect(exchange.order(B, taker, "FOK", prices[1], 2).status).toBe("FILLED");
      }
    }
  });

  test("a FOK takes what still closes a position that an order before it has closed a part of; before behaviour 4, not of the same isolated row", () => {
    const cross = { marginMode: "CROSS" } as const;
    type Terms = Parameters<IsolatedExchange["isolated"]>[4];
    const taken = (behaviour: number, first: Terms, second: Terms) => {
      const exchange = holding(1_000);
      exchange.state.behaviour = behaviour;
      exchange.rest(OWNER, "BUY", 149, 8, cross);
      exchange.order(B, "SELL", "IOC", 149, 8);
      exchange.isolated("SELL", "LIMIT", 151, 4, first);
      exchange.isolated("SELL", "LIMIT", 152, 4, second);
      return exchange.order(B, "BUY", "FOK", 152, 8).status;
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
    const exchange = holding(1_000);
    exchange.pin(138);
    const far = exchange.isolated("SELL", "LIMIT", 190, 10).orderId;
    exchange.isolated("SELL", "LIMIT", 138, 10);
    exchange.rest(OWNER, "BUY", 137.9, 50.7, { marginMode: "CROSS" });
    expect(exchange.reserved).toBe(alloc(1_380));
    // The near order closes the position at a loss; the far one would now open, and no margin is left for that.
    const { orders } = exchange.order(B, "BUY", "IOC", 138, 10);
    expect(
      orders.filter((report) => report.cause === "cancelled").map(({ orderId, reason }) => [orderId, reason]),
    ).toEqual([[far, "MARGIN"]]);
    expect([exchange.reserved, exchange.row.quantity as number]).toEqual([0, 0]);
    exchange.engine.audit();
  });

  test("leaves the other side as it is, whose orders reserve no more than before", () => {
    for (const [side, closing, mark, far, near, adding, size] of [
      ["BUY", "SELL", 138, 190, 138, 137, 58],
      ["SELL", "BUY", 162, 110, 162, 163, 49],
    ] as const) {
      const exchange = new IsolatedExchange(1_000);
      exchange.rest(B, closing, 150, 10);
      exchange.isolated(side, "IOC", 150, 10);
      exchange.pin(mark);
      const gone = exchange.isolated(closing, "LIMIT", far, 10).orderId;
      exchange.isolated(closing, "LIMIT", near, 10, { reduceOnly: true });
      const stays = exchange.isolated(side, "LIMIT", adding, 1).orderId;
      exchange.rest(OWNER, side, adding, size, { marginMode: "CROSS" });
      // So little is left that cancelling the far order is not enough.
      depositByHand(exchange.state, OWNER, -100 * USDC);
      const { orders } = exchange.order(B, side, "IOC", near, 10);
      expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([gone]);
      expect(exchange.engine.findOrder(stays)?.status).toBe("NEW");
      exchange.engine.audit();
    }
  });

  test("leaves reduce-only orders, which reserve nothing, however young they are", () => {
    const exchange = holding(1_000);
    exchange.pin(138);
    const far = exchange.isolated("SELL", "LIMIT", 190, 10).orderId;
    exchange.isolated("SELL", "LIMIT", 138, 8);
    const reducing = exchange.isolated("SELL", "LIMIT", 189, 1, { reduceOnly: true }).orderId;
    exchange.rest(OWNER, "BUY", 137.9, 53, { marginMode: "CROSS" });
    const { orders } = exchange.order(B, "BUY", "IOC", 138, 8);
    expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([far]);
    expect(exchange.engine.findOrder(reducing)?.status).toBe("NEW");
    exchange.engine.audit();
  });

  test("leaves the orders of a side that open no more than before, though no balance is available", () => {
    for (const [side, closing, mark] of [
      ["BUY", "SELL", 146],
      ["SELL", "BUY", 154],
    ] as const) {
      const exchange = new IsolatedExchange(1_000);
      exchange.rest(B, closing, 150, 52);
      exchange.isolated(side, "IOC", 150, 10);
      exchange.order(OWNER, side, "IOC", 150, 42);
      const beyond = exchange.isolated(closing, "LIMIT", 150, 15).orderId;
      exchange.pin(mark);
      depositByHand(exchange.state, OWNER, -100 * USDC);
      const { orders } = exchange.order(B, side, "IOC", 150, 1);
      expect(orders.filter(({ cause }) => cause === "cancelled")).toEqual([]);
      expect(exchange.engine.findOrder(beyond)).toMatchObject({ status: "PARTIAL_FILLED" });
      expect(exchange.reserved).toBe(alloc(750));
      exchange.engine.audit();
    }
  });

  test("applies likewise to the buys of a short", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "BUY", 150, 10);
    exchange.isolated("SELL", "IOC", 150, 10);
    exchange.pin(162);
    const far = exchange.isolated("BUY", "LIMIT", 110, 10).orderId;
    exchange.isolated("BUY", "LIMIT", 162, 10);
    expect(exchange.reserved).toBe(alloc(1_620));
    depositByHand(exchange.state, OWNER, 20 * USDC - exchange.holding);
    const { orders } = exchange.order(B, "SELL", "IOC", 162, 10);
    expect(orders.flatMap(({ cause, orderId }) => (cause === "cancelled" ? [orderId] : []))).toEqual([far]);
    expect([exchange.reserved, exchange.row.quantity as number]).toEqual([0, 0]);
  });

  test("applies likewise to a buy that a reduce-only order leaves nothing to close, where cross orders need the balance", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "BUY", 150, 10);
    exchange.isolated("SELL", "IOC", 150, 10);
    exchange.pin(162);
    const far = exchange.isolated("BUY", "LIMIT", 110, 10).orderId;
    exchange.isolated("BUY", "LIMIT", 162, 10, { reduceOnly: true });
    exchange.rest(OWNER, "SELL", 162.1, 49, { marginMode: "CROSS" });
    expect(exchange.reserved).toBe(0);
    const { orders } = exchange.order(B, "SELL", "IOC", 162, 10);
    expect(orders.flatMap(({ cause, orderId, reason }) => (cause === "cancelled" ? [[orderId, reason]] : []))).toEqual([
      [far, "MARGIN"],
    ]);
    expect(exchange.holding).toBeGreaterThan(alloc(1_100));
    exchange.engine.audit();
  });

  test("leaves an order that only closes, and so reserves nothing, to the liquidation that another market's order causes", () => {
    const exchange = holding(1_000);
    exchange.apply(listMarket(defaultMarket("PERP_ARB_USDC"), ONE));
    const elsewhere = exchange.isolated("BUY", "LIMIT", 1, 1_000, { market: 1 }).orderId;
    const closing = exchange.isolated("SELL", "LIMIT", 150, 10).orderId;
    const opening = exchange.isolated("BUY", "LIMIT", 140, 1).orderId;
    depositByHand(exchange.state, OWNER, 50 * USDC - exchange.holding);
    const { orders } = exchange.order(B, "BUY", "IOC", 150, 1);
    expect(orders.flatMap(({ cause, orderId, reason }) => (cause === "cancelled" ? [[orderId, reason]] : []))).toEqual([
      [opening, "MARGIN"],
      [elsewhere, "LIQUIDATION"],
      [closing, "LIQUIDATION"],
    ]);
  });

  test("leaves orders that the balance carries", () => {
    const exchange = holding(2_000);
    exchange.isolated("SELL", "LIMIT", 190, 10);
    exchange.isolated("SELL", "LIMIT", 150, 10);
    exchange.order(B, "BUY", "IOC", 150, 10);
    expect(exchange.reserved).toBe(alloc(1_900));
    exchange.engine.audit();
  });
});

test("orders of both margin modes rest side by side and affect only their own row", () => {
  const exchange = holding(5_000);
  exchange.rest(OWNER, "BUY", 149, 5, { marginMode: "CROSS" });
  expect(shown(exchange.order(OWNER, "SELL", "LIMIT", 151, 1, { reduceOnly: true }).rejection)).toMatchObject({
    code: -1005,
  });
  expect(exchange.isolated("SELL", "LIMIT", 151, 1, { reduceOnly: true }).code).toBeNull();
  exchange.order(B, "SELL", "IOC", 149, 5);
  expect(exchange.engine.positions(OWNER).map(({ marginMode, quantity }) => [marginMode, quantity / 100])).toEqual([
    ["CROSS", 5],
    ["ISOLATED", 10],
  ]);
  // The cross row closes; the reduce-only order of the isolated one stays.
  exchange.order(OWNER, "SELL", "LIMIT", 149, 5);
  exchange.order(B, "BUY", "IOC", 149, 5);
  expect(exchange.engine.openOrders(OWNER, -1).map(({ marginMode }) => marginMode)).toEqual(["ISOLATED"]);
  exchange.engine.audit();
});
