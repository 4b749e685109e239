// Past prices, as endpoints and topics show them. Streams 7.

import { beforeEach, expect, test } from "bun:test";
import { historyCharts, priceChanges } from "../../statistics/market-figures.ts";
import { ApiVenue, BITCOIN, START, type Trader } from "../testing/api-venue.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let api: ApiVenue;
let alice: Trader;
let bob: Trader;
beforeEach(async () => {
  api = new ApiVenue();
  [alice, bob] = [await api.trader(100_000), await api.trader(100_000)];
});

async function trade(price: number): Promise<void> {
  const order = { symbol: BITCOIN, order_type: "LIMIT", order_price: price, order_quantity: 0.1 };
  await bob.call("POST", "/v1/order", { ...order, side: "SELL" });
  await alice.call("POST", "/v1/order", { ...order, side: "BUY" });
}

const rowOf = <Row extends { symbol: string }>(rows: readonly Row[]): Row =>
  rows.find((row) => row.symbol === BITCOIN)!;

test("changes of up to a day count from the current minute, those of three days and more from midnight", async () => {
  // The time is 22:14 UTC; there is one price for each of the earlier days and hours below.
  const midnight = Math.floor(START / DAY) * DAY;
  await trade(60_000);
  const now = midnight + 31 * DAY + 22 * HOUR + 14 * 60_000 + 30_000;
  const minute = now - 30_000;
  const moments: readonly (readonly [number, number])[] = [
    [midnight + 24 * DAY - 1, 60_010],
    [midnight + 24 * DAY, 60_020],
    [midnight + 28 * DAY - 1, 60_030],
    [minute - DAY - 1, 60_040],
    [minute - DAY, 60_050],
    [minute - 4 * HOUR - 1, 60_060],
    [minute - HOUR - 1, 60_070],
    [minute - 30 * 60_000 - 1, 60_080],
    [minute - 5 * 60_000 - 1, 60_090],
    [minute - 1, 60_100],
  ];
  for (const [at, price] of moments) {
    api.now = at;
    await trade(price);
  }
  api.now = now;
  expect(rowOf(priceChanges(api.venue, now))).toEqual({
    symbol: BITCOIN,
    last_price: 60_100,
    "5m": 60_090,
    "30m": 60_080,
    "1h": 60_070,
    "4h": 60_060,
    "24h": 60_040,
    "3d": 60_030,
    "7d": 60_010,
    // The price before the first trade's day began does not exist: the first trade, late that day, counts.
    "30d": 60_000,
  });
  const points = (interval: "1w" | "1M" | "1d") => rowOf(historyCharts(api.venue, interval, now)).price_list;
  expect(points("1M")).toHaveLength(30);
  expect(points("1M").at(-1)).toEqual({ ts: midnight + 31 * DAY, price: 60_050 });
  expect(points("1w")).toHaveLength(28);
  expect(points("1d")).toHaveLength(24);
  expect(points("1d").at(-1)).toEqual({ ts: midnight + 31 * DAY + 22 * HOUR, price: 60_080 });
});

test("a market's price history begins with its first trade", async () => {
  expect(rowOf(priceChanges(api.venue, api.now))).toMatchObject({ last_price: 60_000, "5m": null, "30d": null });
  await trade(60_010);
  api.now = START + 2 * HOUR;
  expect(rowOf(priceChanges(api.venue, api.now))).toMatchObject({ "5m": 60_010, "1h": 60_010, "4h": null });
  const { price_list } = rowOf(historyCharts(api.venue, "4h", api.now));
  expect(price_list.map(({ ts }) => ts)).toEqual(
    Array.from({ length: price_list.length }, (_, i) => price_list[0]!.ts + i * 900_000),
  );
  expect(price_list[0]!.ts).toBeGreaterThan(START);
});
