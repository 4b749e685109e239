import { expect, test } from "bun:test";
import { defaultMarkets } from "../configuration/default-markets.ts";
import { hashOfText } from "./random.ts";
import { SimulatedPrices } from "./simulated.ts";
import { SimulatedPath } from "./simulated-path.ts";

const markets = defaultMarkets();

/** Reports of the three sources of Bitcoin, in 10⁻⁸ USDC, at the seconds 0, 1, 60 and 86,400. */
const TAPE_OF_SEED_1 = [
  [5999570000000, 6000300000000, 6000210000000],
  [5999400000000, 6000110000000, 6000020000000],
  [5997590000000, 5997530000000, 5997310000000],
  [6197060000000, 6197740000000, 6196630000000],
];

function pricesOf(seed: number, second: number, market = 0): number[] {
  const reports = new SimulatedPrices(seed, markets).at(second);
  return (reports?.prices ?? []).filter((report) => report.market === market).map((report) => report.price);
}

test("the tape of seed 1 is the same on every machine", () => {
  expect([0, 1, 60, 86_400].map((second) => pricesOf(1, second))).toEqual(TAPE_OF_SEED_1);
});

test("another seed gives another tape", () => {
  expect(pricesOf(2, 60)).not.toEqual(pricesOf(1, 60));
});

test("every market has three sources with a volume, on ticks and inside its limits", () => {
  const reports = new SimulatedPrices(1, markets).at(1_000)?.prices ?? [];
  expect(reports.length).toBe(3 * markets.length);
  for (const { market, price, volume } of reports) {
    const { quoteTick, quoteMin, quoteMax } = markets[market]!.parameters;
    expect(price % quoteTick).toBe(0);
    expect(price).toBeGreaterThan(quoteMin);
    expect(price).toBeLessThanOrEqual(quoteMax);
    expect(volume).toBeGreaterThan(0);
  }
});

test("sources agree within a few basis points, so that none is clipped", () => {
  for (let second = 0; second < 2_000; second += 97) {
    const prices = pricesOf(1, second);
    expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.0006);
  }
});

test("a pinned market leaves the simulation, and only that one", () => {
  const simulation = new SimulatedPrices(1, markets);
  simulation.pin(0);
  const reported = new Set(simulation.at(5)?.prices.map((report) => report.market));
  expect([...reported]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("a freed market continues where its tape would be", () => {
  const simulation = new SimulatedPrices(1, markets);
  simulation.pin(3);
  simulation.free(3);
  expect(simulation.at(86_400)).toEqual(new SimulatedPrices(1, markets).at(86_400)!);
});

test("a market that has other sources is not simulated", () => {
  const reports = new SimulatedPrices(1, markets, new Set([0, 2])).at(5)?.prices ?? [];
  expect([...new Set(reports.map((report) => report.market))]).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
});

test("sources report under the numbers that the market has for them now", () => {
  const parameters = { ...markets[0]!.parameters, sources: ["", "b", "c", "", "d"] };
  const reports = new SimulatedPrices(1, [{ ...markets[0]!, parameters }]).at(0)?.prices ?? [];
  expect(reports.map(({ source }) => source)).toEqual([1, 2, 4]);
  expect(reports.map(({ price }) => price) as number[]).toEqual(TAPE_OF_SEED_1[0]!);
});

test("with every market pinned there is nothing to report", () => {
  const simulation = new SimulatedPrices(1, markets.slice(0, 1));
  simulation.pin(0);
  expect(simulation.at(5)).toBeNull();
});

test("a path starts at the initial price and stays between a third and three times it", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const path = new SimulatedPath({ seed, market: hashOfText("PERP_1000PEPE_USDC"), yearlyVolatility: 1.2 });
    expect(path.at(0)).toBe(1);
    for (let second = 0; second < 31_536_000; second += 400_003) {
      expect(path.at(second)).toBeGreaterThan(1 / 3);
      expect(path.at(second)).toBeLessThan(3);
    }
  }
});

test("a path has calm and wild hours: the fourth that moves most moves twice as much as the one that moves least", () => {
  const path = new SimulatedPath({ seed: 1, market: hashOfText("PERP_BTC_USDC"), yearlyVolatility: 0.5 });
  const hours: number[] = [];
  for (let hour = 0; hour < 400; hour++) {
    let moved = 0;
    for (let second = hour * 3_600; second < (hour + 1) * 3_600; second += 60) {
      moved += Math.abs(path.at(second + 60) / path.at(second) - 1);
    }
    hours.push(moved);
  }
  hours.sort((a, b) => a - b);
  const mean = (from: number) => hours.slice(from, from + 100).reduce((sum, moved) => sum + moved, 0) / 100;
  expect(mean(300) / mean(0)).toBeGreaterThan(2);
});

test("no second moves a market by more than a tenth of the margin that its largest leverage leaves", () => {
  const path = new SimulatedPath({ seed: 3, market: hashOfText("PERP_BTC_USDC"), yearlyVolatility: 0.5 });
  for (let second = 0; second < 200_000; second++) {
    expect(Math.abs(path.at(second + 1) / path.at(second) - 1)).toBeLessThan(0.0005);
  }
});

test("over a minute, a path moves about as much as its volatility says", () => {
  let squares = 0;
  let count = 0;
  for (let seed = 1; seed <= 20; seed++) {
    const path = new SimulatedPath({ seed, market: 1, yearlyVolatility: 0.5 });
    for (let second = 0; second < 60_000; second += 420) {
      const change = path.at(second + 60) / path.at(second) - 1;
      squares += change * change;
      count += 1;
    }
  }
  const yearly = Math.sqrt((squares / count) * (31_536_000 / 60));
  expect(yearly).toBeGreaterThan(0.4);
  expect(yearly).toBeLessThan(0.8);
});
