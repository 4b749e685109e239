// The mark price: the median of three views, clamped around the index. Rules 6.2.

import { describe, expect, test } from "bun:test";
import { millis, priceE8, quantityE8, ratioE10 } from "../../base/units.ts";
import type { MarketParameters } from "../../language/market-parameters.ts";
import { START } from "../../testing/setup.ts";
import { A, B, ONE, SmallExchange, shown } from "../../testing/small-exchange.ts";
import { price, pricesVector, rate } from "../../testing/vectors.ts";
import { markBand } from "./mark-band.ts";
import { type MarkInputs, markFrom } from "./mark-price.ts";

const quiet: MarkInputs = {
  index: 1_000_000,
  rate8h: 0,
  timeToFundingMs: 0,
  basis: [],
  bestBid: 0,
  bestAsk: 0,
  last: 0,
  up: 300_000_000,
  down: 300_000_000,
};
const from = (inputs: Partial<MarkInputs>) => markFrom({ ...quiet, ...inputs });

test("the worked example", () => {
  const { inputs, outputs } = pricesVector;
  const asPrice = (decimal: string) => Number(price(decimal));
  const found = markFrom({
    index: asPrice(inputs.index_price),
    rate8h: Number(rate(inputs.last_funding_rate_8h)),
    timeToFundingMs: inputs.time_to_next_funding_ms,
    basis: inputs.basis_samples.map(asPrice),
    bestBid: asPrice(inputs.best_bid),
    bestAsk: asPrice(inputs.best_ask),
    last: asPrice(inputs.last_price),
    // An eighth of the base initial margin of 1 %.
    up: Number(rate("0.00125")),
    down: Number(rate("0.00125")),
  });
  expect(found).toEqual({
    p1: asPrice(outputs.p1),
    p2: asPrice(outputs.p2),
    p3: asPrice(outputs.p3),
    median: asPrice(outputs.median),
    lower: asPrice(outputs.lower_bound),
    upper: asPrice(outputs.upper_bound),
    clamped: asPrice(outputs.median),
  });
});

test("the funding still to be paid moves the first view, rounded toward zero", () => {
  const half = 14_400_000;
  expect(from({ rate8h: 1_000_000, timeToFundingMs: half }).p1).toBe(1_000_050);
  expect(from({ rate8h: -1_000_000, timeToFundingMs: half }).p1).toBe(999_950);
  // 0.5 of a step, both ways.
  expect([10_000, -10_000].map((rate8h) => from({ rate8h, timeToFundingMs: half }).p1)).toEqual([1_000_000, 1_000_000]);
  expect(from({ rate8h: 1_000_000, timeToFundingMs: 0 }).p1).toBe(1_000_000);
});

test("the mean of fifteen minutes' basis moves the second view, toward zero; a minute without a snapshot counts 0", () => {
  expect(from({}).p2).toBe(1_000_000);
  expect([14, 15, 29, 30].map((basis) => from({ basis: [basis] }).p2 - 1_000_000)).toEqual([0, 1, 1, 2]);
  expect(from({ basis: [-10, -15, -4] }).p2).toBe(999_999);
  expect(from({ basis: Array.from({ length: 15 }, (_, i) => i) }).p2).toBe(1_000_007);
});

test("fifteen snapshots whose sum exceeds the exact integer range are added exactly", () => {
  // 15 × (2^50 + 1) is odd and above 2^53.
  expect(from({ basis: Array.from({ length: 15 }, () => 2 ** 50 + 1) }).p2).toBe(2 ** 50 + 1_000_001);
});

test("the third view is the median of bid, ask and last trade, or of those that exist", () => {
  const [bestBid, bestAsk] = [999_000, 1_001_001];
  const views = [
    from({ bestBid, bestAsk, last: 1_000_500 }),
    from({ bestBid, bestAsk, last: 900_000 }),
    from({ bestBid, bestAsk, last: 1_100_000 }),
    from({ bestBid, bestAsk }),
    from({ bestBid, last: 998_000 }),
    from({ bestAsk, last: 998_000 }),
    from({ bestBid }),
    from({ bestAsk }),
    from({}),
  ].map(({ p3 }) => p3);
  expect(views).toEqual([1_000_500, bestBid, bestAsk, 1_000_000, 998_000, 998_000, 1_000_000, 1_000_000, 1_000_000]);
});

test("a bid, an ask and a last trade count in the third view however low they are", () => {
  const views = [
    from({ bestBid: 1, bestAsk: 3, last: 1 }),
    from({ bestBid: 1, bestAsk: 3, last: 4 }),
    from({ bestBid: 1, bestAsk: 1, last: 4 }),
    from({ last: 1 }),
  ];
  expect(views.map(({ p3 }) => p3)).toEqual([1, 3, 1, 1]);
});

