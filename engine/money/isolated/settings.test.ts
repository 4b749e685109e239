// The settings of isolated margin: an account's default mode, the leverage of idle symbols, the margin of a position.
// Rules 5.7, 5.8, 5.9 (7).

import { describe, expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { MarginMode } from "../../base/vocabulary.ts";
import { readSnapshot } from "../../memory/snapshot.ts";
import { IsolatedExchange, OWNER } from "../../testing/isolated-exchange.ts";
import { START } from "../../testing/setup.ts";
import { A, B, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";

const switchTo = (market: SmallExchange, account: number, marginMode: MarginMode, number = 0) =>
  market.apply({ type: "set_margin_mode", at: START, account, market: number, marginMode });
const setLeverage = (market: SmallExchange, account: number, leverage: number, number = 0) =>
  market.apply({ type: "set_leverage", at: START, account, market: number, leverage, marginMode: "ISOLATED" });

describe("the default margin mode", () => {
  test("is cross, and applies to an order that names no mode", () => {
    const market = new SmallExchange();
    expect(market.engine.marginMode(A, 0)).toBe("CROSS");
    expect(switchTo(market, A, "ISOLATED").code).toBeNull();
    expect([market.engine.marginMode(A, 0), market.engine.marginMode(B, 0)]).toEqual(["ISOLATED", "CROSS"]);
    market.rest(A, "BUY", 149, 1);
    market.rest(A, "BUY", 149, 1, { marginMode: "CROSS" });
    expect(market.engine.openOrders(A, -1).map(({ marginMode }) => marginMode)).toEqual(["ISOLATED", "CROSS"]);
    const restored = new SmallExchange({}, readSnapshot(market.engine.snapshot()));
    expect(restored.engine.marginMode(A, 0)).toBe("ISOLATED");
    market.engine.audit();
  });

  test("stays while a position or an order is open in it; what is open in the other does not matter", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 1, { marginMode: "ISOLATED" });
    const order = market.rest(A, "BUY", 148, 1);
    const refused = {
      code: -1012,
      message: "the margin mode of PERP_SOL_USDC can't be switched while a CROSS position or order is open",
      detail: { open_orders: 1, margin_mode: "CROSS" },
    };
    expect(shown(switchTo(market, A, "ISOLATED").rejection)).toEqual(refused);
    expect(switchTo(market, A, "CROSS").code).toBeNull();
    market.cancel(A, order);
    market.trade(A, "BUY", B, 150, 1);
    expect(switchTo(market, A, "ISOLATED").code).toBe(-1012);
    market.order(B, "BUY", "LIMIT", 150, 1);
    market.order(A, "SELL", "LIMIT", 150, 1);
    expect(switchTo(market, A, "ISOLATED").code).toBeNull();
    expect(switchTo(market, A, "CROSS").code).toBe(-1012);
  });

  test("that is set again to the same value leaves no trace", () => {
    const market = new SmallExchange();
    const { rows } = market.state;
    const { used } = rows;
    expect([switchTo(market, A, "CROSS").code, rows.used - used]).toEqual([null, 0]);
    expect([switchTo(market, A, "ISOLATED").code, rows.used - used]).toEqual([null, 1]);
  });

  test("requires an existing market and account", () => {
    const market = new SmallExchange();
    expect(switchTo(market, A, "ISOLATED", 1).code).toBe(-1005);
    expect(switchTo(market, 99, "ISOLATED").code).toBe(-1006);
  });
});

