// Prices, sizes and numbers at the ends of what is allowed: nothing may stop the venue, and no money may be lost to
// rounding. Rules 1.2, 1.5, 5.1, 6.1.

import { describe, expect, test } from "bun:test";
import { BEHAVIOUR } from "../base/behaviour.ts";
import { decimalText } from "../base/numbers/arithmetic.ts";
import { E10, millis, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import { refuseListing } from "../business/market/listing-rule.ts";
import { decodeCommand, encodeCommand } from "../language/codec/codec.ts";
import { INSURANCE } from "../memory/account/accounts.ts";
import { wordsOf } from "../testing/refusal-codes.ts";
import { amendOrder, START } from "../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, USDC } from "../testing/small-exchange.ts";
import { defaultMarket } from "../testing/vectors.ts";

function pinned(exchange: SmallExchange, price: number): string {
  const prices = [{ market: 0, price: priceE8(Math.round(price * ONE)) }];
  return wordsOf(exchange.apply({ type: "set_index_prices", at: START, prices }).rejection) ?? "";
}

describe("a price that multiplies by a thousand", () => {
  test("requires more margin than any account has: the short goes to the fund with its debt, the long is on offer", () => {
    const exchange = new SmallExchange();
    exchange.trade(A, "BUY", B, 150, 5_000);
    exchange.pin(150_000);
    // 5,000 × 142,500 (the index less the most that the mark may lag) at a ratio far above 1.
    expect(exchange.engine.margin(A).initialMargin).toBe(Number.MAX_SAFE_INTEGER as never);
    expect(exchange.engine.positions(B)).toEqual([]);
    const { liquidations } = exchange.engine;
    expect(liquidations.insuranceFund().solvent).toBe(false);
    expect([liquidations.isLiquidating(A, -1), liquidations.isLiquidating(B, -1)]).toEqual([true, false]);
    expect(exchange.order(A, "SELL", "LIMIT", 150_000, 5_000).code).toBe(-1012);
    // No account claims, so the fund takes the long as well, and no longer owes lots to any account.
    for (let second = 1; second <= 11; second++) exchange.apply({ type: "tick", at: millis(START + second * 1_000) });
    expect([A, INSURANCE].flatMap((account) => exchange.engine.positions(account))).toEqual([]);
    exchange.engine.audit();
  });

  test("leaves a long's liquidation price finite where the whole position must be covered", () => {
    const exchange = new SmallExchange({ baseImr: ratioE10(E10), baseMmr: ratioE10(E10 - 1) });
    exchange.rest(B, "SELL", 150, 100);
    exchange.rest(A, "BUY", 150, 100);
    for (const price of [150, 300, 150_000, 1_000_000]) {
      exchange.pin(price);
      expect(Number.isFinite(exchange.engine.position(A, 0, "CROSS").estLiqPrice)).toBe(true);
    }
  });
});

describe("orders that were small at a small price", () => {
  test("let their owner cancel, but not add, once the price is at its maximum", () => {
    const exchange = new SmallExchange();
    exchange.pin(0.001);
    for (let i = 0; i < 100; i++) exchange.rest(A, "BUY", 0.001, 30_000);
    exchange.pin(10_000_000);
    // 3 million SOL at 10 million: 3 × 10^19 micros.
    expect(exchange.engine.margin(A).notionalWithOrders).toBeGreaterThan(Number.MAX_SAFE_INTEGER);
    for (const [side, price] of [
      ["BUY", 9_900_000],
      ["SELL", 10_000_000],
    ] as const) {
      expect(exchange.order(A, side, "LIMIT", price, 30_000).rejection?.name).toBe("position_limit");
    }
    const all = exchange.apply({ type: "cancel_all_orders", at: START, account: A, market: -1 });
    expect(all.count).toBe(100);
    exchange.engine.audit();
  });
});

test("a market order whose only counterparty asks for the price before a fall is refused, without a fault", () => {
  const exchange = new SmallExchange({ baseMax: quantityE8(5_000_000 * ONE) });
  exchange.pin(10_000_000);
  exchange.rest(B, "SELL", 10_000_000, 0.01);
  exchange.pin(0.001);
  // 5 million SOL at 10 million: 5 × 10^19 micros, for an order worth 5,000 USDC at the mark.
  expect(exchange.order(A, "BUY", "MARKET", 0, 5_000_000).rejection?.name).toBe("insufficient_margin");
  exchange.engine.audit();
});

describe("a price at which open positions could not be counted", () => {
  test("can't be set by hand", () => {
    const exchange = new SmallExchange();
    exchange.trade(A, "BUY", B, 150, 5_000);
    // 5,000 SOL × 1,000,000 is 5 × 10^15 micros; 2^52 is 4.5 × 10^15.
    expect(pinned(exchange, 1_000_000)).toContain("too high");
    expect(exchange.sol.index * exchange.sol.tickE8).toBe(150 * ONE);
    expect(pinned(exchange, 900_000)).toBe("");
    exchange.engine.audit();
  });

  test("is not believed when sources report it", () => {
    const exchange = new SmallExchange();
    exchange.trade(A, "BUY", B, 150, 5_000);
    const report = (price: number, volume: number) =>
      exchange.apply({
        type: "oracle_prices",
        at: START,
        prices: [{ market: 0, source: 0, price: priceE8(price * ONE), volume: volume as never }],
      });
    report(1_000_000, 0);
    exchange.apply({ type: "tick", at: millis(START + 1_000) });
    expect(exchange.sol.index * exchange.sol.tickE8).toBe(150 * ONE);
    // A volume that is not a number counts as unknown.
    report(151, Number.NaN);
    expect(exchange.sol.sources[0]!.volume).toBe(0);
    exchange.apply({ type: "tick", at: millis(START + 2_000) });
    expect(exchange.sol.index * exchange.sol.tickE8).toBe(151 * ONE);
  });
});

describe("a number that is not valid", () => {
  test("amends no order, open or finished", () => {
    const exchange = new SmallExchange();
    const open = exchange.rest(A, "BUY", 149, 1);
    const command = amendOrder({ account: A, orderId: -1, side: "BUY", price: priceE8(148 * ONE) });
    expect(exchange.apply(command).rejection?.name).toBe("not_found");
    exchange.cancel(A, open);
    expect(exchange.apply(command).rejection?.name).toBe("not_found");
    expect(exchange.engine.findOrder(-1)).toBeUndefined();
    exchange.engine.audit();
  });

  test("is refused where it can't be compared", () => {
    const exchange = new SmallExchange();
    const slippage = Number.NaN;
    expect(exchange.order(A, "BUY", "MARKET", 0, 1, { slippage }).code).toBe(-1005);
    const timer = { type: "cancel_all_after", at: START, account: C, triggerAfterMs: Number.NaN } as const;
    expect(exchange.apply(timer).code).toBe(-1005);
    const prices = [{ market: 0, price: Number.NaN as never }];
    expect(exchange.apply({ type: "set_index_prices", at: START, prices }).code).toBe(-1005);
  });

  test("is a fault in a command's bytes, in place of a word", () => {
    const bytes = encodeCommand(
      amendOrder({ account: A, orderId: 1, price: priceE8(ONE), quantity: quantityE8(ONE) }),
    ).slice();
    bytes[bytes.length - 18] = 9; // the side
    expect(() => decodeCommand(bytes)).toThrow("a word that is not in its list");
  });
});

test("a market whose numbers the engine could not hold is not listed", () => {
  const market = defaultMarket("PERP_SOL_USDC");
  const refusal = (changes: object) => wordsOf(refuseListing({ ...market, ...changes }, 150 * ONE, BEHAVIOUR)) ?? "";
  expect(refusal({ imrFactor: Number.MAX_SAFE_INTEGER })).toContain("imr_factor");
  expect(refusal({ fundingPeriodHours: 0 })).toContain("funding_period");
  expect(refusal({ maxMarkDeviation: E10 + 1 })).toContain("max_mark_deviation");
  expect(refusal({ quoteMax: 2 ** 52 })).toContain("quote_max");
  expect(refusal({})).toBe("");
});

test("numbers beyond 10^21 are written as digits as well", () => {
  expect(decimalText(1e22, 6)).toBe("10000000000000000");
  expect(decimalText(3e21, 0)).toBe("3000000000000000000000");
});

test("a balance as large as custody can be trades like any other", () => {
  const exchange = new SmallExchange();
  const room = Number.MAX_SAFE_INTEGER - exchange.state.custody;
  const credit = { type: "credit_deposit", at: START, account: A, source: "faucet" } as const;
  expect(exchange.apply({ ...credit, amount: (room + 1) as never, reference: "too much" }).code).toBe(-1005);
  expect(exchange.apply({ ...credit, amount: room as never, reference: "all" }).code).toBeNull();
  exchange.trade(A, "BUY", B, 150, 1_000);
  exchange.trade(A, "SELL", B, 150, 1_000);
  expect(exchange.apply({ type: "settle_pnl", at: START, account: A, nonce: 0 }).code).toBeNull();
  expect(exchange.engine.margin(A).holding).toBeLessThan(room + 1_000_000 * USDC);
  exchange.engine.audit();
});
