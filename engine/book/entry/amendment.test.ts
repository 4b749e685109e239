// Changing an open order: what may change, what is refused, and whether the order keeps its place in the queue. Rules 2.9.

import { describe, expect, test } from "bun:test";
import { priceE8, quantityE8 } from "../../base/units.ts";
import type { AmendOrder } from "../../language/commands/commands.ts";
import { amendOrder, listMarket } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const price = (usdc: number) => ({ price: priceE8(Math.round(usdc * ONE)) });
const size = (sol: number) => ({ quantity: quantityE8(Math.round(sol * ONE)) });
const amend = (market: SmallExchange, orderId: number, fields: Partial<Omit<AmendOrder, "type">>) =>
  market.apply(amendOrder({ account: A, orderId, side: "SELL", ...fields }));

/** A sells 5 at 151, of which 2 are executed; B sells behind it. */
function exchange(): { market: SmallExchange; mine: number } {
  const market = new SmallExchange();
  const mine = market.rest(A, "SELL", 151, 5);
  market.rest(B, "SELL", 151, 1);
  market.order(C, "BUY", "IOC", 151, 2);
  return { market, mine };
}

describe("an amendment is refused, and the order stays as it was,", () => {
  const cases: readonly (readonly [string, Partial<Omit<AmendOrder, "type">>, object])[] = [
    [
      "of an unknown order",
      { ...size(6), orderId: 99 },
      { code: -1006, message: "not found", detail: { order_id: 99 } },
    ],
    ["of another account", { ...size(6), account: B }, { code: -1006, message: "not found", detail: { order_id: 1 } }],
    ["to another side", { ...size(6), side: "BUY" }, cannotChange()],
    ["to another type", { ...size(6), orderType: "POST_ONLY" }, cannotChange()],
    [
      "in an unknown market",
      { ...size(6), market: 1 },
      { code: -1005, message: "invalid parameter", detail: { market: 1 } },
    ],
    ["to nothing", {}, wrongPrice("order_price or order_quantity must be a positive number")],
    ["to less than nothing", size(-1), wrongPrice("order_price or order_quantity must be a positive number")],
    ["for less than nothing", price(-1), wrongPrice("order_price or order_quantity must be a positive number")],
    ["to the size that it has", size(5), wrongPrice("order_price or order_quantity must differ from the order")],
    ["to the price that it has", price(151), wrongPrice("order_price or order_quantity must differ from the order")],
    [
      "to what it is",
      { ...size(5), ...price(151) },
      wrongPrice("order_price or order_quantity must differ from the order"),
    ],
    [
      "to what is executed",
      size(2),
      {
        code: -1005,
        message: "order_quantity must exceed what is executed; cancel instead",
        detail: { field: "order_quantity" },
      },
    ],
    ["off the tick", price(151.0005), { code: -1103, message: "order_price must be a multiple of 0.001" }],
    ["out of range", price(211), { code: -1105, detail: { price: "211", mark: "150", min: "145.5", max: "210" } }],
    [
      "off the lot",
      size(6.001),
      { code: -1104, detail: { field: "order_quantity", quantity: "6.001", base_tick: "0.01" } },
    ],
    [
      "beyond the largest size",
      size(30_001),
      { code: -1104, detail: { quantity: "30001", expected: "between 0.01 and 30000" } },
    ],
    ["beyond the margin", size(30_000), { code: -1101, message: "position limit exceeded" }],
  ];

  for (const [name, fields, refused] of cases) {
    test(name, () => {
      const { market, mine } = exchange();
      const before = market.engine.findOrder(mine);
      const { rejection, orders } = amend(market, mine, fields);
      expect(shown(rejection)).toMatchObject(refused);
      expect(orders).toEqual([]);
      expect(market.engine.findOrder(mine)).toEqual(before!);
    });
  }

  test("to another market", () => {
    const { market, mine } = exchange();
    market.apply(listMarket(defaultMarket("PERP_ETH_USDC"), 150 * ONE));
    expect(shown(amend(market, mine, { ...size(6), market: 1 }).rejection)).toMatchObject(cannotChange());
  });

  function cannotChange(): object {
    return { code: -1005, message: "You can not change other order info.", detail: { order_id: 1 } };
  }

  function wrongPrice(message: string): object {
    return { code: -1005, message, detail: { field: "order_price" } };
  }
});

describe("an amended order", () => {
  /** The account that is first in the queue at 151, found by another purchase of C. */
  const first = (market: SmallExchange) => market.order(C, "BUY", "IOC", 151, 0.5).trades[0]!.makerAccount;

  test("keeps its place when only its size falls, and keeps what it has executed", () => {
    const { market, mine } = exchange();
    const { status, orders } = amend(market, mine, size(2.5));
    expect([status, orders.length, orders[0]!.cause, orders[0]!.executed as number]).toEqual([
      "PARTIAL_FILLED",
      1,
      "amended",
      200,
    ]);
    expect(first(market)).toBe(A);
    // That was all of it.
    expect(market.engine.findOrder(mine)).toBeUndefined();
    market.engine.audit();
  });

  test("goes to the end when its size rises or its price changes and changes back", () => {
    for (const steps of [[size(6)], [price(152), price(151)]]) {
      const { market, mine } = exchange();
      for (const step of steps) expect(amend(market, mine, step).code).toBeNull();
      expect(first(market)).toBe(B);
      market.engine.audit();
    }
  });

  test("trades as the taker where its new price crosses, and its remainder rests", () => {
    const { market, mine } = exchange();
    market.rest(C, "BUY", 150, 1);
    const { status, trades, orders } = amend(market, mine, price(150));
    expect([status, trades.map((trade) => [trade.takerAccount, trade.quantity as number])]).toEqual([
      "PARTIAL_FILLED",
      [[A, 100]],
    ]);
    expect(orders.map((report) => report.cause)).toEqual(["amended", "fill", "fill"]);
    expect(market.engine.market(0).bestAsk as number).toBe(150_000);
  });

  test("crosses at the best price and beyond, on either side", () => {
    for (const [side, other, at] of [
      ["SELL", "BUY", [150, 149]],
      ["BUY", "SELL", [150, 151]],
    ] as const) {
      for (const to of at) {
        const market = new SmallExchange();
        const mine = market.rest(A, side, side === "SELL" ? 152 : 148, 1);
        market.rest(B, other, 150, 1);
        expect(amend(market, mine, { side, ...price(to) })).toMatchObject({ status: "FILLED", reason: "" });
      }
    }
  });

  test("that is post-only is cancelled where its new price crosses", () => {
    const market = new SmallExchange();
    const mine = market.order(A, "SELL", "POST_ONLY", 151, 1).orderId;
    market.rest(B, "BUY", 150, 1);
    const { status, reason } = amend(market, mine, { ...price(150), orderType: "POST_ONLY" });
    expect([status, reason]).toEqual(["CANCELLED", "POST_ONLY_CROSS"]);
  });

  test("stays fully visible if it was, and otherwise shows no more than before", () => {
    for (const [shown, newSize, expected] of [
      [5, 8, 8],
      [5, 3, 3],
      [2, 8, 2],
      [2, 1, 1],
      [0, 8, 0],
    ] as const) {
      const market = new SmallExchange();
      const mine = market.rest(A, "SELL", 151, 5, { visible: quantityE8(shown * ONE) });
      expect(amend(market, mine, size(newSize)).code).toBeNull();
      expect(market.engine.findOrder(mine)!.visibleQuantity / 100).toBe(expected);
      market.engine.audit();
    }
  });
});
