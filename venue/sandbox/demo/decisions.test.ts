import { expect, test } from "bun:test";
import { Random } from "../../prices/random.ts";
import { crossedQuote, type MakerStyle, makerQuotes, type Quote } from "./maker-quotes.ts";
import { noiseOrder } from "./noise-taker.ts";
import { type LiveQuote, quoteChanges } from "./quote-changes.ts";
import { observe, type Trend, trendOrder } from "./trend-follower.ts";

const rules = {
  quote_min: 0,
  quote_max: 10_000_000,
  quote_tick: 0.1,
  base_min: 0.00001,
  base_max: 100,
  base_tick: 0.00001,
  min_notional: 10,
  price_range: 0.03,
  price_scope: 0.4,
};
const style: MakerStyle = { distances: [0.0004, 0.001, 0.002], firstNotional: 1_000, positionMax: 20_000 };
const fairPrice = 60_000;

test("a flat maker quotes evenly on both sides of the fair price, on tick and in lots", () => {
  expect(makerQuotes(style, { rules, fairPrice, position: 0 })).toEqual([
    { side: "BUY", level: 0, price: 59_976, quantity: 0.01667 },
    { side: "BUY", level: 1, price: 59_940, quantity: 0.02502 },
    { side: "BUY", level: 2, price: 59_880, quantity: 0.03757 },
    { side: "SELL", level: 0, price: 60_024, quantity: 0.01666 },
    { side: "SELL", level: 1, price: 60_060, quantity: 0.02497 },
    { side: "SELL", level: 2, price: 60_120, quantity: 0.03742 },
  ]);
});

test("a long maker quotes lower, and a full one buys further down and less, but never not at all", () => {
  const [bestBid] = makerQuotes(style, { rules, fairPrice, position: 0.1 });
  expect(bestBid?.price).toBeLessThan(59_976);
  const bids = (position: number) =>
    makerQuotes(style, { rules, fairPrice, position }).filter(({ side }) => side === "BUY");
  expect(bids(0.4)[0]).toEqual({ side: "BUY", level: 0, price: 59_918.4, quantity: 0.00289 });
  expect(bids(0.8)[0]).toEqual({ side: "BUY", level: 0, price: 59_860.8, quantity: 0.00072 });
  for (const { price, quantity } of bids(40)) {
    expect(price / fairPrice).toBeGreaterThan(0.975);
    expect(price * quantity).toBeGreaterThanOrEqual(rules.min_notional);
  }
});

test("an order that keeps a side off the book is traded with, one that does not is left alone", () => {
  const quotes = makerQuotes(style, { rules, fairPrice, position: 0 });
  const ask = quotes.find(({ side }) => side === "SELL");
  expect(crossedQuote(quotes, { side: "BUY", price: 60_024 })).toEqual(ask);
  expect(crossedQuote(quotes, { side: "BUY", price: 60_023.9 })).toBeUndefined();
  expect(crossedQuote(quotes, { side: "SELL", price: 59_976 })).toEqual(quotes[0]);
  expect(crossedQuote(quotes, { side: "SELL", price: 59_976.1 })).toBeUndefined();
  expect(crossedQuote(quotes, undefined)).toBeUndefined();
});

test("an order is never smaller than the market takes", () => {
  const [quote] = makerQuotes({ ...style, firstNotional: 1 }, { rules, fairPrice, position: 0 });
  expect((quote?.price ?? 0) * (quote?.quantity ?? 0)).toBeGreaterThanOrEqual(10);
});

function live(quotes: readonly Quote[], move = 0): LiveQuote[] {
  return quotes.map((quote, i) => ({ ...quote, price: quote.price + move, orderId: i + 1 }));
}

test("quotes that are near enough are left alone", () => {
  const wanted = makerQuotes(style, { rules, fairPrice, position: 0 });
  expect(quoteChanges(wanted, live(wanted, 5), fairPrice)).toEqual([]);
});

test("when the price has risen, sells get out of its way first, and then buys follow", () => {
  const wanted = makerQuotes(style, { rules, fairPrice, position: 0 });
  const changes = quoteChanges(wanted, live(wanted, -20), fairPrice);
  expect(changes.map((change) => change.type)).toEqual(["amend", "amend", "amend", "amend"]);
  expect(changes.map((change) => (change.type === "amend" ? change.orderId : 0))).toEqual([4, 5, 1, 2]);
});

test("what is missing is placed, what is not wanted any more is cancelled", () => {
  const wanted = makerQuotes(style, { rules, fairPrice, position: 0 }).slice(0, 2);
  const stray: LiveQuote = { side: "SELL", level: 0, price: 60_024, quantity: 1, orderId: 9 };
  expect(quoteChanges(wanted, [stray], fairPrice)).toEqual([
    { type: "cancel", orderId: 9 },
    { type: "place", quote: wanted[0]! },
    { type: "place", quote: wanted[1]! },
  ]);
});

test("an order that is mostly filled is replaced", () => {
  const wanted = makerQuotes(style, { rules, fairPrice, position: 0 }).slice(0, 1);
  const rest = { ...wanted[0]!, quantity: 0.005, orderId: 3 };
  expect(quoteChanges(wanted, [rest], fairPrice)).toEqual([
    { type: "cancel", orderId: 3 },
    { type: "place", quote: wanted[0]! },
  ]);
});

test("two orders for one quote: the second goes", () => {
  const wanted = makerQuotes(style, { rules, fairPrice, position: 0 }).slice(0, 1);
  const twice = [...live(wanted), { ...wanted[0]!, orderId: 7 }];
  expect(quoteChanges(wanted, twice, fairPrice)).toEqual([{ type: "cancel", orderId: 7 }]);
});

test("the same seed and prices give the same orders", () => {
  const draw = () => {
    const random = new Random(1, 2);
    return Array.from({ length: 3 }, () => noiseOrder(random, { rules, price: fairPrice, position: 0 }));
  };
  expect(draw()).toEqual(draw());
});

test("a taker with a full position only trades towards zero", () => {
  const random = new Random(1);
  for (let i = 0; i < 200; i++) {
    expect(noiseOrder(random, { rules, price: fairPrice, position: 0.1 }).side).toBe("SELL");
    expect(noiseOrder(random, { rules, price: fairPrice, position: -0.1 }).side).toBe("BUY");
  }
});

function trendAfter(prices: readonly number[]): Trend {
  return prices.reduce<Trend | undefined>(observe, undefined) ?? { short: 0, long: 0 };
}

test("a quiet market is left alone, a rising one is bought, and sold again when it turns", () => {
  const quiet = Array<number>(60).fill(fairPrice);
  const rising = [...quiet, ...Array.from({ length: 30 }, (_, i) => fairPrice + 10 * i)];
  const turned = [...rising, ...Array.from({ length: 60 }, (_, i) => fairPrice + 290 - 20 * i)];

  expect(trendOrder({ rules, trend: trendAfter(quiet), price: fairPrice, position: 0 })).toBeNull();
  expect(trendOrder({ rules, trend: trendAfter(rising), price: 60_290, position: 0 })).toEqual({
    side: "BUY",
    quantity: 0.02487,
    reduceOnly: false,
  });
  expect(trendOrder({ rules, trend: trendAfter(rising), price: 60_290, position: 0.02 })).toBeNull();
  expect(trendOrder({ rules, trend: trendAfter(turned), price: 59_110, position: 0.02 })).toEqual({
    side: "SELL",
    quantity: 0.02,
    reduceOnly: true,
  });
});
