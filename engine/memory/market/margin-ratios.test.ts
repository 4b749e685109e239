// Margin ratios checked against their definition in big integers, above all next to the notionals where one rule takes over
// from another. Rules 5.1, 5.7.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { E10, ratioE10 } from "../../base/units.ts";
import { defaultMarket, defaultMarkets } from "../../testing/vectors.ts";
import { curve, MarginRatios } from "./margin-ratios.ts";

const TEN_24 = 10n ** 24n;

/** The least r with r⁵ · den⁵ · 10²⁴ ≥ num⁵ · N⁴, by bisection. */
function slowCurve(num: number, den: number, notional: number): number {
  const target = BigInt(num) ** 5n * BigInt(notional) ** 4n;
  const scale = BigInt(den) ** 5n * TEN_24;
  let [low, high] = [0n, 1n << 64n];
  while (low < high) {
    const middle = (low + high) / 2n;
    if (middle ** 5n * scale >= target) high = middle;
    else low = middle + 1n;
  }
  return Number(low);
}

/** The greatest n with n⁴ ≤ bound. */
function fourthRoot(bound: bigint): bigint {
  let [low, high] = [0n, 1n << 64n];
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (middle ** 4n <= bound) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const factor = fc.integer({ min: 1, max: 100_000 });
const denominator = fc.constantFrom(1, 100_000_000, 200_000_000, 500_000_000);
const safe = BigInt(Number.MAX_SAFE_INTEGER);

test("the highest leverage is the largest whole one that the base ratio allows", () => {
  const highest = (baseImr: number) =>
    new MarginRatios({ ...defaultMarket("PERP_SOL_USDC"), baseImr: ratioE10(baseImr) }).maxLeverage;
  expect([300_000_000, 333_333_333, 333_333_334, 10_000_000_000].map(highest)).toEqual([33, 30, 29, 1]);
});

test("the bound on initial margin is never below it, and at most two micros above it", () => {
  const notional = fc.oneof(fc.nat({ max: 10 ** 6 }), fc.nat({ max: 10 ** 12 }), fc.maxSafeNat());
  for (const parameters of defaultMarkets) {
    const ratios = new MarginRatios(parameters);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: ratios.maxLeverage }), notional, (leverage, n) => {
        const over = ratios.initialMarginAtMost(leverage, n) - ratios.initialMargin(leverage, n);
        expect(over).toBeGreaterThanOrEqual(0);
        expect(over).toBeLessThanOrEqual(2 + n / 2 ** 49);
      }),
    );
  }
});

