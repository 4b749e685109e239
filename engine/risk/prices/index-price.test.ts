// How the outside sources of a price are combined. Rules 6.1.

import { describe, expect, test } from "bun:test";
import { divideRound, median } from "@evermark/model/numbers/exact-numbers.ts";
import fc from "fast-check";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import { silent } from "../../language/events/events.ts";
import { Market } from "../../memory/market/market.ts";
import { State } from "../../memory/state.ts";
import { START } from "../../testing/setup.ts";
import { ONE, SmallExchange } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";
import { moveIndex } from "./index-moves.ts";
import { agree, weigh } from "./index-price.ts";

const FIVE_MINUTES = 300_000;
/** The start of a five-minute interval. */
const BASE = Math.ceil(START / FIVE_MINUTES) * FIVE_MINUTES;
const agreed = (sources: readonly { price: number; weight: number }[], tick: number): number =>
  agree(sources, weigh(sources, false), tick);
const equally = (prices: readonly number[]) => prices.map((price) => ({ price, weight: 0 }));
const equal = (...prices: number[]): number => agreed(equally(prices), 1);
const weighted = (...sources: [price: number, weight: number][]): number =>
  agreed(
    sources.map(([price, weight]) => ({ price, weight })),
    1,
  );
/** Weights after the 40 % cap. */
const capped = (...weights: number[]): number[] =>
  weigh(
    weights.map((weight) => ({ weight })),
    true,
  ).map(Number);

describe("sources", () => {
  test("that agree are averaged, a single one is believed", () => {
    expect([equal(100), equal(100, 103), equal(99, 100, 103)]).toEqual([100, 102, 101]);
    // Halves away from zero.
    expect(equal(100, 101)).toBe(101);
  });

  test("count one of them that strays by more than 5 % at 5 %", () => {
    expect(equal(10_000, 10_000, 10_500)).toBe(10_167);
    expect(equal(10_000, 10_000, 20_000)).toBe(10_167);
    expect(equal(10_000, 10_000, 1)).toBe(9_833);
  });

  test("agree on a price that is rounded to a tick only once", () => {
    const tenths = (...prices: number[]): number => agreed(equally(prices), 10);
    // 104.67 is 10 ticks; rounded to 105 first it would be 11. The clipped one counts as 94.05.
    expect(tenths(104, 105, 105)).toBe(10);
    expect(tenths(99, 99, 1)).toBe(10);
    expect(tenths(1_000, 1_000, 1_090)).toBe(102);
  });

  test("give their median when two of them stray", () => {
    expect(equal(10_000, 10_000, 10_000, 20_000, 20_000)).toBe(10_000);
    expect(equal(9_000, 10_000, 10_100)).toBe(9_867);
    expect(equal(10_000, 10_010, 20_000, 20_000)).toBe(15_005);
  });

  test("give the lower of two steps when two of them stray from a median between these steps", () => {
    expect(equal(10_000, 10_011, 20_000, 20_000)).toBe(15_005);
  });

  test("are weighted by their volumes when all of them are known", () => {
    expect(weighted([100, 1], [104, 3])).toBe(103);
    expect(weighted([100, 1], [104, 0])).toBe(102);
    // Weight × price needs more than 53 bits.
    expect(weighted([6_000_000_000_000, 2 ** 52], [6_000_000_000_002, 2 ** 52])).toBe(6_000_000_000_001);
  });

  test("weigh at most 40 % each where three or more count and the cap applies", () => {
    expect(capped(40, 30, 30)).toEqual([40, 30, 30]);
    // One is capped: 5 × 40 is 2 × (40 + 60).
    expect(capped(90, 30, 30)).toEqual([40, 30, 30]);
    // Two are: 5 × 10 is 2 × (10 + 10 + 5).
    expect(capped(90, 30, 5)).toEqual([10, 10, 5]);
    // The next whole number would be too much.
    expect(capped(9, 1, 1)).toEqual([1, 1, 1]);
    expect(capped(9, 2, 2, 1)).toEqual([3, 2, 2, 1]);
    expect([capped(9, 1), capped(9)]).toEqual([[9, 1], [9]]);
    // One unknown volume makes all weights equal.
    expect(capped(9, 1, 0)).toEqual([1, 1, 1]);
  });

  test("are capped by the largest whole number that the rule allows", () => {
    const weight = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }));
    fc.assert(
      fc.property(fc.array(weight, { minLength: 3, maxLength: 6 }), (weights) => {
        const cut = (c: bigint) => weights.map((w) => (BigInt(w) < c ? BigInt(w) : c));
        const allows = (c: bigint) => 5n * c <= 2n * cut(c).reduce((sum, w) => sum + w, 0n);
        const weighed = weigh(
          weights.map((w) => ({ weight: w })),
          true,
        );
        const heaviest = weighed.reduce((most, w) => (w > most ? w : most));
        expect(weighed).toEqual(cut(heaviest));
        expect(allows(heaviest)).toBe(true);
        expect(heaviest === BigInt(Math.max(...weights)) || !allows(heaviest + 1n)).toBe(true);
      }),
    );
  });

  test("give the weighted mean of the prices within 5 % of their median", () => {
    const source = fc.tuple(fc.integer({ min: 900, max: 1_100 }), fc.integer({ min: 1, max: 1_000 }));
    fc.assert(
      fc.property(fc.array(source, { minLength: 1, maxLength: 7 }), (sources) => {
        const middle = median(sources.map(([price]) => BigInt(price)));
        const strays = ([price]: [number, number]) =>
          BigInt(price) * 100n < middle * 95n || BigInt(price) * 100n > middle * 105n;
        fc.pre(sources.every((each) => !strays(each)));
        const total = sources.reduce((sum, [, weight]) => sum + BigInt(weight), 0n);
        const worth = sources.reduce((sum, [price, weight]) => sum + BigInt(price) * BigInt(weight), 0n);
        expect(BigInt(weighted(...sources))).toBe(divideRound(worth, total));
      }),
    );
  });
});