test("the median of the three is clamped, each bound rounded down", () => {
  const all = (basis: number) => Array.from({ length: 15 }, () => basis);
  const far = { basis: all(500_000), bestBid: 1_500_000, bestAsk: 1_500_000 };
  expect(from(far)).toMatchObject({ median: 1_500_000, upper: 1_030_000, clamped: 1_030_000 });
  const low = { basis: all(-500_000), bestBid: 500_000, bestAsk: 500_000 };
  expect(from(low)).toMatchObject({ median: 500_000, lower: 970_000, clamped: 970_000 });
  const odd = from({ ...far, index: 333, up: 100_000_000, down: 100_000_000 });
  expect([odd.lower, odd.upper]).toEqual([329, 336]);
  // One view alone moves nothing.
  expect(from({ bestBid: 1_500_000, bestAsk: 1_500_000 }).clamped).toBe(1_000_000);
});

describe("a market's mark", () => {
  const minute = (market: SmallExchange, n: number) => market.apply({ type: "tick", at: millis(START + n * 60_000) });

  // The impact notional of SOL is 1,000 USDC ÷ 0.01 = 100,000 USDC: more than 666 SOL at 150.
  test("remembers the basis of the last 15 minutes", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 1_000);
    for (let n = 1; n <= 17; n++) {
      const ask = market.rest(B, "SELL", 151 + n / 10, 1_000);
      minute(market, n);
      market.cancel(B, ask);
    }
    // The midpoint in minute n was 150 + n/20.
    expect(market.sol.basis.map((basis) => basis / (ONE / 20))).toEqual(Array.from({ length: 15 }, (_, i) => i + 3));
  });

  test("takes a snapshot of the basis once a minute, from what the impact notional would pay on both visible sides", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 400);
    market.rest(A, "BUY", 148, 1_000);
    market.rest(B, "SELL", 151, 300);
    market.rest(B, "SELL", 153, 1_000);
    minute(market, 1);
    for (const second of [1, 2, 59]) market.apply({ type: "tick", at: millis(START + 60_000 + second * 1_000) });
    // Selling: 59,600 at 149, then 272.97297297 at 148, on average 148.59437751. Buying: 45,300 at 151, then 357.51633986
    // at 153, on average 152.08747515.
    expect(market.sol.basis).toEqual([34_092_633]);
  });

  test("counts a minute as 0 where a side is too thin, and rounds the midpoint down", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 148, 1_000);
    // 99,900 visible and a hidden rest: too thin.
    const thin = market.rest(B, "SELL", 150, 1_000, { visible: quantityE8(666 * ONE) });
    minute(market, 1);
    market.cancel(B, thin);
    market.rest(B, "SELL", 150, 301);
    market.rest(B, "SELL", 151, 1_000);
    minute(market, 2);
    // Buying: 45,150 at 150, then 363.24503311 at 151, on average 150.54685397. The midpoint is 149.273426985.
    expect(market.sol.basis).toEqual([0, -72_657_302]);
  });

  test("counts a minute of a paused market as 0", () => {
    const market = new SmallExchange();
    const set = (state: "HALTED" | "ACTIVE") =>
      market.apply({ type: "set_market_state", at: START, market: 0, state, reason: "" });
    market.pin(150);
    const quote = () => [market.rest(A, "BUY", 149, 1_000), market.rest(B, "SELL", 152, 1_000)];
    quote();
    minute(market, 1);
    set("HALTED");
    minute(market, 2);
    set("ACTIVE");
    quote();
    minute(market, 3);
    const window = { startAt: millis(START + 200_000), endAt: millis(START + 250_000), message: "" };
    market.apply({ type: "schedule_maintenance", at: START, ...window });
    // In the window, and in the grace minute after it.
    for (const n of [4, 5, 6]) minute(market, n);
    expect(market.sol.basis).toEqual([ONE / 2, 0, ONE / 2, 0, 0, ONE / 2]);
  });

  test("counts a minute as 0 until the index has been reported after a start of the venue", () => {
    const market = new SmallExchange();
    market.rest(A, "BUY", 149, 1_000);
    market.rest(B, "SELL", 152, 1_000);
    const resumesAt = millis(START + 50_000);
    market.apply({ type: "start_session", at: resumesAt, resumesAt });
    minute(market, 1);
    market.pin(150);
    minute(market, 2);
    expect(market.sol.basis).toEqual([0, ONE / 2]);
  });

  test("hardly follows a moment's quotes on an empty book, and quotes of dust not at all", () => {
    const market = new SmallExchange({ priceRange: ratioE10(5_000_000_000) });
    const quotes = (size: number) => [market.rest(A, "BUY", 150.03, size), market.rest(B, "SELL", 150.05, size)];
    for (const order of quotes(1)) market.cancel(A, order);
    quotes(0.1);
    minute(market, 1);
    expect(market.sol.basis).toEqual([0]);
    quotes(1_000);
    minute(market, 2);
    market.apply({ type: "tick", at: millis(START + 121_000) });
    // 0.04 ÷ 15 = 0.00266666.
    expect([market.sol.basis, market.sol.mark as number]).toEqual([[0, ONE / 25], 150_003]);
  });

  test("stays within the least of its factor times the cap, its largest deviation, an eighth of base_imr, half the fee", () => {
    const clampedAt = (changes: Partial<MarketParameters>, bid = 170) => {
      const market = new SmallExchange({ ...changes, priceRange: ratioE10(5_000_000_000) });
      market.rest(A, "BUY", bid, 1_000);
      market.rest(B, "SELL", bid + 1, 1_000);
      for (let n = 1; n <= 5; n++) minute(market, n);
      market.apply({ type: "tick", at: millis(START + 301_000) });
      return market.engine.market(0).mark / 1_000;
    };
    // An eighth of 1 %, both ways; then of 2 %.
    expect([clampedAt({}), clampedAt({}, 130)]).toEqual([150.188, 149.813]);
    const margin = { baseImr: ratioE10(200_000_000), baseMmr: ratioE10(100_000_000) };
    expect(clampedAt({ ...margin, stdLiquidationFee: ratioE10(120_000_000) })).toBe(150.375);
    // Of a liquidation fee of 0.6 % the discount of 0.25 % is the claimer's: 0.175 % remains for each direction of the mark.
    expect(clampedAt(margin)).toBe(150.263);
    // An eighth of 50 %: 7 × 0.375 % and 1 % are less.
    const fee = { stdLiquidationFee: ratioE10(1_000_000_000), liquidatorFee: ratioE10(525_000_000) };
    const safe = { baseImr: ratioE10(5_000_000_000), baseMmr: ratioE10(2_500_000_000), ...fee };
    expect([clampedAt(safe), clampedAt({ ...safe, maxMarkDeviation: ratioE10(100_000_000) })]).toEqual([
      153.938, 151.5,
    ]);
    expect(clampedAt({ ...safe, markFactorTenths: 75 })).toBe(154.219);
  });

  test("follows at once an index set by hand, which ticks leave alone", () => {
    const market = new SmallExchange();
    market.pin(140);
    expect([market.sol.index, market.sol.mark] as number[]).toEqual([140_000, 140_000]);
    const report = { market: 0, source: 0, price: priceE8(155 * ONE), volume: quantityE8(0) };
    market.apply({ type: "oracle_prices", at: START, prices: [report] });
    minute(market, 1);
    expect([market.sol.index, market.sol.mark] as number[]).toEqual([140_000, 140_000]);
  });
});

