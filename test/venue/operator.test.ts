// A market's operator from outside: which orders each market state accepts, scheduled maintenance, halts, delistings
// and changes of the market's parameters. Rules 11, errors 8.3.

import { beforeAll, describe, expect, test } from "bun:test";
import { BRACKET } from "./outside/algo-setup.ts";
import { expectRefusal, type Refusal } from "./outside/expected-refusal.ts";
import { type Answer, call, post, type Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { holdingOf } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const [BTC, ETH, SOL, LINK, NEAR] = ["BTC", "ETH", "SOL", "LINK", "NEAR"].map((base) => `PERP_${base}_USDC`) as [
  string,
  string,
  string,
  string,
  string,
];
const venue = venueOfFile({ calm: true });
let maker: Trader;
let taker: Trader;
beforeAll(async () => {
  [maker, taker] = await Promise.all([newTrader(venue.url, { claims: 5 }), newTrader(venue.url, { claims: 5 })]);
});

const control = (name: string, body: object) => post(`${venue.url}/sandbox/${name}`, body);
const market = (symbol: string, changes: object) => control("market", { symbol, ...changes });
const stateOf = async (symbol: string, state: string, reason = "") => {
  expect(accepted(await market(symbol, { state, reason })).data).toMatchObject({ symbol, state });
};
async function wait(ms: number): Promise<number> {
  const now = await advance(venue.url, ms);
  await Promise.all([maker.synchronise(), taker.synchronise()]);
  return now;
}
const orderOf = async (trader: Trader, id: unknown): Promise<Row> => accepted(await trader.get(`/v1/order/${id}`)).data;
const positionOf = async (trader: Trader, symbol: string): Promise<Row> =>
  accepted(await trader.get(`/v1/position/${symbol}`)).data;

/** The maker sells, the taker buys. */
async function trade(symbol: string, price: number, quantity: number): Promise<void> {
  await setPrice(venue.url, symbol, price);
  const order = { symbol, order_price: price, order_quantity: quantity };
  accepted(await maker.order({ ...order, side: "SELL" }));
  expect(accepted(await taker.order(order)).data.status).toBe("FILLED");
}

function expectState(answer: Answer, symbol: string, state: string): void {
  expectRefusal(answer, [400, -1012]);
  expect(answer.json.message).toContain(`${symbol} is ${state}`);
}

describe("market states", () => {
  test("REDUCE_ONLY accepts only closing orders, and cancels orders that would open", async () => {
    await trade(SOL, 150, 10);
    const opening = accepted(await taker.order({ symbol: SOL, order_price: 149, order_quantity: 1 })).data;
    const closing = accepted(await maker.order({ symbol: SOL, order_price: 148, order_quantity: 1 })).data;
    const own = await OutsideStream.openPrivate(venue, taker);
    await own.subscribe("executionreport");
    await stateOf(SOL, "REDUCE_ONLY", "thin book");
    expect((await own.take("executionreport", 1))[0]!.data).toMatchObject({
      orderId: opening.order_id,
      status: "CANCELLED",
      reason: "MARKET_STATE",
    });
    expect(await orderOf(maker, closing.order_id)).toMatchObject({ status: "NEW", reduce_only: true });
    const order = { symbol: SOL, order_price: 150, order_quantity: 1 };
    expectState(await taker.order(order), SOL, "REDUCE_ONLY");
    expectState(await maker.order({ ...order, side: "SELL" }), SOL, "REDUCE_ONLY");
    const sold = accepted(await taker.order({ ...order, side: "SELL", order_price: 148 })).data;
    expect(sold.status).toBe("FILLED");
    expect(await orderOf(taker, sold.order_id)).toMatchObject({ reduce_only: true, executed_quantity: 1 });
    expect((await positionOf(taker, SOL)).position_qty).toBe(9);
    await stateOf(SOL, "ACTIVE");
    accepted(await taker.order({ ...order, order_price: 140 }));
    accepted(await taker.delete(`/v1/orders?symbol=${SOL}`));
    own.close();
  });

  test("HALTED accepts only cancels; POST_ONLY accepts orders that rest", async () => {
    await setPrice(venue.url, LINK, 15);
    const order = { symbol: LINK, order_price: 15, order_quantity: 10 };
    const rests = accepted(await taker.order({ ...order, order_price: 14.9 })).data;
    const another = accepted(await taker.order({ ...order, order_price: 14.8 })).data;
    await stateOf(LINK, "HALTED", "a look at the feed");
    // Orders that would open a position are cancelled, as in REDUCE_ONLY.
    for (const { order_id } of [rests, another]) {
      expect((await orderOf(taker, order_id)).status).toBe("CANCELLED");
    }
    for (const order_type of ["LIMIT", "POST_ONLY", "IOC"]) {
      expectState(await taker.order({ ...order, order_type }), LINK, "HALTED");
    }
    accepted(await taker.delete(`/v1/orders?symbol=${LINK}`));
    expectRefusal(await market(LINK, { state: "HALTED" }), [400, -1012]);
    await stateOf(LINK, "POST_ONLY");
    const offer = accepted(await maker.order({ ...order, side: "SELL" })).data;
    expect(offer.status).toBe("NEW");
    expectState(await taker.order(order), LINK, "POST_ONLY");
    expectState(await taker.order({ ...order, order_type: "IOC" }), LINK, "POST_ONLY");
    expectState(
      await taker.order({ symbol: LINK, order_type: "MARKET", order_price: undefined, order_quantity: 10 }),
      LINK,
      "POST_ONLY",
    );
    expectState(await taker.order({ ...order, order_type: "POST_ONLY" }), LINK, "POST_ONLY");
    accepted(await taker.order({ ...order, order_type: "POST_ONLY", order_price: 14.9 }));
    accepted(await taker.order({ ...order, order_price: 14.8 }));
    await stateOf(LINK, "ACTIVE");
    expect(accepted(await taker.order(order)).data.status).toBe("FILLED");
    accepted(await taker.delete(`/v1/orders?symbol=${LINK}`));
  });

  test("a paused market liquidates no account until it resumes", async () => {
    const poor = await newTrader(venue.url);
    accepted(await poor.post("/v1/client/leverages", { symbol: BTC, leverage: 50 }));
    await setPrice(venue.url, BTC, 60_000);
    const order = { symbol: BTC, order_price: 60_000, order_quantity: 5 };
    accepted(await maker.order({ ...order, side: "SELL" }));
    accepted(await poor.order(order));
    expectRefusal(await poor.post("/v1/client/leverage", { symbol: BTC, leverage: 10 }), [400, -1101]);
    await stateOf(BTC, "HALTED");
    await setPrice(venue.url, BTC, 58_300);
    const offers = async () => accepted(await call(`${venue.url}/v1/public/liquidation`)).data.rows!;
    expect(await offers()).toEqual([]);
    expect((await positionOf(poor, BTC)).mark_price).toBe(58_300);
    await stateOf(BTC, "ACTIVE");
    const [offer] = await offers();
    expect(offer!.positions_by_perp).toMatchObject([{ symbol: BTC }]);
    accepted(await taker.post("/v1/liquidation", { liquidation_id: offer!.liquidation_id, ratio_qty_request: 1 }));
    await setPrice(venue.url, BTC, 60_000);
  });

  const refused: readonly (readonly [string, object, number, string])[] = [
    ["no symbol", { symbol: undefined, state: "HALTED" }, -1005, "symbol must not be blank"],
    ["an unknown symbol", { symbol: "PERP_FOO_USDC", state: "HALTED" }, -1005, "invalid symbol PERP_FOO_USDC"],
    ["an unknown state", { state: "CLOSED" }, -1005, "state"],
    ["a state that it can't go to", { state: "NEW" }, -1012, "can't become NEW"],
    ["a delisting while it is active", { delist_time: 9_000_000_000_000 }, -1012, "REDUCE_ONLY"],
    ["a delisting without a time", { state: "DELISTING" }, -1012, "can't become DELISTING"],
    ["a price range of 0", { price_range: 0 }, -1005, "price_range"],
    ["a price scope of 1", { price_scope: 1 }, -1005, "price_scope"],
    ["a funding period of 3 hours", { funding_period: 3 }, -1005, "funding_period"],
    ["a cap below 0", { cap_funding: -0.1 }, -1005, "cap_funding"],
    ["a floor above 0", { floor_funding: 0.1 }, -1005, "floor_funding"],
    ["a maximum of nothing", { max_notional: 0 }, -1005, "max_notional"],
    ["a cap that is a word", { global_max_oi_cap: "x" }, -1005, "global_max_oi_cap"],
  ];
  test.each(refused)("%s is refused", async (_, changes, code, message) => {
    const answer = await market(ETH, changes);
    expectRefusal(answer, [400, code]);
    expect(answer.json.message).toContain(message);
  });
});

describe("market rules", () => {
  const ruleOf = async (symbol: string) => accepted(await call(`${venue.url}/v1/public/info/${symbol}`)).data;

  test("a narrower price range at once cancels orders outside it", async () => {
    await setPrice(venue.url, ETH, 3_000);
    const order = { symbol: ETH, side: "SELL", order_quantity: 0.1 };
    const far = accepted(await maker.order({ ...order, order_price: 2_950 })).data;
    const near = accepted(await maker.order({ ...order, order_price: 2_990 })).data;
    accepted(await market(ETH, { price_range: 0.01, price_scope: "0.2" }));
    expect(await ruleOf(ETH)).toMatchObject({ price_range: 0.01, price_scope: 0.2 });
    expect((await orderOf(maker, far.order_id)).status).toBe("CANCELLED");
    expect((await orderOf(maker, near.order_id)).status).toBe("NEW");
    expectRefusal(await maker.order({ ...order, order_price: 2_950 }), [400, -1105]);
    expectRefusal(await maker.order({ ...order, order_price: 3_700 }), [400, -1105]);
    accepted(await market(ETH, { price_range: 0.03, price_scope: 0.4 }));
    accepted(await maker.delete(`/v1/orders?symbol=${ETH}`));
  });

  test("new limits on positions and open interest apply from then on", async () => {
    const order = { symbol: ETH, order_price: 3_000, order_quantity: 1 };
    const bracket = { ...BRACKET, symbol: ETH, quantity: 1 };
    const resting = accepted(await taker.order({ ...order, order_quantity: 0.1 })).data;
    const entry = accepted(await taker.post("/v1/algo/order", { ...bracket, quantity: 0.1 })).data;
    const same = { order_id: resting.order_id, symbol: ETH, side: "BUY", order_type: "LIMIT" };
    for (const [rules, message] of [
      [{ max_notional: 2_000 }, "position limit exceeded"],
      [{ max_notional: 5_000_000, global_max_oi_cap: 2_000 }, "open interest limit exceeded"],
    ] as const) {
      accepted(await market(ETH, rules));
      const tooMuch: Refusal = [400, -1101, message];
      expectRefusal(await taker.order(order), tooMuch);
      expectRefusal(await taker.put("/v1/order", { ...same, order_quantity: 1 }), tooMuch);
      expectRefusal(await taker.post("/v1/algo/order", bracket), tooMuch);
      expectRefusal(await taker.put("/v1/algo/order", { order_id: entry.order_id, quantity: 1 }), tooMuch);
    }
    accepted(await taker.delete("/v1/algo/orders"));
    expect(await ruleOf(ETH)).toMatchObject({ global_max_oi_cap: 2_000 });
    accepted(await market(ETH, { global_max_oi_cap: 100_000_000 }));
    accepted(await taker.order(order));
    accepted(await taker.delete(`/v1/orders?symbol=${ETH}`));
  });

  test("new funding terms apply from the next funding time on", async () => {
    accepted(await market(NEAR, { funding_period: 1, cap_funding: 0.001, floor_funding: -0.001 }));
    const now = await wait(0);
    await wait(8 * 3_600_000 - (now % (8 * 3_600_000)) + 1_000);
    expect(await ruleOf(NEAR)).toMatchObject({ funding_period: 1, cap_funding: 0.001, floor_funding: -0.001 });
    const [rate] = [accepted(await call(`${venue.url}/v1/public/funding_rate/${NEAR}`)).data];
    expect(Number(rate!.next_funding_time) - (await wait(0))).toBeLessThanOrEqual(3_600_000);
  });
});

describe("maintenance", () => {
  const info = async () => accepted(await call(`${venue.url}/v1/public/system_info`)).data;
  const schedule = (body: object) => control("maintenance", body);

  test("a window is announced, runs, and is followed by a minute of post-only trading", async () => {
    const tape = await OutsideStream.openPublic(venue, taker.accountId);
    await tape.subscribe("maintenance_status");
    const none = { status: 0, msg: "", scheduled_maintenance: null };
    expect((await tape.take("maintenance_status", 1))[0]!.data).toEqual(none);
    expect(await info()).toEqual({ status: 0, msg: "" } as never);
    accepted(await maker.post("/v1/client/maintenance_config", { maintenance_cancel_order_flag: true }));
    expect(accepted(await maker.get("/v1/client/info")).data.maintenance_cancel_orders).toBe(true);
    const order = { symbol: BTC, order_price: 59_000, order_quantity: 0.01 };
    const goes = accepted(await maker.order(order)).data;
    const stays = accepted(await taker.order(order)).data;
    const trigger = { symbol: BTC, algo_type: "STOP", type: "MARKET", side: "SELL", trigger_price: 50_000 };
    const waits = accepted(await taker.post("/v1/algo/order", { ...trigger, quantity: 0.01 })).data;

    const now = await wait(0);
    const [start, end] = [now + 5_000, now + 25_000];
    accepted(await schedule({ start_time: start, end_time: end, message: "an upgrade" }));
    const shown = { startTime: start, endTime: end };
    expect(await info()).toEqual({ status: 0, msg: "an upgrade", scheduled_maintenance: shown } as never);
    const window = { ...shown, start_time: start, end_time: end };
    const announced = (await tape.take("maintenance_status", 2))[1]!;
    expect(announced.data).toEqual({ status: 0, msg: "an upgrade", scheduled_maintenance: window });
    expect((await taker.order(order)).status).toBe(200);
    accepted(await taker.delete("/v1/orders?symbol=PERP_ETH_USDC"));

    await wait(6_000);
    expect(await info()).toEqual({ status: 2, msg: "an upgrade", scheduled_maintenance: shown } as never);
    const started = (await tape.take("maintenance_status", 3))[2]!;
    expect(started.data).toEqual({ status: 2, msg: "an upgrade", scheduled_maintenance: window });
    expect((await orderOf(maker, goes.order_id)).status).toBe("CANCELLED");
    expect((await orderOf(taker, stays.order_id)).status).toBe("NEW");
    const closed = [503, -1011, "The system is under maintenance."] as const;
    expectRefusal(await taker.order(order), closed);
    expectRefusal(await taker.order({ ...order, order_type: "POST_ONLY" }), closed);
    const amended = { order_id: stays.order_id, symbol: BTC, side: "BUY", order_type: "LIMIT", order_price: 58_900 };
    expectRefusal(await taker.put("/v1/order", amended), closed);
    expectRefusal(await taker.post("/v1/algo/order", { ...trigger, quantity: 1 }), closed);
    expectRefusal(await taker.put("/v1/algo/order", { order_id: waits.order_id, quantity: 0.02 }), closed);
    const batch = accepted(
      await taker.post("/v1/batch-order", { orders: [{ ...order, side: "BUY", order_type: "LIMIT" }] }),
    );
    expect(batch.data.rows![0]!.error_message).toContain("maintenance");
    expect(accepted(await taker.delete(`/v1/order?symbol=${BTC}&order_id=${stays.order_id}`)).data.status).toBe(
      "CANCELLED",
    );
    // Prices continue during maintenance.
    await setPrice(venue.url, BTC, 60_100);
    expect(accepted(await call(`${venue.url}/v1/public/futures/${BTC}`)).data.index_price).toBe(60_100);

    await wait(20_000);
    expect(await info()).toEqual({ status: 0, msg: "" } as never);
    expectRefusal(await taker.order(order), [503, -1011]);
    expectRefusal(await taker.order({ ...order, order_type: "IOC" }), [503, -1011]);
    const rests = accepted(await taker.order({ ...order, order_type: "POST_ONLY" })).data;
    expect(rests.status).toBe("NEW");
    await wait(61_000);
    expect(accepted(await taker.order(order)).data.status).toBe("NEW");
    expect((await tape.take("maintenance_status", 4))[3]!.data).toEqual(none);
    accepted(await taker.delete("/v1/orders"));
    accepted(await taker.delete("/v1/algo/orders"));
    accepted(await maker.post("/v1/client/maintenance_config", { maintenance_cancel_order_flag: false }));
    tape.close();
  });

  test("a window can be cancelled, and an impossible one is refused", async () => {
    const now = await wait(0);
    accepted(await schedule({ start_time: now + 60_000, end_time: now + 120_000 }));
    accepted(await schedule({ start_time: 0 }));
    expect(await info()).toEqual({ status: 0, msg: "" } as never);
    const wrong: readonly (readonly [object, number, string])[] = [
      [{}, -1005, "start_time must not be blank"],
      [{ start_time: "soon", end_time: now }, -1005, "start_time"],
      [{ start_time: now + 60_000 }, -1005, "end_time"],
      [{ start_time: now + 60_000, end_time: now + 60_000 }, -1005, "end_time"],
      [{ start_time: now - 60_000, end_time: now - 1_000 }, -1005, "end_time"],
      [{ start_time: 0 }, -1012, ""],
    ];
    for (const [body, code, message] of wrong) {
      const answer = await schedule(body);
      expectRefusal(answer, [400, code]);
      expect(answer.json.message).toContain(message);
    }
  });
});

test("a halt of the venue stops every market, and each resumes in its former state", async () => {
  await stateOf(SOL, "REDUCE_ONLY");
  const halt = (halted: unknown) => control("halt", { halted, reason: "a look at the books" });
  const rests = accepted(await taker.order({ order_price: 50_000 })).data;
  accepted(await halt(true));
  expect((await orderOf(taker, rests.order_id)).status).toBe("CANCELLED");
  for (const symbol of [BTC, ETH, SOL]) {
    expectState(await taker.order({ symbol, order_price: 100, order_quantity: 1 }), symbol, "HALTED");
  }
  expectRefusal(await market(BTC, { state: "ACTIVE" }), [400, -1012]);
  expectRefusal(await halt(true), [400, -1012]);
  accepted(await halt(false));
  expectRefusal(await halt(false), [400, -1012]);
  expectRefusal(await halt("yes"), [400, -1005]);
  expectRefusal(await halt(undefined), [400, -1005]);
  expect(accepted(await taker.order({ order_price: 50_000 })).data.status).toBe("NEW");
  expectState(await taker.order({ symbol: SOL, order_price: 150, order_quantity: 1 }), SOL, "REDUCE_ONLY");
  accepted(await taker.delete("/v1/orders"));
});

test("withdrawals are paused and resumed; doing so twice changes nothing", async () => {
  const withdrawals = (state: unknown) => control("withdrawals", { state });
  for (const state of ["paused", "paused", "running"]) accepted(await withdrawals(state));
  expectRefusal(await withdrawals("stopped"), [400, -1005]);
  expectRefusal(await withdrawals(undefined), [400, -1005]);
});

test("a delisting closes every position at the mean of the last half hour, without a fee", async () => {
  const AVAX = "PERP_AVAX_USDC";
  await trade(AVAX, 28, 100);
  const before = await Promise.all([maker, taker].map(holdingOf));
  const past = accepted(await market(AVAX, { state: "REDUCE_ONLY" })).data;
  expect(past.state).toBe("REDUCE_ONLY");
  const now = await wait(0);
  const late = await market(AVAX, { delist_time: now - 1 });
  expectRefusal(late, [400, -1005]);
  expect(late.json.message).toContain("delist_time");
  const at = Math.ceil(now / 15_000) * 15_000 + 1_800_000;
  expect(accepted(await market(AVAX, { delist_time: at })).data.state).toBe("DELISTING");
  const order = { symbol: AVAX, order_price: 28, order_quantity: 1 };
  expectState(await taker.order(order), AVAX, "DELISTING");
  const closing = accepted(await taker.order({ ...order, side: "SELL", order_price: 29 })).data;
  // For half of the half hour the index is 28, then 30: the mean is 29.
  const half = Math.ceil(now / 15_000) * 15_000 + 900_000;
  await wait(half - now + 1_000);
  await setPrice(venue.url, AVAX, 30);
  expect((await positionOf(taker, AVAX)).position_qty).toBe(100);
  await wait(900_000);
  expect((await orderOf(taker, closing.order_id)).status).toBe("CANCELLED");
  expectState(await taker.order({ ...order, side: "SELL" }), AVAX, "DELISTED");
  expectRefusal(await market(AVAX, { state: "ACTIVE" }), [400, -1012]);
  for (const trader of [maker, taker]) expect((await positionOf(trader, AVAX)).position_qty).toBe(0);
  const after = await Promise.all([maker, taker].map(holdingOf));
  const gained = after.map((holding, i) => Math.round((holding - before[i]!) * 1e6) / 1e6);
  // Fees of the trade: a maker's 0.84 and a taker's 1.68; the price moved 1 on 100.
  expect(gained).toEqual([-100.84, 98.32]);
});
