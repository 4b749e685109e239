// Positions, leverage and the account, from request to answer. Interface 4.1 and 4.5, rules 4, 5.2 and 5.7, errors 8.5.

import { beforeEach, describe, expect, test } from "bun:test";
import { ApiVenue, BITCOIN, ETHER, START, type Trader } from "../testing/api-venue.ts";

let api: ApiVenue;
let alice: Trader;
let bob: Trader;

beforeEach(async () => {
  api = new ApiVenue();
  api.price(BITCOIN, 60000);
  api.price(ETHER, 3000);
  alice = await api.trader(10_000);
  bob = await api.trader(10_000);
});

const order = (side: string, order_price: number, order_quantity: number) => ({
  ...{ symbol: BITCOIN, side, order_type: "LIMIT", order_price, order_quantity },
});

/** Alice buys from Bob's resting order. */
async function aliceBuys(price: number, quantity: number): Promise<void> {
  await bob.call("POST", "/v1/order", order("SELL", price, quantity));
  expect((await alice.call("POST", "/v1/order", order("BUY", price, quantity))).data.status).toBe("FILLED");
}

describe("positions", () => {
  test("without positions, the rows are empty and the margin ratio is 1000 %", async () => {
    const { data } = await alice.call("GET", "/v1/positions");
    expect(data).toEqual({
      free_collateral: 10_000,
      account_value: 10_000,
      total_collateral_value: 10_000,
      total_unrealized_pnl: 0,
      total_pnl_24_h: 0,
      margin_ratio: 10,
      open_margin_ratio: expect.any(Number),
      initial_margin_ratio: 0,
      maintenance_margin_ratio: 0,
      current_margin_ratio_with_orders: 10,
      initial_margin_ratio_with_orders: 0,
      maintenance_margin_ratio_with_orders: 0,
      rows: [],
    });
  });

  test("a row has the size, the cost with fees, and the profit", async () => {
    await aliceBuys(60000, 0.1);
    api.price(BITCOIN, 61000);
    const { data } = await alice.call("GET", "/v1/positions");
    // 10,000 + 0.1 × 1,000 − 6,000 × 0.0006
    expect(data.account_value).toBe(10_096.4);
    expect(data.total_unrealized_pnl).toBe(100);
    expect(data.rows).toHaveLength(1);
    expect(data.rows[0]).toMatchObject({
      symbol: BITCOIN,
      position_qty: 0.1,
      cost_position: 6003.6,
      average_open_price: 60000,
      mark_price: 61000,
      settle_price: 0,
      // 0.1 × 1,000, without the fee.
      unrealized_pnl: 100,
      unsettled_pnl: 96.4,
      // Opened today, so this is the whole profit.
      pnl_24_h: 96.4,
      fee_24_h: 3.6,
      pending_long_qty: 0,
      pending_short_qty: 0,
      imr: 0.1,
      mmr: 0.006,
      leverage: 10,
      margin_mode: "CROSS",
      margin: 0,
      timestamp: START,
    });
    const short = (await bob.call("GET", `/v1/position/${BITCOIN}`)).data;
    expect(short).toMatchObject({ position_qty: -0.1, cost_position: -5998.2, unsettled_pnl: -101.8 });
    // A short of that size has a liquidation price above the mark; a fully backed long has none.
    expect(short.est_liq_price).toBeGreaterThan(61000);
    expect(data.rows[0].est_liq_price).toBeNull();
  });

  test("the last 24 hours' profit and fees are shown to the minute, earlier ones are not", async () => {
    await aliceBuys(60000, 0.1);
    api.now += 60_000;
    await bob.call("POST", "/v1/order", order("BUY", 60100, 0.04));
    await alice.call("POST", "/v1/order", order("SELL", 60100, 0.04));
    const now = (await alice.call("GET", "/v1/positions")).data;
    // Fees: 0.0006 of 6,000 and of 2,404.
    // 0.04 × 100 − 5.0424
    expect(now.rows[0]).toMatchObject({ position_qty: 0.06, mark_price: 60000, pnl_24_h: -1.0424, fee_24_h: 5.0424 });
    expect(now.total_pnl_24_h).toBe(-1.0424);
    expect((await alice.call("GET", "/v1/account_info")).data.total_pnl_24h).toBe(-1.0424);
    api.now += 86_399_999;
    expect((await alice.call("GET", "/v1/positions")).data.rows[0]).toMatchObject({ fee_24_h: 5.0424 });
    api.now += 1;
    const later = (await alice.call("GET", "/v1/positions")).data;
    // The purchase is now before the day: the 0.06 left lost 0.06 × 100 against the day's first price, and 1.4424 in fees.
    expect(later.rows[0]).toMatchObject({ position_qty: 0.06, pnl_24_h: -7.4424, fee_24_h: 1.4424 });
    api.now += 60_000;
    // A position held all day earns by the price's change since the last trade, at 60,100: −0.06 × 100, then 0.06 × 900.
    expect((await alice.call("GET", "/v1/positions")).data.total_pnl_24_h).toBe(-6);
    api.price(BITCOIN, 61000);
    const held = (await alice.call("GET", "/v1/positions")).data;
    expect(held.rows[0]).toMatchObject({ pnl_24_h: 54, fee_24_h: 0 });
    expect(held.total_pnl_24_h).toBe(54);
  });

  test("the total counts what was closed today, and a settlement changes nothing", async () => {
    await aliceBuys(60000, 0.1);
    api.price(BITCOIN, 61000);
    const day = async () => {
      const { rows, total_pnl_24_h } = (await alice.call("GET", "/v1/positions")).data;
      return { rows: rows.map((row: { pnl_24_h: number }) => row.pnl_24_h), total_pnl_24_h };
    };
    expect(await day()).toEqual({ rows: [96.4], total_pnl_24_h: 96.4 });
    api.apply({ type: "settle_pnl", account: alice.account, nonce: 0 });
    expect(await day()).toEqual({ rows: [96.4], total_pnl_24_h: 96.4 });
    await bob.call("POST", "/v1/order", order("BUY", 61000, 0.1));
    await alice.call("POST", "/v1/order", order("SELL", 61000, 0.1));
    // 0.1 × 1,000 − 3.6 − 3.66
    expect(await day()).toEqual({ rows: [], total_pnl_24_h: 92.74 });
  });

  test("a symbol without a position is a row of zeros", async () => {
    const { data } = await alice.call("GET", `/v1/position/${ETHER}?margin_mode=ISOLATED`);
    expect(data).toMatchObject({
      symbol: ETHER,
      position_qty: 0,
      cost_position: 0,
      average_open_price: 0,
      est_liq_price: null,
      margin_mode: "ISOLATED",
    });
    expect((await alice.call("GET", "/v1/position/PERP_FOO_USDC")).message).toBe("invalid symbol PERP_FOO_USDC");
  });
});

