// Public data: each public call with its shape, and what it refuses. Interface 4.2, errors 8.2, rules 13.

import { beforeAll, expect, test } from "bun:test";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/expected-refusal.ts";
import { call, type Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let maker: Trader;
beforeAll(async () => {
  maker = await newTrader(venue.url, { claims: 5 });
});

const get = (path: string) => call(`${venue.url}${path}`);
const rowsOf = async (path: string): Promise<readonly Row[]> => accepted(await get(path)).data.rows!;

const RULES = [
  "symbol quote_min quote_max quote_tick base_min base_max base_tick min_notional price_range price_scope",
  "std_liquidation_fee liquidator_fee claim_insurance_fund_discount funding_period cap_funding floor_funding cap_ir",
  "floor_ir interest_rate imr_factor base_mmr base_imr liquidation_tier global_max_oi_cap created_time updated_time",
  "status status_reason status_detail status_time stop_slippage in_doubt",
].flatMap((line) => line.split(" "));
const SNAPSHOT = [
  "symbol index_price mark_price sum_unitary_funding est_funding_rate last_funding_rate next_funding_time open_interest",
  "24h_open 24h_close 24h_high 24h_low 24h_amount 24h_volume",
].flatMap((line) => line.split(" "));

/** Filters and risk parameters of some markets: rules 13. */
const markets: readonly (readonly [string, Row])[] = [
  [
    "PERP_BTC_USDC",
    { quote_tick: 0.1, base_tick: 0.00001, base_min: 0.00001, base_max: 100, base_imr: 0.01, imr_factor: 9.1e-8 },
  ],
  [
    "PERP_ETH_USDC",
    { quote_tick: 0.01, base_tick: 0.0001, base_max: 2_000, base_mmr: 0.006, cap_funding: 0.003, cap_ir: 0.0004 },
  ],
  [
    "PERP_SOL_USDC",
    { quote_tick: 0.001, base_tick: 0.01, liquidation_tier: 2, liquidator_fee: 0.003, cap_funding: 0.00375 },
  ],
  ["PERP_HYPE_USDC", { funding_period: 4, cap_funding: 0.02, floor_funding: -0.02, base_imr: 0.05, base_mmr: 0.025 }],
  ["PERP_1000PEPE_USDC", { quote_tick: 0.000001, base_tick: 1, base_max: 50_000_000, imr_factor: 0.0000033766 }],
  ["PERP_ARB_USDC", { quote_tick: 0.0001, base_imr: 0.1, base_mmr: 0.05, std_liquidation_fee: 0.012 }],
];

test("the thirteen markets show the rules that they are traded by", async () => {
  const rows = await rowsOf("/v1/public/info");
  expect(rows).toHaveLength(13);
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(expect.arrayContaining(RULES));
    expect(row).toMatchObject({
      quote_min: 0,
      quote_max: 10_000_000,
      min_notional: 10,
      price_range: 0.03,
      price_scope: 0.4,
    });
    // A second may have begun in between.
    const second = accepted(await get(`/v1/public/info/${row.symbol}`)).data;
    expect<unknown>({ ...second, updated_time: row.updated_time }).toEqual(row);
  }
  for (const [symbol, expected] of markets) expect(rows.find((row) => row.symbol === symbol)).toMatchObject(expected);
});

test("snapshots of one market and of all markets are the same, and complete", async () => {
  const rows = await rowsOf("/v1/public/futures");
  expect(rows).toHaveLength(13);
  for (const row of rows) {
    expect(Object.keys(row).sort()).toEqual([...SNAPSHOT].sort());
    for (const name of SNAPSHOT.slice(1)) expect({ name, type: typeof row[name] }).toEqual({ name, type: "number" });
    expect(accepted(await get(`/v1/public/futures/${row.symbol}`)).data.symbol).toBe(row.symbol);
  }
  const untraded = accepted(await get("/v1/public/futures/PERP_ARB_USDC")).data;
  // Without a trade yet, the mark price is shown instead.
  expect(untraded).toMatchObject({
    mark_price: 0.6,
    index_price: 0.6,
    "24h_open": 0.6,
    "24h_close": 0.6,
    "24h_volume": 0,
  });
});

