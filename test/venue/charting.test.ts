// A charting library as it talks to a venue: the calls of the "universal data feed" client in its order, with the
// fields that it reads, against a real venue. The bars are those of `/v1/kline`.

import { beforeAll, describe, expect, test } from "bun:test";
import { call, type Row } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const SYMBOL = "PERP_LINK_USDC";
const MINUTE = 60;
const venue = venueOfFile();
let maker: Trader;
let taker: Trader;
/** The minute of the first trade, in seconds. */
let first: number;
let now: number;

interface Feed {
  readonly s: string;
  readonly errmsg?: string;
  readonly nextTime?: number;
  readonly t: number[];
  readonly o: number[];
  readonly h: number[];
  readonly l: number[];
  readonly c: number[];
  readonly v: number[];
  readonly a: number[];
  readonly [name: string]: unknown;
}

/** Reads the body whatever the status is, as the library does. */
async function ask(path: string, parameters: Record<string, string | number>): Promise<Feed> {
  const query = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)]));
  const answer = await fetch(`${venue.url}/v1/tv/${path}?${query}`);
  return (await answer.json()) as Feed;
}

const history = (resolution: string, from: number, to: number, more: Record<string, string | number> = {}) =>
  ask("history", { symbol: SYMBOL, resolution, from, to, ...more });

async function wait(seconds: number): Promise<void> {
  now = Math.floor((await advance(venue.url, seconds * 1_000)) / 1_000);
  await Promise.all([maker.synchronise(), taker.synchronise()]);
}

async function trade(price: number, quantity: number): Promise<void> {
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_price: price, order_quantity: quantity };
  accepted(await maker.order({ ...order, side: "SELL" }));
  accepted(await taker.order({ ...order, side: "BUY" }));
}

beforeAll(async () => {
  [maker, taker] = await Promise.all([newTrader(venue.url), newTrader(venue.url)]);
  await wait(0);
  await wait(MINUTE - (now % MINUTE) + 1);
  first = now - (now % MINUTE);
  await trade(14, 10);
  await trade(14.2, 5);
  await wait(3 * MINUTE);
  await trade(13.9, 2);
});

test("the configuration says that symbols come in columns, and at which resolutions", async () => {
  // The library sends no language.
  const config = await ask("config", {});
  expect(config).toMatchObject({
    success: true,
    s: "ok",
    supports_group_request: true,
    supports_search: false,
    supported_resolutions: ["1", "3", "5", "15", "30", "60", "240", "720", "1D", "1W", "1M"],
  });
  expect(typeof config.timestamp).toBe("number");
  expect(await ask("config", { locale: "en" })).toMatchObject({ s: "ok", d: { pullingInterval: { quotes: 1_000 } } });
});

test("symbols are listed for any group, each list of the same length", async () => {
  const { success, timestamp, s, ...columns } = await ask("symbol_info", { group: "NYSE" });
  expect([success, s]).toEqual([true, "ok"]);
  const lists = Object.values(columns) as unknown[][];
  for (const list of lists) expect(list).toHaveLength(13);
  const at = (columns.symbol as string[]).indexOf(SYMBOL);
  const link = Object.fromEntries(Object.entries(columns).map(([name, list]) => [name, (list as unknown[])[at]]));
  expect(link).toMatchObject({
    ticker: SYMBOL,
    description: "LINK / USDC perpetual",
    currency: "USDC",
    "base-currency": "LINK",
    "exchange-listed": "SVC",
    minmovement: 1,
    pricescale: 1_000,
    "session-regular": "24x7",
    "has-intraday": true,
    "supported-resolutions": ["1", "3", "5", "15", "30", "60", "240", "720", "1D", "1W", "1M"],
    expiration: null,
  });
});

