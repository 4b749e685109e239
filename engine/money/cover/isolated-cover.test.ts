// What an isolated row must have left for a fill to execute, and for an order to be accepted. Rules 2.3 (7), 5.9 (1).

import { describe, expect, test } from "bun:test";
import { IsolatedExchange } from "../../testing/isolated-exchange.ts";
import { A, B, C, SmallExchange, USDC } from "../../testing/small-exchange.ts";
import { closePartOf } from "../isolated/partial-close.ts";
import { afterOpening, coversIsolated } from "./isolated-cover.ts";

const { sol } = new SmallExchange();
const fill = (size: number, price: number, fee: number) => ({
  lots: size * 100,
  price: Math.round(price * 1_000),
  fee: Math.round(fee * USDC),
});
const row = (size: number, cost: number, margin: number) => ({
  held: size * 100,
  cost: Math.round(cost * USDC),
  margin: Math.round(margin * USDC),
});

describe("the opening part of a fill", () => {
  test("leaves maintenance margin after its allocation, to the micro", () => {
    // 10 SOL at 100× and 155: 16.43 of margin, 50 lost against the mark of 150, 9 of maintenance.
    const { equity, maintenance } = afterOpening(sol, row(0, 0, 0), 100, fill(10, 155, 0.93));
    expect([equity / USDC, maintenance / USDC]).toEqual([16.43 - 50 - 0.93, 9]);
    const holding = (margin: number) => row(10, 1_500, margin);
    // With ten more: 20 SOL need 18, the row has its own margin, 16.43 more, and loses 50.93.
    expect(coversIsolated(sol, holding(52.5), 100, fill(10, 155, 0.93))).toBe(true);
    expect(coversIsolated(sol, holding(52.499999), 100, fill(10, 155, 0.93))).toBe(false);
  });

  test("is covered down to a single lot", () => {
    // A hundredth of 150 at 100×: 0.0165 of margin, 0.1 lost against the mark.
    expect(coversIsolated(sol, row(0, 0, 0), 100, { lots: 1, price: 160_000, fee: 0 })).toBe(false);
    expect(coversIsolated(sol, row(0, 0, 0), 100, { lots: -1, price: 140_000, fee: 0 })).toBe(false);
  });

  test("after a close starts from an empty row, and bears its share of the fee", () => {
    // 10 close at 150 with 0.45 of 0.9 and leave nothing of 0.45; 10 open at 10×.
    expect(coversIsolated(sol, row(10, 1_500, 0.45), 10, fill(-20, 150, 0.9))).toBe(true);
    expect(coversIsolated(sol, row(10, 1_500, 0.449999), 10, fill(-20, 150, 0.9))).toBe(false);
  });
});

describe("the closing part of a fill", () => {
  test("at the mark passes, even if rounded-up maintenance covers the rest less well than the whole", () => {
    const exchange = new SmallExchange();
    exchange.pin(150.009);
    // 3 lots worth 4.50027 have 0.026965 of equity, where 0.027002 is needed; 2 keep 0.017977 of 0.018002.
    const held = { held: 3, cost: 4_519_965, margin: 46_660 };
    expect(coversIsolated(exchange.sol, held, 10, { lots: -1, price: 150_009, fee: 0 })).toBe(true);
    expect(coversIsolated(exchange.sol, held, 10, { lots: -1, price: 150_008, fee: 0 })).toBe(false);
  });

  test("of the whole position leaves no debt", () => {
    expect(coversIsolated(sol, row(10, 1_500, 40.876), 10, fill(-10, 146, 0.876))).toBe(true);
    expect(coversIsolated(sol, row(10, 1_500, 40.875999), 10, fill(-10, 146, 0.876))).toBe(false);
  });

  test("of a part within its share of the margin leaves the rest as covered as it was", () => {
    // Below maintenance of 9: 5 of 10 lose all of their 4 and take it out of the row.
    const thin = row(10, 1_500, 8);
    expect(coversIsolated(sol, thin, 10, fill(-5, 149.2, 0))).toBe(true);
    // A slightly larger loss would fall on the remaining margin.
    expect(coversIsolated(sol, thin, 10, fill(-5, 149.199, 0))).toBe(false);
    expect(coversIsolated(sol, row(10, 1_500, 9), 10, fill(-5, 149.2, 0))).toBe(true);
  });

  test("at the mark or better always passes", () => {
    expect(coversIsolated(sol, row(10, 1_500, -3), 10, fill(-5, 150, 0))).toBe(true);
    expect(coversIsolated(sol, row(10, 1_500, -3), 10, fill(-10, 150, 0))).toBe(false);
  });
});

