// The bounds that liquidation without scanning relies on: no mark inside a range costs more than the range's budget.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { millis, ratioE10, type Ticks } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { reachableMarksOf } from "../../memory/liquidation/reach.ts";
import { Market } from "../../memory/market/market.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarket, defaultMarkets } from "../../testing/vectors.ts";
import { worldMarkets } from "../../testing/world-markets.ts";
import { findSafeRange, worstWithin } from "./safe-range.ts";

const EVERY: readonly MarketParameters[] = [
  ...defaultMarkets,
  ...worldMarkets.small.map(({ parameters }) => parameters),
  // A ratio that is one half from the start, one close to 1, and a curve that soon passes 1.
  { ...defaultMarket("PERP_SOL_USDC"), baseImr: ratioE10(6_000_000_000), baseMmr: ratioE10(5_000_000_000) },
  { ...defaultMarket("PERP_SOL_USDC"), baseImr: ratioE10(10_000_000_000), baseMmr: ratioE10(9_999_999_999) },
  { ...defaultMarket("PERP_SOL_USDC"), imrFactor: ratioE10(80_000_000) },
];

function marketAt(parameters: MarketParameters, mark: number): Market {
  const market = new Market(0, parameters, parameters.quoteTick, millis(0));
  market.mark = mark as Ticks;
  return market;
}

/** What a position counts for at a mark, exactly: ±N − MM(N). */
function countsFor(market: Market, quantity: number, mark: number): bigint {
  const notional = Math.abs(quantity) * mark * market.unit;
  return BigInt(quantity > 0 ? notional : -notional) - BigInt(market.ratios.maintenanceMargin(notional));
}

/** A notional of up to 2^50 micros, small ones as often as large ones. */
const anyNotional = fc.integer({ min: 1, max: 50 }).chain((bits) => fc.integer({ min: 1, max: 2 ** bits }));

test("inside the range found for a budget, a position never costs more than the budget", () => {
  const property = fc.property(
    fc.constantFrom(...EVERY),
    anyNotional,
    fc.integer({ min: 1, max: 1_000_000 }),
    fc.boolean(),
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 5, maxLength: 5 }),
    (parameters, notional, price, long, share, probes) => {
      const market = marketAt(parameters, Math.min(price, reachableMarksOf(marketAt(parameters, 1)).highest));
      const size = Math.max(1, Math.floor(notional / (market.mark * market.unit)));
      const quantity = long ? size : -size;
      const reach = reachableMarksOf(market);
      const budget = Math.floor((notional / 1_000_000) * share);
      const range = { low: 0, high: 0 };
      findSafeRange(market, quantity, budget, reach, range);
      expect(range.low).toBeLessThanOrEqual(market.mark);
      expect(range.high).toBeGreaterThanOrEqual(market.mark);

      const high = Math.min(range.high, reach.highest);
      const worst = worstWithin(market, quantity, range.low, range.high, reach);
      const now = countsFor(market, quantity, market.mark);
      const inside = probes.map((part) => range.low + Math.floor(((high - range.low) / 1_000_000) * part));
      for (const mark of [range.low, high, market.mark - 1, market.mark + 1, ...inside]) {
        if (mark < range.low || mark > high) continue;
        const then = countsFor(market, quantity, mark);
        expect(then).toBeGreaterThanOrEqual(now - BigInt(budget));
        expect(Number(then)).toBeGreaterThanOrEqual(worst);
      }
    },
  );
  fc.assert(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 120) * 20 });
});

test("where a long's requirement cannot be counted, nothing is known of it", () => {
  const market = marketAt(defaultMarket("PERP_1000PEPE_USDC"), 1);
  const reach = reachableMarksOf(market);
  // The ratio is 16.487 there, and the product with it just below 2^53.
  expect(market.ratios.maintenanceMargin(545_892_541_415_404)).toBe(Number.MAX_SAFE_INTEGER);
  expect(worstWithin(market, 545_892_541_415_404, 1, 1, reach)).toBe(Number.NEGATIVE_INFINITY);
  expect(worstWithin(market, 540_000_000_000_000, 1, 1, reach)).toBeFinite();
});

describe("a range", () => {
  const sol = (mark: number) => marketAt(defaultMarket("PERP_SOL_USDC"), mark);
  const rangeOf = (market: Market, quantity: number, budget: number) => {
    const range = { low: 0, high: 0 };
    findSafeRange(market, quantity, budget, reachableMarksOf(market), range);
    return range;
  };

  test("reaches as far as its budget: a long falls by about budget ÷ size ÷ (1 − MMR)", () => {
    const market = sol(150_000);
    // 100 SOL, 15,000 USDC; 994 USDC may go, so the price may fall by 10 of its 150.
    const { low, high } = rangeOf(market, 10_000, 994_000_000);
    expect(low).toBe(140_001);
    // Far above, where half of the notional is required as margin.
    expect(high).toBeGreaterThan(200_000_000);
  });

  test("of a short ends above: it rises by about budget ÷ size ÷ (1 + MMR), and falls freely", () => {
    const { low, high } = rangeOf(sol(150_000), -10_000, 1_006_000_000);
    expect([low, high]).toEqual([0, 159_999]);
  });

  test("is the present mark alone where nothing may be lost, or nothing can be proved", () => {
    expect(rangeOf(sol(150_000), 10_000, 0)).toEqual({ low: 150_000, high: 150_000 });
    expect(rangeOf(sol(150_000), -10_000, 0)).toEqual({ low: 0, high: 150_000 });
    const beyond = Math.ceil(9e15 / (150_000 * sol(1).unit));
    for (const quantity of [beyond, -beyond]) {
      expect(rangeOf(sol(150_000), quantity, 1e12)).toEqual({ low: 150_000, high: 150_000 });
      expect(worstWithin(sol(150_000), quantity, 150_000, 150_000, reachableMarksOf(sol(1)))).toBe(
        Number.NEGATIVE_INFINITY,
      );
    }
  });

  test("knows the notional at which half of it is required as margin", () => {
    for (const parameters of EVERY) {
      const market = marketAt(parameters, 1);
      const { ratios } = market;
      const { half } = reachableMarksOf(market);
      expect(half === 0 || ratios.maintenance(half) <= 5_000_000_000).toBe(true);
      expect(half === 8e15 || ratios.maintenance(half + 1) > 5_000_000_000).toBe(true);
    }
    expect(reachableMarksOf(sol(1)).half / (ONE * 10_000)).toBeGreaterThan(10);
  });
});
