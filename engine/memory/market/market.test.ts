import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { ticks } from "../../base/units.ts";
import { START } from "../../testing/setup.ts";
import { ONE } from "../../testing/small-exchange.ts";
import { defaultMarket, defaultMarkets } from "../../testing/vectors.ts";
import { FORMAT } from "../snapshot.ts";
import { Market, roundToTick } from "./market.ts";

test("a price is rounded to the nearest tick, halves up, and never to zero", () => {
  expect([14, 15, 24, 25, 26, 4, 0].map((price) => roundToTick(price, 10) as number)).toEqual([1, 2, 2, 3, 3, 1, 1]);
  expect([1, 2, 3, 4].map((price) => roundToTick(price, 3) as number)).toEqual([1, 1, 1, 1]);
});

test("one tick of one lot is a whole number of micros in every market", () => {
  expect(defaultMarkets.map((parameters) => new Market(0, parameters, ONE, START).unit)).toEqual(
    defaultMarkets.map((parameters) =>
      Number((BigInt(parameters.quoteTick) * BigInt(parameters.baseTick)) / 10n ** 10n),
    ),
  );
});

test("a copy of a market without its book has the market's figures", () => {
  const market = new Market(3, defaultMarket("PERP_SOL_USDC"), ONE, START);
  market.parameters = { ...market.parameters, baseMax: 7 };
  const moved = { state: "ACTIVE", spotIndex: 151, index: 152, mark: 153, last: 154, openInterest: 155 } as const;
  Object.assign(market, { ...moved, sumUnitaryFunding: 156, stillMark: 157 });
  const figures = (m: Market) => [
    m.spotIndex,
    m.index,
    m.mark,
    m.last,
    m.openInterest,
    m.sumUnitaryFunding,
    m.stillMark,
  ];
  const shown = (m: Market) => [m.number, m.parameters, m.state, m.ratios, m.tickE8, m.lotE8, m.unit, ...figures(m)];
  expect(figures(market)).toEqual([151, 152, 153, 154, 155, 156, 157]);
  expect(shown(market.withoutBook())).toEqual(shown(market));
});

describe("the price band", () => {
  test("contains every tick that the ratios allow and no other", () => {
    const parameters = defaultMarket("PERP_SOL_USDC");
    const market = new Market(0, parameters, ONE, START);
    const E10 = 10n ** 10n;
    const [range, scope] = [BigInt(parameters.priceRange), BigInt(parameters.priceScope)];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), (mark) => {
        market.mark = ticks(mark);
        market.moveBand();
        const { buyMax, buyMin, sellMin, sellMax } = market.band;
        const atMost = (price: number, ratio: bigint) => BigInt(price) * E10 <= BigInt(mark) * ratio;
        const atLeast = (price: number, ratio: bigint) => BigInt(price) * E10 >= BigInt(mark) * ratio;
        expect([atMost(buyMax, E10 + range), atMost(buyMax + 1, E10 + range)]).toEqual([true, false]);
        expect([atMost(sellMax, E10 + scope), atMost(sellMax + 1, E10 + scope)]).toEqual([true, false]);
        expect([atLeast(sellMin, E10 - range), atLeast(sellMin - 1, E10 - range)]).toEqual([true, false]);
        expect([atLeast(buyMin, E10 - scope), atLeast(buyMin - 1, E10 - scope)]).toEqual([true, false]);
      }),
    );
  });
});

test("a market's state survives its bytes, the band included", () => {
  const market = new Market(3, defaultMarket("PERP_BTC_USDC"), 60_000 * ONE, START);
  Object.assign(market, {
    state: "HALTED",
    stateReason: "INDEX_JUMP",
    stateDetail: "why",
    stateSince: 41,
    resumesAs: "REDUCE_ONLY",
    delistAt: 42,
    deepSince: 43,
    parameters: {
      ...market.parameters,
      priceRange: 44,
      fundingPeriodHours: 4,
      sources: ["one", "", "three", "four"],
      minSources: 2,
      capsWeights: true,
    },
    pinned: true,
    spotIndex: 605_000,
    index: 600_000,
    mark: 610_000,
    last: 5,
    openInterest: 7,
    basis: [1, -2.5, 3],
    lastFundingRate: -4,
    estFundingRate: 9,
    sumUnitaryFunding: -(10n ** 30n),
  });
  market.sources.push({ price: 6, at: 7, volume: 8, weight: 9, problem: "", problemAt: 0, isOld: false });
  market.sources[1] = { price: 1, at: 2, volume: 3, weight: 4, problem: "INDEX_ZERO", problemAt: 5, isOld: true };
  Object.assign(market.funding, {
    nextAt: 11,
    lastAt: 12,
    lastPeriodHours: 4,
    estimatedAt: 13,
    premiumSum: -(10n ** 20n),
    premiums: 14,
    pending: { fundingPeriodHours: 1, capFunding: 15, floorFunding: -16 },
  });
  Object.assign(market.health, {
    trouble: "INDEX_JUMP",
    freshSince: 21,
    agreedSince: 22,
    agreedLevel: 23,
    believedOnce: true,
    takesNextLevel: true,
    vouchedAt: 24,
    awaitsReport: true,
    inDoubt: true,
  });
  market.stillMark = 33;
  market.indexSamples = [{ at: 31, index: 32 }];
  market.moveBand();
  const out = new ByteWriter();
  market.write(out);
  const copy = new Market(3, defaultMarket("PERP_BTC_USDC"), ONE, START);
  const input = new ByteReader(out.view());
  input.format = FORMAT;
  copy.read(input);
  expect(input.done).toBe(true);
  expect(copy).toEqual(market);
});
