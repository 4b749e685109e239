import { expect, test } from "bun:test";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import { crowdOrders } from "./crowd-orders.ts";
import { DemoMarket } from "./demo-market.ts";
import { type LiveOrder, ladderChanges } from "./ladder-changes.ts";
import { type LadderView, ladderSide, RUNGS, type Rung } from "./quoted-ladder.ts";

const bitcoin = new DemoMarket(1, "PERP_BTC_USDC");
const { parameters } = defaultMarkets()[0]!;
/** With a tick of 0.1 USDC and a lot of 0.00001. */
const view: LadderView = {
  ...{ parameters, style: bitcoin.style, hash: bitcoin.hash, microsPerTickLot: 1 },
  ...{ fair: 600_000.4, spread: 1, fullness: 0 },
};

test("a ladder has fifty prices a side, a tick apart in the middle and wider further out", () => {
  const [bids, asks] = [ladderSide("BUY", view), ladderSide("SELL", view)];
  expect([bids.length, asks.length]).toEqual([RUNGS, RUNGS]);
  expect([bids[0]?.price, asks[0]?.price]).toEqual([600_000, 600_001]);
  expect(bids.slice(0, 4).map(({ price }) => price)).toEqual([600_000, 599_999, 599_997, 599_994]);
  for (const [inner, outer] of asks.slice(0, -1).map((rung, place) => [rung, asks[place + 1]!] as const)) {
    expect(outer.price).toBeGreaterThan(inner.price);
  }
  // Well within the range that a market accepts: price_range is 3 %.
  expect(asks.at(-1)!.price / 600_000).toBeLessThan(1.02);
});

test("the side that would fill a full position further is offered less, but never nothing", () => {
  const bought = (fullness: number) => ladderSide("BUY", { ...view, fullness })[0]!.quantity;
  expect(bought(1)).toBeLessThan(bought(0) / 8);
  expect(ladderSide("SELL", { ...view, fullness: 1 })[0]).toEqual(ladderSide("SELL", view)[0]!);
  for (const { price, quantity } of ladderSide("BUY", { ...view, fullness: 100 })) {
    expect(price * quantity).toBeGreaterThanOrEqual(parameters.minNotional);
  }
});

test("a ladder at the smallest prices ends above zero", () => {
  for (const { price } of ladderSide("BUY", { ...view, fair: 20.2 })) expect(price).toBeGreaterThan(0);
});

const live = (rungs: readonly Rung[], move = 0): LiveOrder[] =>
  rungs.map(({ price, quantity }, place) => ({ orderId: place + 1, price: price + move, quantity, executed: 0 }));

test("a ladder that is where it should be is left alone", () => {
  const quotes = ladderSide("SELL", view);
  expect(ladderChanges("SELL", quotes, live(quotes), 5)).toEqual([]);
});

test("when the price rises, sells in its way move to where orders are missing, and distant ones stay", () => {
  const before = ladderSide("SELL", view);
  const quotes = ladderSide("SELL", { ...view, fair: view.fair + 40 });
  const changes = ladderChanges("SELL", quotes, live(before), 5);
  expect(changes.length).toBeLessThan(14);
  const [first] = changes;
  expect(first).toMatchObject({ type: "amend", order: { orderId: 1 }, rung: { price: 600_041 } });
  const moved = changes.flatMap((change) => (change.type === "amend" ? [change.order.orderId] : []));
  const inTheWay = before.filter(({ price }) => price < 600_041).map((_, place) => place + 1);
  for (const orderId of inTheWay) expect(moved).toContain(orderId);
});

test("a book that was emptied fills from its middle, a few orders at a time", () => {
  const quotes = ladderSide("BUY", view);
  const changes = ladderChanges("BUY", quotes, live(quotes).slice(20), 5);
  expect(changes).toEqual(quotes.slice(0, 5).map((rung) => ({ type: "place", rung })));
});

test("an order that is mostly traded is refilled at its price", () => {
  const quotes = ladderSide("BUY", view).slice(0, 1);
  const [order] = live(quotes);
  const rest = { ...order!, quantity: 10, executed: 1_000 };
  expect(ladderChanges("BUY", quotes, [rest], 5)).toEqual([{ type: "amend", order: rest, rung: quotes[0]! }]);
});

test("unneeded orders are kept behind the ladder, but only a few", () => {
  const quotes = ladderSide("BUY", view);
  const behind = quotes.at(-1)!.price - 1_000;
  const spare = Array.from({ length: 14 }, (_, place) => ({
    ...{ orderId: 100 + place, price: behind - 100 * place, quantity: 1, executed: 0 },
  }));
  const changes = ladderChanges("BUY", quotes, [...live(quotes), ...spare], 5);
  expect(changes.map((change) => (change.type === "cancel" ? change.order.orderId : 0))).toEqual([113, 112, 111, 110]);
});

const crowd = (second: number, terms: { momentum?: number; position?: number } = {}) =>
  crowdOrders({ market: bitcoin, second, momentum: terms.momentum ?? 0, position: () => terms.position ?? 0 });
const day = Array.from({ length: 86_400 }, (_, second) => second);

test("the same second has the same orders, and trading comes in waves: some hours trade several times as much as others", () => {
  expect(day.slice(0, 600).map((second) => crowd(second))).toEqual(day.slice(0, 600).map((second) => crowd(second)));
  const quarters = new Map<number, number>();
  for (const second of day) {
    const quarter = Math.floor(second / 900);
    quarters.set(quarter, (quarters.get(quarter) ?? 0) + crowd(second).reduce((sum, { value }) => sum + value, 0));
  }
  const volumes = [...quarters.values()].toSorted((a, b) => a - b);
  const [calm, busy] = [volumes[9]!, volumes[86]!];
  expect(busy / calm).toBeGreaterThan(3);
});

test("the crowd follows a rising price, and sells when it holds too much", () => {
  const buys = (terms: Parameters<typeof crowd>[1]) => {
    const orders = day.slice(0, 20_000).flatMap((second) => crowd(second, terms));
    return orders.filter(({ side }) => side === "BUY").length / orders.length;
  };
  expect(buys({ momentum: 1 })).toBeGreaterThan(buys({}) + 0.15);
  expect(buys({ momentum: -1 })).toBeLessThan(buys({}) - 0.15);
  expect(buys({ position: 1_000_000 })).toBeLessThan(0.2);
  expect(buys({ position: -1_000_000 })).toBeGreaterThan(0.8);
});