describe("the curve of the 4/5 power", () => {
  test("gives the least ratio that covers, at any notional", () => {
    fc.assert(
      fc.property(factor, denominator, fc.oneof(fc.maxSafeNat(), fc.nat({ max: 10_000 })), (imr, den, notional) => {
        const num = den === 1 ? imr : imr * (den / 2);
        expect(curve(num, den, notional)).toBe(slowCurve(num, den, notional));
      }),
      { numRuns: 1_000 },
    );
  });

  test("steps up exactly behind the last notional that a ratio covers", () => {
    fc.assert(
      fc.property(factor, denominator, fc.integer({ min: 1, max: E10 }), (imr, den, ratio) => {
        const num = den === 1 ? imr : imr * (den / 2);
        const last = fourthRoot((BigInt(ratio) ** 5n * BigInt(den) ** 5n * TEN_24) / BigInt(num) ** 5n);
        fc.pre(last > 0n && last < safe);
        expect(curve(num, den, Number(last))).toBeLessThanOrEqual(ratio);
        expect(curve(num, den, Number(last) + 1)).toBeGreaterThan(ratio);
        for (const off of [-1n, 0n, 1n]) {
          expect(curve(num, den, Number(last + off))).toBe(slowCurve(num, den, Number(last + off)));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("is exact where a double can no longer distinguish two notionals", () => {
    fc.assert(
      fc.property(factor, fc.integer({ min: 2 ** 52, max: 2 ** 53 - 2 }), (num, notional) => {
        const ratio = BigInt(slowCurve(num, 1, notional));
        const last = Number(fourthRoot((ratio ** 5n * TEN_24) / BigInt(num) ** 5n));
        fc.pre(last < Number.MAX_SAFE_INTEGER);
        expect([curve(num, 1, last), curve(num, 1, last + 1)]).toEqual([Number(ratio), Number(ratio) + 1]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("is exact where it is a whole number, and zero for a notional of zero", () => {
    // N = 32 USDC to the power of 4/5 is 16; N = 10⁵ is 10⁴; N = 1 is 1.
    const usdc = [32, 100_000, 1].map((n) => n * 1_000_000);
    expect(usdc.map((notional) => curve(910, 1, notional))).toEqual([910 * 16, 9_100_000, 910]);
    expect(usdc.map((notional) => curve(910, 1, notional + 1))).toEqual([910 * 16 + 1, 9_100_001, 911]);
    expect([curve(910, 1, 0), curve(0, 1, 5)]).toEqual([0, 0]);
  });
});

describe.each(defaultMarkets)("$symbol", (parameters) => {
  const { baseImr, baseMmr, imrFactor } = parameters;
  const ratios = new MarginRatios(parameters);
  const leverages = [1, 3, 7, 10, ratios.maxLeverage];
  const slowInitial = (leverage: number, notional: number) =>
    Math.max(Math.ceil(E10 / leverage), baseImr, slowCurve(imrFactor, 1, notional));
  const slowMaintenance = (notional: number) => Math.max(baseMmr, slowCurve(baseMmr * imrFactor, baseImr, notional));

  test("requires what the definition requires, at any notional and leverage", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), fc.constantFrom(...leverages), (notional, leverage) => {
        expect(ratios.initial(leverage, notional)).toBe(slowInitial(leverage, notional));
        expect(ratios.maintenance(notional)).toBe(slowMaintenance(notional));
      }),
      { numRuns: 50 },
    );
  });

  test("has a largest notional at each leverage, to the micro", () => {
    for (const leverage of leverages) {
      const last = ratios.maxNotional(leverage);
      expect(slowCurve(imrFactor, 1, last) * leverage).toBeLessThanOrEqual(E10);
      expect(slowCurve(imrFactor, 1, last + 1) * leverage).toBeGreaterThan(E10);
      for (const notional of [last - 1, last, last + 1]) {
        expect(ratios.initial(leverage, notional)).toBe(slowInitial(leverage, notional));
      }
    }
  });

  test("leaves the base maintenance ratio exactly where the curve passes it", () => {
    const num = baseMmr * imrFactor;
    const bound = (BigInt(baseMmr) ** 5n * BigInt(baseImr) ** 5n * TEN_24) / BigInt(num) ** 5n;
    const last = Number(fourthRoot(bound));
    expect(ratios.maintenance(last)).toBe(baseMmr);
    expect(ratios.maintenance(last + 1)).toBe(baseMmr + 1);
  });
});

test("a margin is rounded up to whole micros, and a notional of zero needs none", () => {
  const ratios = new MarginRatios(defaultMarket("PERP_BTC_USDC"));
  expect(ratios.maxLeverage).toBe(100);
  // One seventh, rounded up to 0.1428571429.
  expect([ratios.initial(7, 1), ratios.initialMargin(7, 7_000_000), ratios.initialMargin(7, 0)]).toEqual([
    1_428_571_429, 1_000_001, 0,
  ]);
  expect([ratios.maintenanceMargin(1), ratios.maintenanceMargin(1_000_000_000), ratios.maintenanceMargin(0)]).toEqual([
    1, 6_000_000, 0,
  ]);
});

test("a market without a curve never leaves its base ratios", () => {
  const ratios = new MarginRatios({ ...defaultMarket("PERP_BTC_USDC"), imrFactor: ratioE10(0) });
  const all = Number.MAX_SAFE_INTEGER;
  expect([ratios.initial(10, all), ratios.maintenance(all), ratios.maxNotional(10)]).toEqual([
    1_000_000_000,
    60_000_000,
    all,
  ]);
});
