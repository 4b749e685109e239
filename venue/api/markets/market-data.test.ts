// Public market data, from request to answer. Interface 2.2 and 4.2, errors 8.2.

import { beforeEach, expect, test } from "bun:test";
import { millis, priceE8 } from "@evermark/engine";
import { ApiVenue, BITCOIN, START, type Trader } from "../testing/api-venue.ts";

let api: ApiVenue;
let alice: Trader;
let bob: Trader;

beforeEach(async () => {
  api = new ApiVenue();
  api.price(BITCOIN, 60000);
  alice = await api.trader(100_000);
  bob = await api.trader(100_000);
});

const order = (side: string, order_price: number, order_quantity: number) => ({
  ...{ symbol: BITCOIN, side, order_type: "LIMIT", order_price, order_quantity },
});

async function trade(price: number, quantity: number): Promise<void> {
  await bob.call("POST", "/v1/order", order("SELL", price, quantity));
  await alice.call("POST", "/v1/order", order("BUY", price, quantity));
}

test("the rules of a market are those it was listed with", async () => {
  const { data } = await api.get(`/v1/public/info/${BITCOIN}`);
  expect(data).toEqual({
    symbol: BITCOIN,
    quote_min: 0,
    quote_max: 10_000_000,
    quote_tick: 0.1,
    base_min: 0.00001,
    base_max: 100,
    base_tick: 0.00001,
    min_notional: 10,
    price_range: 0.03,
    price_scope: 0.4,
    std_liquidation_fee: 0.006,
    liquidator_fee: 0.003,
    claim_insurance_fund_discount: 0.0025,
    stop_slippage: 0.01,
    funding_period: 8,
    cap_funding: 0.003,
    floor_funding: -0.003,
    cap_ir: 0.0004,
    floor_ir: -0.0004,
    interest_rate: 0.0001,
    imr_factor: 9.1e-8,
    base_mmr: 0.006,
    base_imr: 0.01,
    liquidation_tier: 1,
    global_max_oi_cap: 100_000_000,
    status: "ACTIVE",
    status_reason: "OPERATOR",
    status_detail: "",
    status_time: START,
    in_doubt: false,
    created_time: START,
    updated_time: START,
  });
  const rows = (await api.get("/v1/public/info")).data.rows;
  expect(rows).toHaveLength(api.engine.marketCount);
  expect(rows.find((row: { symbol: string }) => row.symbol === BITCOIN)).toEqual(data);
  expect((await api.get("/v1/public/info/PERP_FOO_USDC")).message).toBe("invalid symbol PERP_FOO_USDC");
});

test("the rules of a market show its state, since when and why, and when it ends", async () => {
  const market = api.engine.findMarket(BITCOIN);
  const shown = async () => (await api.get(`/v1/public/info/${BITCOIN}`)).data;
  api.now += 1_000;
  api.apply({ type: "set_market_state", market, state: "REDUCE_ONLY", reason: "thin book" });
  const since = { status_reason: "OPERATOR", status_time: START + 1_000 };
  expect(await shown()).toMatchObject({ status: "REDUCE_ONLY", status_detail: "thin book", ...since });
  expect(await shown()).not.toHaveProperty("delist_time");
  const end = START + 3_600_000;
  api.apply({ type: "schedule_delisting", market, delistAt: millis(end) });
  expect(await shown()).toMatchObject({ status: "DELISTING", delist_time: end, ...since });
  api.apply({ type: "halt_venue", halted: true, reason: "moving house" });
  expect(await shown()).toMatchObject({ status: "HALTED", status_reason: "VENUE_HALT", status_detail: "moving house" });
});

test("a snapshot follows prices, positions and the trades of the day", async () => {
  await trade(60000, 0.1);
  await trade(60100, 0.2);
  const { data } = await api.get(`/v1/public/futures/${BITCOIN}`);
  expect(data).toMatchObject({
    symbol: BITCOIN,
    index_price: 60000,
    mark_price: 60000,
    sum_unitary_funding: 0,
    open_interest: 0.3,
    "24h_open": 60000,
    "24h_close": 60100,
    "24h_high": 60100,
    "24h_low": 60000,
    "24h_volume": 0.3,
    "24h_amount": 18020,
  });
  expect(data.next_funding_time).toBeGreaterThan(START);
  expect((await api.get("/v1/public/futures")).data.rows).toContainEqual(data);
  expect((await api.get("/v1/public/futures/PERP_FOO_USDC")).code).toBe(-1005);
});

test("in the last half hour before a delisting a snapshot and the streams show the expected settlement price", async () => {
  const market = api.engine.findMarket(BITCOIN);
  const end = START + 60_000;
  api.apply({ type: "set_market_state", market, state: "REDUCE_ONLY", reason: "" });
  api.apply({ type: "schedule_delisting", market, delistAt: millis(end) });
  const snapshot = async () => (await api.get(`/v1/public/futures/${BITCOIN}`)).data;
  api.now = millis(START + 15_000);
  expect(await snapshot()).not.toHaveProperty("expected_settlement_price");
  api.apply({ type: "tick" });
  api.apply({ type: "set_index_prices", prices: [{ market, price: priceE8(60_400 * 100_000_000) }] });
  // A quarter of the samples were taken at 60,000.
  expect(await snapshot()).toMatchObject({ index_price: 60_400, expected_settlement_price: 60_300 });
  api.now = millis(end);
  api.apply({ type: "tick" });
  expect(await snapshot()).not.toHaveProperty("expected_settlement_price");
});