describe("bars", () => {
  test("of a range of time have prices, volumes, and the last close where there was no trade", async () => {
    expect(await history("1", first, now + 1)).toMatchObject({
      s: "ok",
      t: [first, first + MINUTE, first + 2 * MINUTE, first + 3 * MINUTE],
      o: [14, 14.2, 14.2, 13.9],
      h: [14.2, 14.2, 14.2, 13.9],
      l: [14, 14.2, 14.2, 13.9],
      c: [14.2, 14.2, 14.2, 13.9],
      v: [15, 0, 0, 2],
    });
  });

  test("begin at `from` or later, and before `to`", async () => {
    expect((await history("1", first + 1, first + 3 * MINUTE)).t).toEqual([first + MINUTE, first + 2 * MINUTE]);
    expect((await history("1", first, first + 1)).t).toEqual([first]);
  });

  test("are counted back from `to`, wherever `from` is", async () => {
    expect((await history("1", now - 1, now + 1, { countback: 2 })).t).toEqual([
      first + 2 * MINUTE,
      first + 3 * MINUTE,
    ]);
    // More bars than there were trades, and more than there are years.
    expect((await history("1", -1_000_000, now + 1, { countback: 500 })).t).toHaveLength(4);
    expect((await history("1M", -9_000_000_000, now + 1, { countback: 5_000, currencyCode: "USDC" })).t).toHaveLength(
      1,
    );
  });

  test("of every resolution are the candles of `/v1/kline`", async () => {
    const words = { "1": "1m", "5": "5m", "15": "15m", "30": "30m", "60": "1h", "240": "4h", "720": "12h" };
    const days = { "1D": "1d", "1W": "1w", "1M": "1mon", D: "1d", W: "1w", M: "1mon" };
    for (const [resolution, type] of Object.entries({ ...words, ...days })) {
      const bars = await history(resolution, 0, now + 1);
      const candles = accepted(await call(`${venue.url}/v1/kline?symbol=${SYMBOL}&type=${type}`)).data.rows as Row[];
      const columns = (name: string) => candles.map((candle) => candle[name]);
      expect([resolution, bars.o, bars.h, bars.l, bars.c, bars.v] as unknown[]).toEqual([
        resolution,
        ...["open", "high", "low", "close", "volume"].map(columns),
      ]);
      expect(bars.t.map((second) => second * 1_000) as unknown[]).toEqual(columns("start_timestamp"));
      if (resolution in days && resolution.length === 1) continue;
      const klines = await ask("kline_history", { symbol: SYMBOL, resolution: type, to: now + 1 });
      expect([klines.s, klines.t, klines.c, klines.a] as unknown[]).toEqual(["ok", bars.t, bars.c, columns("amount")]);
    }
    const threes = await history("3", 0, now + 1);
    expect(threes.v.reduce((sum, volume) => sum + volume, 0)).toBe(17);
    for (const begin of threes.t) expect(begin % 180).toBe(0);
  });

  test("candles in columns end now or at `to`, and there are at most `limit` of them", async () => {
    const columns = (more: Record<string, string | number>) =>
      ask("kline_history", { symbol: SYMBOL, resolution: "1m", ...more });
    expect((await columns({})).t.at(-1)).toBe(first + 3 * MINUTE);
    expect((await columns({ limit: 2 })).a).toEqual([0, 27.8]);
    expect((await columns({ to: first + 2 * MINUTE, limit: 1 })).t).toEqual([first + MINUTE]);
    expect((await columns({ from: first + MINUTE })).v).toEqual([0, 0, 2]);
    expect(await columns({ to: first })).toMatchObject({ success: true, s: "no_data", t: [] });
  });

  test("an empty range names the nearest earlier bar, if there is one", async () => {
    expect(await history("1", now + 3_600, now + 7_200)).toMatchObject({
      success: true,
      s: "no_data",
      t: [],
      nextTime: first + 3 * MINUTE,
    });
    for (const [from, to] of [
      [0, first],
      [-10, 0],
      [-20, -10],
    ] as const) {
      const before = await history("1", from, to);
      expect([before.s, before.nextTime]).toEqual(["no_data", undefined]);
    }
    const untraded = await ask("history", { symbol: "PERP_ARB_USDC", resolution: "60", from: 0, to: now });
    expect([untraded.s, untraded.nextTime]).toEqual(["no_data", undefined]);
  });
});

const refusals: readonly (readonly [string, string])[] = [
  ["symbol_info", "group must not be blank"],
  ["history?resolution=1&from=0&to=1", "symbol must not be blank"],
  ["history?symbol=X&resolution=1&from=0&to=1", "invalid symbol X"],
  [`history?symbol=${SYMBOL}&from=0&to=1`, "resolution must not be blank"],
  [`history?symbol=${SYMBOL}&resolution=2&from=0&to=1`, 'resolution is invalid: "2", expected 1, 3, 5'],
  [`history?symbol=${SYMBOL}&resolution=1&from=2&to=1`, "from must not be after to"],
  [`history?symbol=${SYMBOL}&resolution=1&from=soon&to=1`, "from is invalid"],
  [`history?symbol=${SYMBOL}&resolution=1&from=0&to=1e300`, "to is invalid"],
  [`history?symbol=${SYMBOL}&resolution=1&from=0&to=1&countback=0`, "countback is invalid"],
  [`kline_history?symbol=${SYMBOL}&resolution=60`, "resolution is invalid"],
  [`kline_history?symbol=${SYMBOL}&resolution=1m&limit=1001`, "limit is invalid"],
  [`kline_history?symbol=${SYMBOL}&resolution=1m&from=2&to=1`, "from must not be after to"],
];
test.each(refusals)("%s is refused in words that both kinds of clients read", async (path, message) => {
  const answer = await fetch(`${venue.url}/v1/tv/${path}`);
  const body = (await answer.json()) as Record<string, unknown>;
  expect([answer.status, body.success, body.code, body.s]).toEqual([400, false, -1005, "error"]);
  expect(body.message).toStartWith(message);
  expect(body.errmsg).toBe(body.message as string);
});
