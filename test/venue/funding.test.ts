// Funding from outside: venue time is moved over funding times, and what each account paid and received is checked
// wherever it shows. The figures are those of rules 12.2. Rules 6.3 to 6.6, streams 7 and 10.1.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/expected-refusal.ts";
import { expectFrame } from "./outside/frame.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { holdingOf, limitOrder, positionOf } from "./outside/outside-trading.ts";
import { LEDGER_DOMAIN, SETTLE_PNL, signTyped } from "./outside/outside-wallet.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const HOUR_MS = 3_600_000;
const BTC = "PERP_BTC_USDC";
const ETH = "PERP_ETH_USDC";
const HYPE = "PERP_HYPE_USDC";

const SETTLE = {
  domain: LEDGER_DOMAIN,
  primaryType: "SettlePnl",
  fields: SETTLE_PNL,
};

/** Moves an account's unsettled profit into its balance. */
async function settle(trader: Trader): Promise<void> {
  const { settle_nonce: settleNonce } = accepted(await trader.get("/v1/settle_nonce")).data;
  const message = { brokerId: "demo", chainId: 196, settleNonce, timestamp: trader.now() };
  const signature = await signTyped(trader.wallet, { ...SETTLE, message });
  const { verifyingContract } = LEDGER_DOMAIN;
  const body = { message, signature, userAddress: trader.wallet.address, verifyingContract };
  accepted(await trader.post("/v1/settle_pnl", body));
}

const round = (amount: number): number => Math.round(amount * 1e6) / 1e6;