test("a market whose index is in doubt shows it", async () => {
  const { parameters } = api.engine.market(api.engine.findMarket(BITCOIN));
  api.apply({ type: "start_session", resumesAt: millis(START) });
  api.apply({
    type: "list_market",
    parameters: { ...parameters, symbol: "PERP_XYZ_USDC", sources: ["one"] },
    price: priceE8(100_000_000),
  });
  expect((await api.get("/v1/public/info/PERP_XYZ_USDC")).data).toMatchObject({ in_doubt: true });
  expect((await api.get(`/v1/public/info/${BITCOIN}`)).data).toMatchObject({ in_doubt: false });
});

test("the tape is newest first, needs both parameters and has at most 500 trades", async () => {
  await trade(60000, 0.1);
  await trade(60100, 0.2);
  const tape = `/v1/public/market_trades?symbol=${BITCOIN}`;
  const row = { symbol: BITCOIN, side: "BUY", executed_timestamp: START };
  expect((await api.get(`${tape}&limit=100000`)).data.rows).toEqual([
    { ...row, executed_price: 60100, executed_quantity: 0.2 },
    { ...row, executed_price: 60000, executed_quantity: 0.1 },
  ]);
  expect((await api.get(`${tape}&limit=1`)).data.rows).toHaveLength(1);
  expect(await api.get(tape)).toMatchObject({ status: 400, success: false, code: -1005 });
  expect((await api.get("/v1/public/market_trades?limit=5")).status).toBe(400);
  expect((await api.get("/v1/public/market_trades?symbol=PERP_FOO_USDC&limit=5")).code).toBe(-1005);
});

test("the order book has the best level first on both sides and only what is visible", async () => {
  for (const [side, price] of [
    ["BUY", 59000],
    ["BUY", 59500],
    ["SELL", 61000],
    ["SELL", 60500],
  ] as const) {
    await alice.call("POST", "/v1/order", order(side, price, 0.1));
  }
  await bob.call("POST", "/v1/order", { ...order("BUY", 59400, 1), visible_quantity: 0 });
  const { data } = await alice.call("GET", `/v1/orderbook/${BITCOIN}`);
  expect(data).toEqual({
    bids: [
      { price: 59500, quantity: 0.1 },
      { price: 59000, quantity: 0.1 },
    ],
    asks: [
      { price: 60500, quantity: 0.1 },
      { price: 61000, quantity: 0.1 },
    ],
    timestamp: START,
  });
  const top = (await alice.call("GET", `/v1/orderbook/${BITCOIN}?max_level=1`)).data;
  expect(top.bids).toEqual([{ price: 59500, quantity: 0.1 }]);
  expect((await alice.call("GET", `/v1/orderbook/${BITCOIN}?max_level=100000`)).data.asks).toHaveLength(2);
  expect((await api.get(`/v1/orderbook/${BITCOIN}`)).status).toBe(401);
});

test("candles end with the current one", async () => {
  await trade(60000, 0.1);
  api.now += 60_000;
  await trade(60100, 0.2);
  const { rows } = (await api.get(`/v1/kline?symbol=${BITCOIN}&type=1m&limit=10`)).data;
  expect(rows.at(-1)).toEqual({
    symbol: BITCOIN,
    type: "1m",
    open: 60100,
    high: 60100,
    low: 60100,
    close: 60100,
    volume: 0.2,
    amount: 12020,
    start_timestamp: START + 60_000,
    end_timestamp: START + 120_000,
  });
  expect(rows.at(-2)).toMatchObject({ close: 60000, volume: 0.1, start_timestamp: START });
  const months = (await api.get(`/v1/kline?symbol=${BITCOIN}&type=1mon`)).data.rows;
  expect(months.at(-1)).toMatchObject({ type: "1mon", open: 60000, close: 60100 });
});

test("announcements and fee tags are empty lists where there are none", async () => {
  expect((await api.get("/v1/public/announcement")).data).toEqual({ rows: [] });
  expect((await api.get("/v1/public/broker/order_enums?broker_id=demo&include_archived=true")).data).toEqual([]);
  expect((await api.get("/v1/public/broker/order_enums?broker_id=unknown")).data).toEqual([]);
});

test("a wallet is known under the builders it opened accounts with", async () => {
  expect((await api.get("/v1/get_broker")).data.broker_id).toContain("demo");
  expect((await api.get(`/v1/get_broker?address=${alice.wallet}`)).data).toEqual({ broker_id: ["demo"] });
  expect((await api.get(`/v1/get_broker?address=0x${"f".repeat(40)}`)).data).toEqual({ broker_id: [] });
  expect((await api.get(`/v1/get_broker?address=${alice.wallet}&chain_type=SOL`)).data).toEqual({ broker_id: [] });
});

test("a caller is shown its address", async () => {
  expect((await api.get("/v1/ip_info")).data).toEqual({ ip: "127.0.0.1", city: "", region: "", checked: true });
});