describe("the leverage of isolated positions", () => {
  test("is separate, and can change only while nothing isolated is open", () => {
    const market = new SmallExchange();
    expect(setLeverage(market, A, 20).code).toBeNull();
    expect([market.engine.leverage(A, 0, "ISOLATED"), market.engine.leverage(A, 0, "CROSS")]).toEqual([20, 10]);
    const order = market.rest(A, "BUY", 149, 1, { marginMode: "ISOLATED" });
    expect(shown(setLeverage(market, A, 10).rejection)).toEqual({
      code: -1012,
      message: "the isolated leverage of PERP_SOL_USDC can't be changed while an isolated position or order is open",
      detail: { symbol: "PERP_SOL_USDC" },
    });
    // A change for all markets skips it.
    expect(setLeverage(market, A, 5, -1).code).toBeNull();
    expect(market.engine.leverage(A, 0, "ISOLATED")).toBe(20);
    market.cancel(A, order);
    expect(setLeverage(market, A, 5, -1).code).toBeNull();
    expect(market.engine.leverage(A, 0, "ISOLATED")).toBe(5);
    expect(setLeverage(market, A, 101).code).toBe(-1005);
  });
});

describe("a position's margin", () => {
  function long(): IsolatedExchange {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(B, "SELL", 150, 10);
    exchange.isolated("BUY", "IOC", 150, 10);
    return exchange;
  }

  test("accepts what may leave the balance, to the micro", () => {
    const exchange = long();
    const { version } = exchange.row;
    expect(shown(exchange.move("ADD", 849.100001).rejection)).toEqual({
      code: -1101,
      message: "insufficient margin",
      detail: { required: "849.100001", available: "849.1" },
    });
    const { ledger } = exchange.move("ADD", 849.1);
    expect(ledger.map(({ kind, amount, holdingAfter }) => [kind, amount, holdingAfter])).toEqual([
      ["margin", -849.1 * USDC, 0],
    ] as never);
    expect([exchange.row.margin as number, exchange.row.version]).toEqual([1_000 * USDC, version + 1]);
    exchange.engine.audit();
  });

  test("can be reduced to what its initial margin and its loss need", () => {
    const exchange = long();
    exchange.move("ADD", 100);
    exchange.pin(149);
    // 250.9 − 149 − 10.9.
    expect(exchange.move("REDUCE", 91.000001).code).toBe(-1101);
    expect(exchange.move("REDUCE", 91).code).toBeNull();
    expect(exchange.holding).toBe((849.1 - 9) * USDC);
    expect(exchange.move("REDUCE", 0.000001).code).toBe(-1101);
    exchange.engine.audit();
  });

  test("does not count unsettled profit", () => {
    const exchange = long();
    exchange.pin(160);
    expect(exchange.move("REDUCE", 0.000001).code).toBe(-1101);
  });

  test("can be moved only for an open position, by a positive amount, in a market that exists", () => {
    const exchange = new IsolatedExchange(1_000);
    exchange.rest(OWNER, "BUY", 149, 1, { marginMode: "ISOLATED" });
    expect(shown(exchange.move("ADD", 1).rejection)).toEqual({
      code: -1006,
      message: "no isolated position is open on PERP_SOL_USDC",
      detail: { symbol: "PERP_SOL_USDC" },
    });
    expect([exchange.move("ADD", 0).code, exchange.move("REDUCE", -1).code]).toEqual([-1005, -1005]);
    const elsewhere = { account: OWNER, market: 7, direction: "ADD" as const, amount: micros(1) };
    expect(exchange.apply({ type: "move_position_margin", at: START, ...elsewhere }).code).toBe(-1005);
    expect(exchange.apply({ type: "move_position_margin", at: START, ...elsewhere, account: 99 }).code).toBe(-1006);
  });
});

test("the largest isolated order is what reserve and limits allow", () => {
  const exchange = new IsolatedExchange(1_000);
  switchTo(exchange, OWNER, "ISOLATED");
  const lots = exchange.engine.maxOrderQuantity(OWNER, 0, "BUY", exchange.sol.mark);
  expect(lots / 100).toBe(66.26);
  expect(exchange.isolated("BUY", "LIMIT", 150, (lots + 1) / 100).code).toBe(-1101);
  expect(exchange.isolated("BUY", "LIMIT", 150, lots / 100).code).toBeNull();
  expect(exchange.engine.maxOrderQuantity(OWNER, 0, "BUY", exchange.sol.mark) as number).toBe(0);
});
