// Setting leverage may be refused; it never liquidates. Rules 5.7.

import { describe, expect, test } from "bun:test";
import { E10, ratioE10 } from "../../base/units.ts";
import type { SetLeverage } from "../../language/commands/commands.ts";
import { deposit, listMarket, openAccount, START } from "../../testing/setup.ts";
import { A, B, BUILDER, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const set = (market: SmallExchange, leverage: number, fields: Partial<Omit<SetLeverage, "type">> = {}) =>
  market.apply({
    type: "set_leverage",
    at: START,
    account: A,
    market: 0,
    leverage,
    marginMode: "CROSS",
    ...fields,
  });

test("leverage is 10 until it is set, and each margin mode has its own", () => {
  const market = new SmallExchange();
  const both = () => (["CROSS", "ISOLATED"] as const).map((mode) => market.engine.leverage(A, 0, mode));
  expect(both()).toEqual([10, 10]);
  set(market, 25);
  expect(both()).toEqual([25, 10]);
  set(market, 3, { marginMode: "ISOLATED" });
  expect(both()).toEqual([25, 3]);
  expect(market.engine.leverage(B, 0, "CROSS")).toBe(10);
});

test("leverage is a whole number from 1 to what the market allows", () => {
  const market = new SmallExchange();
  for (const leverage of [0, -1, 101]) {
    expect(shown(set(market, leverage).rejection)).toEqual({
      code: -1005,
      message: `leverage is invalid: ${leverage}, expected an integer from 1 to 100`,
      detail: { field: "leverage", expected: "an integer from 1 to 100" },
    });
  }
  expect([set(market, 1).code, set(market, 100).code]).toEqual([null, null]);
  expect(shown(set(market, 5, { market: 1 }).rejection)).toEqual({
    code: -1005,
    message: "invalid parameter",
    detail: { market: 1 },
  });
});

describe("a change is refused", () => {
  test("for a system account", () => {
    const market = new SmallExchange();
    const terms = { type: "set_leverage", at: START, market: 0, marginMode: "CROSS", leverage: 5 } as const;
    expect([BUILDER, A].map((account) => market.apply({ ...terms, account }).code)).toEqual([-1006, null]);
  });

  test.each(["BUY", "SELL"] as const)("where position and %s orders are more than the leverage allows", (side) => {
    const market = new SmallExchange();
    market.rest(A, side, 150, 1_000);
    const limit = market.sol.ratios.maxNotional(100);
    const { rejection } = set(market, 100);
    expect(shown(rejection)).toEqual({
      code: -1101,
      message: "position limit exceeded",
      detail: { notional_with_orders: "150000", limit: String(limit / 1_000_000) },
    });
    expect(market.engine.leverage(A, 0, "CROSS")).toBe(10);
    market.cancel(A, 1);
    expect(set(market, 100).code).toBeNull();
  });

  test("where the account could not cover it, in whichever market it lacks", () => {
    const market = new SmallExchange();
    const { created } = market.apply(openAccount(4, "builder"));
    market.apply(deposit(created, 200_000_000, "faucet:4:1"));
    market.trade(created, "BUY", B, 150, 10);
    expect(shown(set(market, 5, { account: created }).rejection)).toEqual({
      code: -1101,
      message: "insufficient margin",
      detail: { required: "300", available: "199.1" },
    });
    expect(set(market, 8, { account: created }).code).toBeNull();
    market.pin(147);
    // Now the collateral does not even cover what is open, so nothing may change anywhere.
    market.apply(listMarket(defaultMarket("PERP_BTC_USDC"), 60_000 * ONE));
    expect(set(market, 10, { account: created, market: 1 }).rejection?.detail).toEqual({
      required: "183.75",
      available: "169.1",
    });
  });
});

describe("all markets at once", () => {
  function twoMarkets(): SmallExchange {
    const market = new SmallExchange();
    market.apply(listMarket(defaultMarket("PERP_ARB_USDC"), ONE));
    return market;
  }

  test("each get as much of it as they allow", () => {
    const market = twoMarkets();
    expect(set(market, 50, { market: -1 }).code).toBeNull();
    expect([market.engine.leverage(A, 0, "CROSS"), market.engine.leverage(A, 1, "CROSS")]).toEqual([50, 10]);
  });

  test("change together or not at all", () => {
    const market = twoMarkets();
    market.rest(A, "BUY", 149, 1_000);
    expect(set(market, 100, { market: -1 }).rejection?.name).toBe("position_limit");
    market.rest(A, "BUY", 1, 100_000, { market: 1 });
    const { created } = market.apply(openAccount(4, "builder"));
    market.apply(deposit(created, 200_000_000, "faucet:4:1"));
    market.trade(created, "BUY", B, 150, 10);
    expect(shown(set(market, 5, { market: -1, account: created }).rejection)).toEqual({
      code: -1101,
      message: "insufficient margin",
      detail: { required: "300", available: "199.1" },
    });
    expect([A, created].map((account) => market.engine.leverage(account, 1, "CROSS"))).toEqual([10, 10]);
    expect(set(market, 0, { market: -1 }).rejection?.detail.field).toBe("leverage");
  });
});

describe("orders that have not traded yet count, for all markets at once or for one", () => {
  const every = [
    [0, "BUY", 149],
    [0, "SELL", 151],
    [-1, "BUY", 149],
    [-1, "SELL", 151],
  ] as const;
  for (const [which, side, price] of every) {
    test(`where ${which === 0 ? "one market changes" : "every market does"}, to the micro, of a ${side}`, () => {
      const market = new SmallExchange();
      const { created: account } = market.apply(openAccount(4, "builder"));
      market.apply(deposit(account, 299_999_999, "faucet:4:1"));
      market.rest(account, side, price, 10);
      // No position: 1,500 of orders at the mark need 300 at leverage 5.
      expect(shown(set(market, 5, { market: which, account }).rejection)).toEqual({
        code: -1101,
        message: "insufficient margin",
        detail: { required: "300", available: "299.999999" },
      });
      expect(market.engine.leverage(account, 0, "CROSS")).toBe(10);
      market.apply(deposit(account, 1, "faucet:4:2"));
      expect(set(market, 5, { market: which, account }).code).toBeNull();
    });
  }
});

test("leverage for every symbol is at most the highest that any market allows", () => {
  const market = new SmallExchange({ baseImr: ratioE10(E10 / 20), baseMmr: ratioE10(E10 / 40) });
  expect(shown(set(market, 0, { market: -1 }).rejection)?.detail).toEqual({
    field: "leverage",
    expected: "an integer from 1 to 20",
  });
  const full = new SmallExchange({ baseImr: ratioE10(E10), baseMmr: ratioE10(E10 / 2) });
  expect(shown(set(full, 0, { market: -1 }).rejection)?.detail).toEqual({
    field: "leverage",
    expected: "an integer from 1 to 1",
  });
});

test("it does not rise for every symbol while a position can't be liquidated; before behaviour 3 the isolated one did", () => {
  const raised = (behaviour: number) => {
    const market = new SmallExchange();
    market.state.behaviour = behaviour;
    market.trade(A, "BUY", B, 150, 1);
    market.apply({ type: "set_market_state", at: START, market: 0, state: "HALTED", reason: "" });
    return (["CROSS", "ISOLATED"] as const).map((marginMode) => set(market, 20, { market: -1, marginMode }).code);
  };
  expect([raised(2), raised(3)]).toEqual([
    [-1012, null],
    [-1012, -1012],
  ]);
});