describe("an hour of funding", () => {
  let venue: OutsideVenue;
  // Long, short and short BTC, as in rules 12.2; long isolated and short cross ETH; the account whose orders rest in
  // the books.
  let [a, b, c, f, g, books]: Trader[] = [];
  let stream: OutsideStream;
  let tape: OutsideStream;
  /** The funding times before and after the positions were opened. */
  let [first, second] = [0, 0];
  let before: { readonly sum: number; readonly fund: number };

  const get = async (path: string): Promise<Row> => accepted(await call(`${venue.url}${path}`)).data;
  const rowsOf = async (path: string): Promise<readonly Row[]> => (await get(path)).rows as readonly Row[];
  const walkTo = async (time: number): Promise<void> => {
    const now = await advance(venue.url, 0);
    await advance(venue.url, Math.max(0, time - now));
    await Promise.all([a, b, c, f, g, books].map((trader) => trader!.synchronise()));
  };
  const feesOf = async (trader: Trader, query = ""): Promise<readonly Row[]> =>
    accepted(await trader.get(`/v1/funding_fee/history?${query}`)).data.rows!;
  const fundOf = async (): Promise<number> => Number((await get("/v1/public/insurancefund")).total_account_value);
  const takes = async (trader: Trader, order: Readonly<Record<string, unknown>>): Promise<void> => {
    expect(accepted(await trader.order(order)).data.status).toBe("FILLED");
  };

  beforeAll(async () => {
    // Two of the markets fund every hour; the third keeps its four.
    const markets = defaultMarkets()
      .filter(({ parameters }) => [BTC, ETH, HYPE].includes(parameters.symbol))
      .map((market) => {
        const fundingPeriodHours = market.parameters.symbol === HYPE ? 4 : 1;
        return { ...market, parameters: { ...market.parameters, fundingPeriodHours } };
      });
    venue = await startVenue({ markets });
    [a, b, c, f, g] = await Promise.all([1, 2, 3, 4, 5].map(() => newTrader(venue.url)));
    books = await newTrader(venue.url, { claims: 10 });
    accepted(await f!.post("/v1/client/leverages", { symbol: ETH, leverage: 10, margin_mode: "ISOLATED" }));
    stream = await OutsideStream.openPrivate(venue, a!);
    tape = await OutsideStream.openPublic(venue, a!.accountId);
    await tape.subscribe(`${BTC}@estfundingrate`);
  });
  afterAll(async () => {
    expect(venue.errors).toEqual([]);
    venue.audit();
    await venue.stop();
  });

  test("funding times fall on the grid of each market's period", async () => {
    const now = await advance(venue.url, 0);
    const next = (hours: number) => (Math.floor(now / (hours * HOUR_MS)) + 1) * hours * HOUR_MS;
    first = next(1);
    second = first + HOUR_MS;
    for (const [symbol, hours] of [
      [BTC, 1],
      [ETH, 1],
      [HYPE, 4],
    ] as const) {
      expect(await get(`/v1/public/funding_rate/${symbol}`)).toEqual({
        symbol,
        // The first sample may have been taken by now.
        est_funding_rate: expect.any(Number),
        est_funding_rate_timestamp: expect.any(Number),
        last_funding_rate: 0,
        last_funding_rate_timestamp: 0,
        next_funding_time: next(hours),
        sum_unitary_funding: 0,
      });
      expect(await rowsOf(`/v1/public/funding_rate_history?symbol=${symbol}`)).toEqual([]);
      expect(await get(`/v1/public/futures/${symbol}`)).toMatchObject({ next_funding_time: next(hours) });
    }
  });

  test("an empty book costs the period's interest", async () => {
    await setPrice(venue.url, BTC, 60_123.4);
    await walkTo(first + 1_000);
    // One hour's share of 0.01 % per eight hours; 0 if no sample was taken, because the test began less than fifteen
    // seconds before the hour.
    const { last_funding_rate, sum_unitary_funding, ...rates } = await get(`/v1/public/funding_rate/${BTC}`);
    expect([0, 0.0000125]).toContain(Number(last_funding_rate));
    expect(sum_unitary_funding).toBe(last_funding_rate === 0 ? 0 : 0.7515425);
    expect(rates).toMatchObject({ last_funding_rate_timestamp: first, next_funding_time: second });
    before = { sum: Number(sum_unitary_funding), fund: 0 };
  });

  test("the estimate follows from the book, sample by sample", async () => {
    accepted(await b!.order(limitOrder(BTC, "SELL", 0.04115, 60_123.4)));
    accepted(await c!.order(limitOrder(BTC, "SELL", 0.0823, 60_123.4)));
    await takes(a!, limitOrder(BTC, "BUY", 0.12345, 60_123.4));
    // 100,000 USDC worth sold here fetches 60,131.02364713 per BTC: 0.01268 % above the index.
    accepted(await books!.order(limitOrder(BTC, "BUY", 0.39326, 60_131.1)));
    accepted(await books!.order(limitOrder(BTC, "BUY", 2, 60_131)));
    accepted(await g!.order(limitOrder(ETH, "SELL", 10, 3_000)));
    await takes(f!, limitOrder(ETH, "BUY", 10, 3_000, { margin_mode: "ISOLATED" }));
    // A third of a percent below the index: shorts pay the floor.
    accepted(await books!.order(limitOrder(ETH, "SELL", 40, 2_990)));
    await walkTo(first + 20_000);
    expect(await get(`/v1/public/funding_rate/${BTC}`)).toMatchObject({ est_funding_rate: 0.00012345 });
    expect(await get(`/v1/public/funding_rate/${ETH}`)).toMatchObject({ est_funding_rate: -0.003 });
    expect(await get(`/v1/public/futures/${BTC}`)).toMatchObject({
      est_funding_rate: 0.00012345,
      mark_price: 60_123.4,
    });
    const frame = await tape.next(({ data }) => data?.fundingRate === 0.00012345);
    expectFrame(frame, `${BTC}@estfundingrate`, { symbol: BTC, fundingRate: 0.00012345, fundingTs: first });
    before = { ...before, fund: await fundOf() };
  });

  test("a new period takes effect after the settlement that is already scheduled", async () => {
    const set = (changes: object) => post(`${venue.url}/sandbox/market`, { symbol: ETH, ...changes });
    const wrong = await set({ funding_period: 5 });
    expectRefusal(wrong, [400, -1005]);
    expect(wrong.json.message).toContain("funding_period");
    expectSuccess(await set({ funding_period: 4 }));
    expect(await get(`/v1/public/info/${ETH}`)).toMatchObject({ funding_period: 1 });
    expect(await get(`/v1/public/funding_rate/${ETH}`)).toMatchObject({ next_funding_time: second });
  });

  test("rules 12.2: each account pays or receives to the millionth, and the fund keeps what rounding leaves", async () => {
    await stream.subscribe("position");
    await walkTo(second + 1_000);
    expect(await get(`/v1/public/funding_rate/${BTC}`)).toMatchObject({
      last_funding_rate: 0.00012345,
      last_funding_rate_timestamp: second,
      next_funding_time: second + HOUR_MS,
    });
    const { sum_unitary_funding } = await get(`/v1/public/funding_rate/${BTC}`);
    expect(Number(sum_unitary_funding)).toBeCloseTo(before.sum + 7.42223373, 12);

    const payment = { symbol: BTC, funding_rate: 0.00012345, mark_price: 60_123.4, margin_mode: "CROSS" };
    for (const [trader, funding_fee, payment_type] of [
      [a, 0.916275, "Pay"],
      [b, 0.305424, "Receive"],
      [c, 0.610849, "Receive"],
    ] as const) {
      expect(await feesOf(trader!)).toEqual([
        { ...payment, funding_fee, payment_type, status: "Accrued", created_time: second, updated_time: second },
      ]);
      const accrued_funding_fee = payment_type === "Pay" ? funding_fee : -funding_fee;
      expect(await positionOf(trader!, BTC, "CROSS")).toMatchObject({
        accrued_funding_fee,
        last_sum_unitary_funding: sum_unitary_funding!,
      });
    }
    expect(await feesOf(books!)).toEqual([]);
    // The BTC residual alone: the ETH payments come out even.
    expect(round((await fundOf()) - before.fund)).toBe(0.000002);
  });

  test("funding is part of cost, unsettled profit and the day's result, in REST and in frames", async () => {
    const fee = 4.453341;
    const row = await positionOf(a!, BTC, "CROSS");
    expect(row).toMatchObject({
      cost_position: round(7_422.23373 + fee + 0.916275),
      average_open_price: 60_123.4,
      unsettled_pnl: -round(fee + 0.916275),
      pnl_24_h: -round(fee + 0.916275),
      fee_24_h: fee,
    });
    expect(accepted(await a!.get("/v1/positions")).data).toMatchObject({
      total_pnl_24_h: -round(fee + 0.916275),
      account_value: round(10_000 - fee - 0.916275),
    });
    expect(await holdingOf(a!)).toMatchObject({ holding: 10_000 });
    const { positions } = (await stream.take("position", 1))[0]!.data as { readonly positions: readonly Row[] };
    expect(positions).toHaveLength(1);
    expect(positions[0]).toMatchObject({
      symbol: BTC,
      positionQty: 0.12345,
      costPosition: row.cost_position!,
      lastSumUnitaryFunding: row.last_sum_unitary_funding!,
      unsettledPnl: row.unsettled_pnl!,
      pnl24H: row.pnl_24_h!,
      fee24H: fee,
      estLiqPrice: row.est_liq_price ?? 0,
      markPrice: 60_123.4,
    });
  });

  test("a negative rate is paid by shorts, no more than its floor; isolated positions receive like cross ones", async () => {
    const payment = { symbol: ETH, funding_rate: -0.003, mark_price: 3_000, funding_fee: 90, status: "Accrued" };
    expect(await feesOf(f!)).toMatchObject([{ ...payment, payment_type: "Receive", margin_mode: "ISOLATED" }]);
    expect(await feesOf(g!)).toMatchObject([{ ...payment, payment_type: "Pay", margin_mode: "CROSS" }]);
    // 30,000 of notional, 18 of fees, 90 of funding; the margin itself does not change.
    expect(await positionOf(f!, ETH, "ISOLATED")).toMatchObject({
      cost_position: 29_928,
      unsettled_pnl: 72,
      accrued_funding_fee: -90,
      margin: 3_018,
    });
  });

  test("charged rates by market, time and page, and their sums", async () => {
    const newest = { symbol: BTC, funding_rate: 0.00012345, funding_rate_timestamp: second };
    const page = await get(`/v1/public/funding_rate_history?symbol=${BTC}`);
    expect(page.meta).toEqual({ total: 2, records_per_page: 60, current_page: 1 });
    expect(page.rows).toMatchObject([
      { ...newest, next_funding_time: second + HOUR_MS },
      { symbol: BTC, funding_rate_timestamp: first, next_funding_time: second },
    ]);
    expect(await rowsOf(`/v1/public/funding_rate_history?symbol=${BTC}&start_t=${second}`)).toHaveLength(1);
    expect(await rowsOf(`/v1/public/funding_rate_history?symbol=${BTC}&end_t=${second - 1}`)).toMatchObject([
      { funding_rate_timestamp: first },
    ]);
    expect(await rowsOf(`/v1/public/funding_rate_history?symbol=${BTC}&size=1&page=2`)).toMatchObject([
      { funding_rate_timestamp: first },
    ]);
    // ETH's new period has begun: its next time is on the four-hour grid, in the history too.
    const inFour = (Math.floor(second / (4 * HOUR_MS)) + 1) * 4 * HOUR_MS;
    expect(await get(`/v1/public/info/${ETH}`)).toMatchObject({ funding_period: 4 });
    expect(await get(`/v1/public/funding_rate/${ETH}`)).toMatchObject({ next_funding_time: inFour });
    expect(await rowsOf(`/v1/public/funding_rate_history?symbol=${ETH}`)).toMatchObject([
      { funding_rate: -0.003, next_funding_time: inFour },
      { next_funding_time: second },
    ]);

    const all = await rowsOf("/v1/public/funding_rates");
    expect(all.map((row) => row.symbol)).toEqual([BTC, ETH, HYPE]);
    expect(all[0]).toEqual(await get(`/v1/public/funding_rate/${BTC}`));
    const [btc, eth] = await rowsOf("/v1/public/market_info/funding_history");
    const charged = Number((page.rows as Row[])[1]!.funding_rate);
    const day = {
      rate: Math.trunc(((0.00012345 + charged) / 2) * 1e10 + 1e-3) / 1e10,
      positive: charged === 0 ? 1 : 2,
      negative: 0,
    };
    expect(btc).toMatchObject({
      symbol: BTC,
      data_start_time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      funding: { last: { rate: 0.00012345, positive: 1, negative: 0 }, "1d": day, "180d": day },
    });
    expect(eth).toMatchObject({ funding: { last: { rate: -0.003, positive: 0, negative: 1 } } });
  });

  test("settling turns accrued funding into balance, and marks its payments as settled", async () => {
    const { unsettled_pnl } = await positionOf(a!, BTC, "CROSS");
    await settle(a!);
    expect(await holdingOf(a!)).toMatchObject({ holding: round(10_000 + Number(unsettled_pnl)) });
    expect(await positionOf(a!, BTC, "CROSS")).toMatchObject({
      accrued_funding_fee: 0,
      unsettled_pnl: 0,
      settle_price: 60_123.4,
    });
    const [settled] = await feesOf(a!);
    expect(settled).toMatchObject({ status: "Settled", funding_fee: 0.916275, created_time: second });
    expect(Number(settled!.updated_time)).toBeGreaterThan(second);
    expect(await feesOf(b!)).toMatchObject([{ status: "Accrued" }]);
    // Isolated profit is settled into the margin.
    await settle(f!);
    expect(await feesOf(f!)).toMatchObject([{ status: "Settled" }]);
    expect(await positionOf(f!, ETH, "ISOLATED")).toMatchObject({ margin: 3_090, unsettled_pnl: 0 });

    await walkTo(second + HOUR_MS + 1_000);
    const fees = await feesOf(a!);
    expect(fees).toMatchObject([
      { status: "Accrued", funding_fee: 0.916275, created_time: second + HOUR_MS },
      { status: "Settled", funding_fee: 0.916275, created_time: second },
    ]);
    expect(await positionOf(a!, BTC, "CROSS")).toMatchObject({ accrued_funding_fee: 0.916275 });
    expect(await feesOf(a!, `end_t=${second}`)).toEqual([fees[1]!]);
    expect(await feesOf(a!, `start_t=${second + 1}&symbol=${BTC}`)).toEqual([fees[0]!]);
    expect(await feesOf(a!, "size=1&page=2")).toEqual([fees[1]!]);
    expect(await feesOf(a!, `symbol=${ETH}`)).toEqual([]);
    // ETH pays every four hours by now; it has paid again if this hour is a fourth one.
    const isFourth = (second + HOUR_MS) % (4 * HOUR_MS) === 0;
    expect(await feesOf(g!)).toHaveLength(isFourth ? 2 : 1);
  });

  const refused: readonly (readonly [string, Refusal])[] = [
    ["/v1/public/funding_rate/X", [400, -1005, "invalid symbol X"]],
    ["/v1/public/funding_rate_history", [400, -1005, "symbol must not be blank"]],
    ["/v1/public/funding_rate_history?symbol=X", [400, -1005, "invalid symbol X"]],
    [`/v1/public/funding_rate_history?symbol=${BTC}&size=501`, [400, -1005]],
    [`/v1/public/funding_rate_history?symbol=${BTC}&page=0`, [400, -1005]],
    [`/v1/public/funding_rate_history?symbol=${BTC}&start_t=2&end_t=1`, [400, -1005]],
    ["/v1/funding_fee/history", [401, -1001]],
  ];
  test.each(refused)("GET %s is refused", async (path, refusal) => {
    expectRefusal(await call(`${venue.url}${path}`), refusal);
  });

  test.each([
    ["symbol=X", "invalid symbol X"],
    ["page=0", "page"],
    ["size=0", "size"],
    ["start_t=x", "start_t"],
    ["start_t=2&end_t=1", "start_t"],
  ])("payments with %s are refused", async (query, message) => {
    const answer = await a!.get(`/v1/funding_fee/history?${query}`);
    expectRefusal(answer, [400, -1005]);
    expect(answer.json.message).toContain(message);
  });
});
