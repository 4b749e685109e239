// Trades as shown by the tape, the candles and the market snapshot, and what each still shows a day later. Interface
// 4.2, rules 13.

import { beforeAll, expect, test } from "bun:test";
import { call, type Row } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const symbol = "PERP_DOGE_USDC";
const venue = venueOfFile({ symbols: [symbol] });
let maker: Trader;
let taker: Trader;
beforeAll(async () => {
  [maker, taker] = await Promise.all([newTrader(venue.url), newTrader(venue.url)]);
});

const get = (path: string) => call(`${venue.url}${path}`);
const rowsOf = async (path: string): Promise<readonly Row[]> => accepted(await get(path)).data.rows!;

test("trades, snapshot and candles of a minute and its neighbours add up", async () => {
  const doge = { symbol, order_type: "LIMIT" };
  const synchronise = () => Promise.all([maker.synchronise(), taker.synchronise()]);
  const trade = async (side: string, price: number, quantity: number): Promise<void> => {
    const other = side === "BUY" ? "SELL" : "BUY";
    accepted(await maker.order({ ...doge, side: other, order_price: price, order_quantity: quantity }));
    accepted(await taker.order({ ...doge, side, order_price: price, order_quantity: quantity }));
  };
  // Starts right after a whole minute.
  const now = await advance(venue.url, 0);
  await advance(venue.url, 61_000 - (now % 60_000));
  await synchronise();
  await trade("BUY", 0.12, 1_000);
  await trade("SELL", 0.118, 500);
  await trade("BUY", 0.121, 250);
  await advance(venue.url, 120_000);
  await synchronise();
  await trade("SELL", 0.119, 100);

  const tape = await rowsOf(`/v1/public/market_trades?symbol=${symbol}&limit=600`);
  expect(tape.map((row) => [row.side, row.executed_price, row.executed_quantity])).toEqual([
    ["SELL", 0.119, 100],
    ["BUY", 0.121, 250],
    ["SELL", 0.118, 500],
    ["BUY", 0.12, 1_000],
  ]);
  expect(await rowsOf(`/v1/public/market_trades?symbol=${symbol}&limit=1`)).toEqual([tape[0]!]);

  const candles = await rowsOf(`/v1/kline?symbol=${symbol}&type=1m&limit=3`);
  expect(candles).toMatchObject([
    { open: 0.12, high: 0.121, low: 0.118, close: 0.121, volume: 1_750, amount: 209.25 },
    { open: 0.121, high: 0.121, low: 0.121, close: 0.121, volume: 0, amount: 0 },
    { close: 0.119, high: expect.any(Number), low: 0.119, volume: 100, amount: 11.9 },
  ]);
  for (const [i, candle] of candles.entries()) {
    expect(Number(candle.end_timestamp) - Number(candle.start_timestamp)).toBe(60_000);
    if (i > 0) expect(candle.start_timestamp).toBe(candles[i - 1]!.end_timestamp!);
    expect({ symbol: candle.symbol, type: candle.type }).toEqual({ symbol, type: "1m" });
  }
  for (const type of ["5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1mon", "1y"]) {
    const rows = await rowsOf(`/v1/kline?symbol=${symbol}&type=${type}&limit=1000`);
    expect(rows.reduce((sum, row) => sum + Number(row.volume), 0)).toBe(1_850);
    expect(rows.at(-1)).toMatchObject({ close: 0.119, type });
  }
  const snapshot = accepted(await get(`/v1/public/futures/${symbol}`)).data;
  expect(snapshot).toMatchObject({
    "24h_volume": 1_850,
    "24h_amount": 221.15,
    "24h_close": 0.119,
    "24h_high": 0.121,
    "24h_low": 0.118,
  });
  expect(snapshot.open_interest).toBe(650);

  // A day later no trade counts in the 24-hour figures, and the last price stays.
  await advance(venue.url, 25 * 3_600_000);
  await synchronise();
  const quiet = accepted(await get(`/v1/public/futures/${symbol}`)).data;
  expect(quiet).toMatchObject({ "24h_volume": 0, "24h_amount": 0, "24h_close": 0.119, open_interest: 650 });
});
