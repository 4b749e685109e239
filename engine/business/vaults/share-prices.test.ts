// The value of shares, to the last digit. Rules 10.1, 10.4.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { USDC } from "../../testing/small-exchange.ts";
import {
  FIRST_PRICE,
  mainPriceOf,
  performanceFee,
  sharesCovering,
  sharesFor,
  strategyPriceOf,
  worth,
} from "./share-prices.ts";

test("prices start at 1 USDC and stay while there is nothing to price", () => {
  expect(strategyPriceOf(0, 0, FIRST_PRICE)).toBe(FIRST_PRICE);
  expect(mainPriceOf(0, 2 * FIRST_PRICE, 0, 130_000_000)).toBe(130_000_000);
});

test("a price is rounded down to eight decimals, and a fund that owes has the price 0", () => {
  // 100 USDC over 3 shares.
  expect(strategyPriceOf(100 * USDC, 3 * USDC, 0)).toBe(3_333_333_333);
  expect(strategyPriceOf(-5, 3 * USDC, 7)).toBe(0);
  // 2 strategy shares of 1.5 over 7 main shares.
  expect(mainPriceOf(2 * USDC, 150_000_000, 7 * USDC, 0)).toBe(42_857_142);
});

describe("the performance fee", () => {
  test("is a part of the main price's gain above its high-water mark", () => {
    // 0.25 above, a million shares, 20 %: 50,000.
    expect(performanceFee(125_000_000, FIRST_PRICE, 1_000_000 * USDC, 20)).toBe(50_000 * USDC);
    expect(performanceFee(FIRST_PRICE, FIRST_PRICE, 1_000_000 * USDC, 20)).toBe(0);
    expect(performanceFee(90_000_000, FIRST_PRICE, 1_000_000 * USDC, 50)).toBe(0);
    // 10⁻⁸ above, 999 shares of 10⁻⁶: less than a micro.
    expect(performanceFee(FIRST_PRICE + 1, FIRST_PRICE, 999, 50)).toBe(0);
  });
});

const amount = fc.integer({ min: 0, max: 10_000_000_000_000 });
const price = fc.integer({ min: 1_000_000, max: 10_000_000_000 });

test("minted shares are worth no more than what was paid, and one share more would be", () => {
  fc.assert(
    fc.property(amount, price, (paid, at) => {
      const shares = sharesFor(paid, at);
      expect(worth(shares, at)).toBeLessThanOrEqual(paid);
      expect(BigInt(shares + 1) * BigInt(at) > BigInt(paid) * 100_000_000n).toBe(true);
    }),
  );
});

test("the shares that cover an amount are worth it, and one less is not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000_000_000 }), price, (due, at) => {
      const shares = sharesCovering(due, at);
      expect(worth(shares, at)).toBeGreaterThanOrEqual(due);
      expect(worth(shares - 1, at)).toBeLessThan(due);
    }),
  );
});