describe("leverage", () => {
  const set = (body: object, path = "/v1/client/leverages") => alice.call("POST", path, body);
  const get = async (symbol: string) => (await alice.call("GET", `/v1/client/leverage?symbol=${symbol}`)).data.leverage;

  test("is set for one symbol, under both names of the call", async () => {
    const answer = { symbol: BITCOIN, margin_mode: "CROSS", leverage: 25 };
    expect((await set({ symbol: BITCOIN, leverage: 25 })).data).toEqual(answer);
    expect(await get(BITCOIN)).toBe(25);
    expect(await get(ETHER)).toBe(10);
    expect((await set({ symbol: BITCOIN, leverage: "5" }, "/v1/client/leverage")).data.leverage).toBe(5);
    expect(await get(BITCOIN)).toBe(5);
  });

  test("is set for every symbol, each up to its maximum", async () => {
    const { data } = await set({ leverage: 60 });
    expect(data).toMatchObject({ margin_mode: "CROSS", leverage: 60 });
    const bySymbol = new Map(data.rows.map((row: { symbol: string; leverage: number }) => [row.symbol, row.leverage]));
    expect(bySymbol.get(BITCOIN)).toBe(60);
    expect(bySymbol.get("PERP_BNB_USDC")).toBe(50);
    expect(bySymbol.get("PERP_ARB_USDC")).toBe(10);
    expect(await get("PERP_ARB_USDC")).toBe(10);
  });

  test("both modes of every symbol are listed", async () => {
    const { rows } = (await alice.call("GET", "/v1/client/leverages")).data;
    expect(rows).toHaveLength(2 * api.engine.marketCount);
    expect(rows).toContainEqual({ symbol: BITCOIN, margin_mode: "ISOLATED", leverage: 10 });
  });

  test("is refused out of range, and when the margin does not suffice", async () => {
    expect(await set({ symbol: "PERP_ARB_USDC", leverage: 11 })).toMatchObject({ status: 400, code: -1005 });
    expect(await set({ symbol: "PERP_FOO_USDC", leverage: 5 })).toMatchObject({ status: 400, code: -1005 });
    await aliceBuys(60000, 1);
    expect(await set({ symbol: BITCOIN, leverage: 1 })).toMatchObject({ status: 400, code: -1101 });
    expect(await get(BITCOIN)).toBe(10);
  });

  test("is refused where the position is larger than the leverage allows", async () => {
    const rich = await api.trader(30_000_000);
    const body = { symbol: BITCOIN, order_type: "LIMIT", order_price: 60_000, order_quantity: 50, side: "BUY" };
    expect(await rich.call("POST", "/v1/order", body)).toMatchObject({ status: 200 });
    for (const path of ["/v1/client/leverage", "/v1/client/leverages"]) {
      const tooMuch = { status: 400, code: -1101, message: "position limit exceeded" };
      expect(await rich.call("POST", path, { symbol: BITCOIN, leverage: 100 })).toMatchObject(tooMuch);
    }
    await rich.call("DELETE", `/v1/orders?symbol=${BITCOIN}`);
  });
});