test("a part that closes takes its shares, rounded against its owner", () => {
  // 1 of 3 lots: it takes 3 of margin 10 and 4 of cost 10; its proceeds are 6.
  const { settled, paid, cost, margin } = closePartOf({ held: 3, cost: 10, margin: 10 }, -1, -6, 0);
  expect([settled, paid, cost, margin]).toEqual([2, 5, 6, 7]);
  const short = closePartOf({ held: -3, cost: -10, margin: 10 }, 1, 6, 0);
  expect([short.settled, short.paid, short.cost, short.margin]).toEqual([-3, 0, -7, 7]);
});

describe("an order", () => {
  test("that would open at a loss its margin does not bear is refused", () => {
    const isolated = new IsolatedExchange(1_000);
    isolated.apply({
      type: "set_leverage",
      at: isolated.engine.now,
      account: 9,
      market: 0,
      marginMode: "ISOLATED",
      leverage: 50,
    });
    // 1 SOL at 154 gets 3.1724 of margin; it loses 4 and pays 0.0924, and the row would need 0.9.
    const { code, rejection } = isolated.isolated("BUY", "LIMIT", 154, 1);
    expect([code, rejection?.detail]).toEqual([-1101, { required: "0.9", available: "-0.92" }]);
    expect(isolated.isolated("BUY", "LIMIT", 152, 1).code).toBe(null);
    isolated.engine.audit();
  });

  test("whose margin the mark has used up is cancelled when its turn comes", () => {
    const isolated = new IsolatedExchange(1_000);
    isolated.apply({
      type: "set_leverage",
      at: isolated.engine.now,
      account: 9,
      market: 0,
      marginMode: "ISOLATED",
      leverage: 50,
    });
    const own = isolated.isolated("BUY", "LIMIT", 150, 1).orderId;
    isolated.rest(B, "BUY", 150, 1);
    isolated.pin(147.5);
    const { orders, trades } = isolated.order(C, "SELL", "LIMIT", 150, 1);
    expect(orders.map(({ orderId, status, reason }) => [orderId, status, reason])).toContainEqual([
      own,
      "CANCELLED",
      "MARGIN",
    ]);
    expect(trades.map(({ makerAccount }) => makerAccount)).toEqual([B]);
    expect([isolated.reserved, isolated.holding]).toEqual([0, 1_000 * USDC]);
    isolated.engine.audit();
  });

  test("that closes beside a reduce-only one cannot get around initial margin", () => {
    const isolated = new SmallExchange();
    isolated.trade(A, "BUY", B, 150, 10);
    isolated.rest(A, "SELL", 151, 10, { reduceOnly: true });
    // Below initial margin a close is accepted as it is, but not on top of another closing order.
    isolated.apply({
      type: "set_leverage",
      at: isolated.engine.now,
      account: A,
      market: 0,
      marginMode: "CROSS",
      leverage: 1,
    });
    isolated.state.accounts.setHolding(A, 1_000 * USDC);
    isolated.state.accounts.setHolding(B, isolated.state.accounts.holding(B) + 999_000 * USDC);
    expect(isolated.order(A, "SELL", "LIMIT", 152, 1).code).toBe(-1101);
    expect(isolated.order(A, "SELL", "LIMIT", 152, 10).code).toBe(-1101);
    isolated.apply({
      type: "cancel_all_orders",
      at: isolated.engine.now,
      account: A,
      market: -1,
    });
    expect(isolated.order(A, "SELL", "LIMIT", 152, 10).code).toBe(null);
    expect(isolated.order(A, "SELL", "LIMIT", 152, 1).code).toBe(-1101);
  });
});