describe("the index of a market", () => {
  /** A market with three sources, some of which reported `agoMs` ago. */
  function heard(...said: [priceUsdc: number, agoMs: number][]): Market {
    const market = new Market(0, defaultMarket("PERP_SOL_USDC"), 150 * ONE, START);
    for (const [n, [price, agoMs]] of said.entries()) {
      const source = { price: Math.round(price * ONE), at: BASE - agoMs, volume: 0, weight: 0 };
      market.sources[n] = { ...source, problem: "", problemAt: 0, isOld: false };
    }
    return market;
  }
  function index(market: Market, at = BASE, since = at - 1_000): number {
    const state = new State();
    state.now = millis(at);
    moveIndex(state, market, since, silent);
    return market.spotIndex / 1_000;
  }

  test("forgets a source that has been silent for more than ten seconds", () => {
    expect(index(heard([150, 0], [153, 10_000]))).toBe(151.5);
    expect(index(heard([150, 0], [153, 10_001]))).toBe(150);
  });

  test("keeps its value when all sources are silent, or none has ever reported", () => {
    expect(index(heard([160, 10_001], [161, 10_001]))).toBe(150);
    expect(index(heard())).toBe(150);
  });

  test("keeps a value set by hand, whatever sources report", () => {
    const market = heard([160, 0]);
    market.pinned = true;
    expect(index(market)).toBe(150);
  });

  test("is rounded to the nearest tick, halves up", () => {
    expect([index(heard([150.0004, 0])), index(heard([150.0005, 0]))]).toEqual([150, 150.001]);
  });

  test("refreshes its weights every five minutes, and missing weights at once", () => {
    const market = heard([150, 0], [152, 0]);
    const volumes = (one: number, other: number) => {
      market.sources[0]!.volume = one;
      market.sources[1]!.volume = other;
    };
    const indexAt = (ms: number) => {
      for (const source of market.sources) source.at = source.price > 0 ? BASE + ms : 0;
      return index(market, BASE + ms);
    };
    expect(indexAt(0)).toBe(151);
    volumes(1, 0);
    expect(indexAt(1_000)).toBe(151);
    volumes(1, 3);
    expect(indexAt(2_000)).toBe(151.5);
    volumes(3, 1);
    expect(indexAt(FIVE_MINUTES - 1_000)).toBe(151.5);
    expect(indexAt(FIVE_MINUTES)).toBe(150.5);
  });
});

test("a report that can't be of the market is not believed, and the others in it are", () => {
  const market = new SmallExchange();
  const { quoteMax } = market.sol.parameters;
  const report = (number: number, source: number, price: number) => ({
    market: number,
    source,
    price: priceE8(price),
    volume: quantityE8(7),
  });
  market.apply({
    type: "oracle_prices",
    at: millis(BASE),
    prices: [
      report(1, 0, ONE),
      report(0, 3, ONE),
      report(0, 0, 0),
      report(0, 1, quoteMax + 1),
      report(0, 2, 151 * ONE),
    ],
  });
  expect(market.sol.sources.map(({ price, at, volume }) => [price, at, volume])).toEqual([
    [0, 0, 0],
    [0, 0, 0],
    [151 * ONE, BASE, 7],
  ]);
  // It counts from the next tick on.
  expect(market.engine.market(0).index as number).toBe(150_000);
  market.apply({ type: "tick", at: millis(BASE + 1_000) });
  expect(market.engine.market(0).index as number).toBe(151_000);
});

test("reports of a source that was removed or never existed are ignored", () => {
  const market = new SmallExchange();
  const { sol } = market;
  sol.parameters = { ...sol.parameters, sources: ["a", "", "c"] };
  const prices = [0, 1, 2, 3].map((source) => ({ market: 0, source, price: priceE8(ONE), volume: quantityE8(0) }));
  market.apply({ type: "oracle_prices", at: millis(BASE), prices });
  expect(sol.sources.map(({ price }) => price as number)).toEqual([ONE, 0, ONE]);
});

test("a volume that is zero, or no whole number, counts as unknown", () => {
  const market = new SmallExchange();
  const volumes = [7, -7, 0.5].map((volume, source) => ({ market: 0, source, price: priceE8(ONE), volume }));
  market.apply({ type: "oracle_prices", at: millis(BASE), prices: volumes as never });
  expect(market.sol.sources.map(({ volume }) => volume as number)).toEqual([7, 0, 0]);
});

test("the highest price that the market can have is believed, and a higher one is not", () => {
  const market = new SmallExchange();
  const { quoteMax } = market.sol.parameters;
  const said = [quoteMax, quoteMax + 1].map((price, source) => ({
    market: 0,
    source,
    price: priceE8(price),
    volume: quantityE8(0),
  }));
  market.apply({ type: "oracle_prices", at: millis(BASE), prices: said });
  expect(market.sol.sources.slice(0, 2).map(({ problem }) => problem)).toEqual(["", "INDEX_TOO_LARGE"]);
});