describe("the account", () => {
  test("holds the deposit", async () => {
    const [row] = (await alice.call("GET", "/v1/client/holding")).data.holding;
    expect(row).toEqual({
      token: "USDC",
      holding: 10_000,
      withdrawable: 10_000,
      frozen: 0,
      pending_short: 0,
      isolated_margin: 0,
      isolated_order_frozen: 0,
      updated_time: START,
    });
  });

  test("without money lists nothing, unless everything is asked for", async () => {
    const poor = await api.trader(0);
    expect((await poor.call("GET", "/v1/client/holding")).data).toEqual({ holding: [] });
    const { holding } = (await poor.call("GET", "/v1/client/holding?all=true")).data;
    expect(holding).toMatchObject([{ token: "USDC", holding: 0, updated_time: START }]);
  });

  test("shows its fees in basis points, and its limits by symbol", async () => {
    const { data } = await alice.call("GET", "/v1/client/info");
    expect(data).toMatchObject({
      account_id: alice.accountId,
      account_mode: "FUTURES",
      max_leverage: 100,
      taker_fee_rate: 6,
      maker_fee_rate: 3,
      futures_taker_fee_rate: 6,
      futures_maker_fee_rate: 3,
      maintenance_cancel_orders: false,
    });
    expect(data.imr_factor[BITCOIN]).toBe(9.1e-8);
    expect(data.max_notional[BITCOIN]).toBe(5_000_000);
  });

  test("has the same margin figures as the positions", async () => {
    await aliceBuys(60000, 0.1);
    await alice.call("POST", "/v1/order", order("BUY", 59000, 0.1));
    const {
      rows: _rows,
      total_unrealized_pnl: _unrealized,
      total_pnl_24_h,
      ...margin
    } = (await alice.call("GET", "/v1/positions")).data;
    expect((await alice.call("GET", "/v1/account_info")).data).toEqual({ ...margin, total_pnl_24h: total_pnl_24_h });
    expect(margin.initial_margin_ratio_with_orders).toBe(0.1);
  });
});