test("a price set by hand must be one that the market could have, or nothing is set", () => {
  const market = new SmallExchange();
  const set = (...prices: [number, number][]) =>
    market.apply({
      type: "set_index_prices",
      at: START,
      prices: prices.map(([number, price]) => ({ market: number, price: priceE8(price) })),
    }).rejection;
  expect(shown(set([0, 140 * ONE], [1, ONE]))).toMatchObject({ code: -1005, detail: { market: 1 } });
  for (const price of [-1, market.sol.parameters.quoteMax + 1]) {
    expect(shown(set([0, 140 * ONE], [0, price]))).toMatchObject({
      code: -1005,
      message: "the price of PERP_SOL_USDC is not between 0 and quote_max",
      detail: { field: "PERP_SOL_USDC" },
    });
  }
  expect([market.sol.mark as number, market.sol.pinned]).toEqual([150_000, false]);
});

test("each term of the mark's largest deviation is rounded down", () => {
  const { parameters } = new SmallExchange().sol;
  const at = (changes: Partial<MarketParameters>) => markBand({ ...parameters, ...changes });
  expect(at({ markFactorTenths: 15, capFunding: ratioE10(1), floorFunding: ratioE10(-3) })).toEqual({ up: 1, down: 4 });
  expect(at({ baseImr: ratioE10(100_000_007) })).toEqual({ up: 12_500_000, down: 12_500_000 });
  const fee = { stdLiquidationFee: ratioE10(10_007), claimInsuranceFundDiscount: ratioE10(10_000) };
  expect(at(fee)).toEqual({ up: 3, down: 3 });
  // A discount above the fee leaves a deviation of 0, not a negative one.
  expect(at({ ...fee, stdLiquidationFee: ratioE10(9_000) })).toEqual({ up: 0, down: 0 });
});