const refusals: readonly (readonly [string, Refusal])[] = [
  ["/v1/public/futures/PERP_FOO_USDC", [400, -1005, "invalid symbol PERP_FOO_USDC"]],
  ["/v1/public/info/PERP_FOO_USDC", [400, -1005, "invalid symbol PERP_FOO_USDC"]],
  ["/v1/public/market_trades", [400, -1005, "symbol must not be blank"]],
  ["/v1/public/market_trades?limit=5", [400, -1005, "symbol must not be blank"]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC", [400, -1005, "limit must not be blank"]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=", [400, -1005, "limit must not be blank"]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=0", [400, -1005]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=-1", [400, -1005]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=1.5", [400, -1005]],
  ["/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=ten", [400, -1005]],
  ["/v1/public/market_trades?symbol=X&limit=1", [400, -1005, "invalid symbol X"]],
  ["/v1/public/broker/order_enums", [400, -1005, "broker_id must not be blank"]],
  ["/v1/public/broker/order_enums?broker_id=demo&include_archived=maybe", [400, -1005]],
  ["/v1/get_broker?address=0x12", [400, -1005]],
  ["/v1/kline?type=1m", [400, -1005, "symbol must not be blank"]],
  ["/v1/kline?symbol=PERP_BTC_USDC", [400, -1005, "type must not be blank"]],
  ["/v1/kline?symbol=X&type=1m", [400, -1005, "invalid symbol X"]],
  ["/v1/kline?symbol=PERP_BTC_USDC&type=2m", [400, -1005]],
  ["/v1/kline?symbol=PERP_BTC_USDC&type=1m&limit=1001", [400, -1005]],
  ["/v1/kline?symbol=PERP_BTC_USDC&type=1m&limit=0", [400, -1005]],
];
test.each(refusals)("%s is refused", async (path, refusal) => {
  expectRefusal(await get(path), refusal);
});

test("announcements, fee tags, builders and the caller's address have their shapes", async () => {
  expect(await rowsOf("/v1/public/announcement")).toEqual([]);
  for (const query of [
    "broker_id=demo",
    "broker_id=nobody",
    "broker_id=demo&include_archived=true&symbol=PERP_BTC_USDC&enum_id=X",
  ]) {
    const answer = await get(`/v1/public/broker/order_enums?${query}`);
    expectSuccess(answer);
    expect(answer.json.data as unknown).toEqual([]);
  }
  expect(accepted(await get("/v1/get_broker")).data.broker_id).toContain("demo");
  expect(accepted(await get(`/v1/get_broker?address=0x${"12".repeat(20)}`)).data.broker_id).toEqual([]);
  expect(accepted(await get("/v1/ip_info")).data).toMatchObject({ ip: "127.0.0.1", checked: expect.any(Boolean) });
});

test("health answers without limits and without the usual envelope", async () => {
  expect((await get("/health")).status).toBe(200);
});

test("index and mark prices follow a price set by hand, at once and on a tick", async () => {
  for (const price of [0.6, 0.61, 0.5999]) {
    await setPrice(venue.url, "PERP_ARB_USDC", price);
    const snapshot = accepted(await get("/v1/public/futures/PERP_ARB_USDC")).data;
    expect(snapshot).toMatchObject({ index_price: price, mark_price: price });
  }
  // Between two ticks: rounded to the nearest one, halves away from zero.
  await setPrice(venue.url, "PERP_ARB_USDC", 0.60005);
  expect(accepted(await get("/v1/public/futures/PERP_ARB_USDC")).data.index_price).toBe(0.6001);
});

test("the mark price stays between index and book, and never further from the index than its market allows", async () => {
  const symbol = "PERP_ARB_USDC";
  await setPrice(venue.url, symbol, 0.6);
  // More than the impact size of 1,000 USDC ÷ 0.1: smaller orders do not affect the basis.
  const arb = { symbol, order_type: "LIMIT", order_quantity: 20_000 };
  accepted(await maker.order({ ...arb, side: "SELL", order_price: 0.612 }));
  accepted(await maker.order({ ...arb, side: "BUY", order_price: 0.608 }));
  // The median of index, basis and book: there is no basis yet, so two of the three are the index.
  expect(accepted(await get(`/v1/public/futures/${symbol}`)).data.mark_price).toBe(0.6);
  // After fifteen minutes the basis equals the book's, and the median of the three is between.
  await advance(venue.url, 16 * 60_000);
  const { mark_price } = accepted(await get(`/v1/public/futures/${symbol}`)).data;
  // The book's middle is 1.67 % above the index, and the mark is limited to (1.2 % − 0.5 %) ÷ 2: fee less discount,
  // both ways.
  expect(mark_price).toBe(0.6021);
});
