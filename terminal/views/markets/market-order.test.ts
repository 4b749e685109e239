import { describe, expect, test } from "bun:test";
import type { MarketSnapshot } from "../../session/asking/answers.ts";
import { listed, priceChange, type SortBy, sortedBy } from "./market-order.ts";

const figures = (close: number, open: number, amount: number, interest: number, funding: number) =>
  ({
    "24h_close": close,
    "24h_open": open,
    "24h_amount": amount,
    open_interest: interest,
    mark_price: close,
    est_funding_rate: funding,
  }) as MarketSnapshot;

const MARKETS = new Map([
  ["PERP_ETH_USDC", figures(3_000, 2_900, 500, 2, 0.0001)],
  ["PERP_BTC_USDC", figures(60_000, 61_000, 900, 1, -0.0002)],
  ["PERP_DOGE_USDC", figures(0.2, 0.1, 500, 100, 0)],
]);

const list = (change: Partial<Parameters<typeof listed>[0]> = {}) =>
  listed({
    symbols: [...MARKETS.keys()],
    marketOf: (symbol) => MARKETS.get(symbol),
    favourites: [],
    favouritesOnly: false,
    search: "",
    sorting: { by: "volume", isDescending: true },
    ...change,
  }).map((symbol) => symbol.split("_")[1]!);

describe("the list of markets", () => {
  test("can be sorted by each figure, with ties in order of name", () => {
    const by = (sort: SortBy, isDescending = true) => list({ sorting: { by: sort, isDescending } }).join(" ");
    expect(by("name", false)).toBe("BTC DOGE ETH");
    expect(by("last")).toBe("BTC ETH DOGE");
    expect(by("change")).toBe("DOGE ETH BTC");
    expect(by("volume")).toBe("BTC DOGE ETH");
    expect(by("interest")).toBe("BTC ETH DOGE");
    expect(by("funding")).toBe("ETH DOGE BTC");
    expect(by("funding", false)).toBe("BTC DOGE ETH");
  });

  test("has favourites first, or only favourites", () => {
    const favourites = ["PERP_DOGE_USDC"];
    expect(list({ favourites })).toEqual(["DOGE", "BTC", "ETH"]);
    expect(list({ favourites, favouritesOnly: true })).toEqual(["DOGE"]);
  });

  test("finds a market however its name is written", () => {
    for (const search of ["eth", "ETH-PERP", "eth perp", "PERP_ETH_USDC", " eth/"])
      expect(list({ search })).toEqual(["ETH"]);
    expect(list({ search: "xyz" })).toEqual([]);
  });

  test("has markets without figures last", () => {
    const symbols = ["PERP_NEW_USDC", ...MARKETS.keys()];
    for (const isDescending of [true, false]) {
      expect(list({ symbols, sorting: { by: "last", isDescending } }).at(-1)).toBe("NEW");
    }
  });
});

test("a column sorts descending first, names ascending, and pressing it again reverses it", () => {
  expect(sortedBy("last", { by: "name", isDescending: false })).toEqual({ by: "last", isDescending: true });
  expect(sortedBy("last", { by: "last", isDescending: true })).toEqual({ by: "last", isDescending: false });
  expect(sortedBy("name", { by: "last", isDescending: true })).toEqual({ by: "name", isDescending: false });
});

test("a change of price is exact, and its fraction of a zero price is 0", () => {
  expect(priceChange(3_001.34, 2_998.1)).toEqual({ amount: 3.24, fraction: expect.closeTo(0.00108, 5) });
  expect(priceChange(5, 0).fraction).toBe(0);
});
