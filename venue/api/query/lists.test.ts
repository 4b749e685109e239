// Lists of a wallet's fills, orders and payments: paging returns every row once, even while rows are added.

import { beforeAll, describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { ApiVenue, ETHER, START, type Trader } from "../testing/api-venue.ts";

const DAY_MS = 86_400_000;

/** Every query comes from a new address, so that no pool runs out; pools are tested elsewhere. */
let lastIp = 0;
const ask = (question: object) => api.ask(question, { ip: `10.0.${++lastIp >> 8}.${lastIp & 255}` });

type Row = Readonly<Record<string, string | number | boolean | null>>;

const api = new ApiVenue();
let maker: Trader;
let taker: Trader;
let second: string;
let trades = 0;

const order = (changes: object) => ({
  symbol: ETHER,
  order_type: "LIMIT",
  order_price: 2_500,
  order_quantity: 0.1,
  ...changes,
});

async function trade(): Promise<void> {
  // Keeps clear of the rate limit of orders.
  if (++trades % 20 === 0) api.now += 1_000;
  await maker.call("POST", "/v1/order", order({ side: "SELL" }));
  await taker.call("POST", "/v1/order", order({ side: "BUY" }));
}

beforeAll(async () => {
  maker = await api.trader(100_000);
  taker = await api.trader(100_000);
  api.price(ETHER, 2_500);
  // A second account of the taker's wallet.
  second = api.memory.openAccount({ brokerId: "other", wallet: taker.wallet, usdc: 5 }).accountId;
  for (let i = 0; i < 7; i++) {
    // Some rows fall into the same millisecond.
    if (i % 3 === 0) api.now += 1_000;
    await trade();
    await taker.call("POST", "/v1/order", order({ side: "BUY", order_price: 2_400 }));
    const stop = { symbol: ETHER, algo_type: "STOP", type: "LIMIT", side: "SELL", trigger_price: 2_300, price: 2_290 };
    await taker.call("POST", "/v1/algo/order", { ...stop, quantity: 0.1 });
  }
});

/** Reads all pages, running `meanwhile` after each. */
async function walk(question: object, meanwhile = async () => {}): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { data, ...rest } = await ask({ ...question, ...(cursor && { cursor }) });
    if (data === undefined) throw new Error(JSON.stringify(rest));
    rows.push(...data.rows);
    cursor = data.next_cursor ?? undefined;
    if (cursor !== undefined) expect(data.rows.length).toBeGreaterThan(0);
    await meanwhile();
  } while (cursor !== undefined);
  return rows;
}

const scope = () => ({ address: taker.wallet, symbol: ETHER });

describe("a walk through the pages", () => {
  const lists = [
    ["trades", "id"],
    ["openOrders", "order_id"],
    ["historicalOrders", "order_id"],
  ] as const;
  test.each(lists)("of %s returns every row once while rows are being added", async (type, id) => {
    const { data } = await ask({ type, ...scope(), limit: 500 });
    const expected = data.rows as Row[];
    expect(expected.length).toBeGreaterThanOrEqual(7);
    for (const limit of [2, 5]) {
      const walked = await walk({ type, ...scope(), limit }, async () => {
        await trade();
        await taker.call("POST", "/v1/order", order({ side: "BUY", order_price: 2_390 }));
      });
      const known = new Set(expected.map((row) => `${row[id]} ${row.trigger_status}`));
      expect(walked.filter((row) => known.has(`${row[id]} ${row.trigger_status}`))).toEqual(expected);
      expect(new Set(walked.map((row) => `${row[id]} ${row.trigger_status}`)).size).toBe(walked.length);
    }
  });

  test("goes from the newest to the oldest, and the cursor is null exactly when nothing is left", async () => {
    const rows = await walk({ type: "trades", ...scope(), limit: 2 });
    const times = rows.map((row) => row.executed_timestamp as number);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const { data } = await ask({ type: "trades", ...scope(), limit: rows.length });
    expect([data.rows.length, data.next_cursor]).toEqual([rows.length, null]);
  });

  test("of candles goes back over the gaps to the first trade", async () => {
    api.now += 9 * 60_000;
    const question = { type: "candles", symbol: ETHER, interval: "1m" };
    const { data } = await ask(question);
    const rows = data.rows as Row[];
    expect(rows[0]!.timestamp).toBe(Math.floor(api.now / 60_000) * 60_000);
    expect(rows.at(-1)!.timestamp).toBe(START);
    expect(rows[0]).toMatchObject({ open: "2500.00", close: "2500.00", volume: "0.0000" });
    expect(await walk({ ...question, limit: 4 })).toEqual(rows);
    const from = rows[6]!.timestamp as number;
    const within = { ...question, start_time: from, end_time: rows[2]!.timestamp };
    expect(await walk({ ...within, limit: 2 })).toEqual(rows.slice(2, 7));
    expect((await ask({ ...question, end_time: START - 1 })).data.rows).toEqual([]);
  });
});

describe("a row", () => {
  test("names its account when several accounts are asked for, and not when one is", async () => {
    const many = (await ask({ type: "trades", ...scope(), limit: 1 })).data.rows[0];
    expect(many).toMatchObject({ account_id: taker.accountId, broker_id: "demo" });
    const one = (await ask({ type: "trades", ...scope(), account_id: taker.accountId, limit: 1 })).data.rows[0];
    expect("account_id" in one).toBe(false);
    expect((await ask({ type: "trades", ...scope(), account_id: second })).data.rows).toEqual([]);
  });

  test("of an order is the same whether the order is open or finished", async () => {
    await taker.call("DELETE", "/v1/orders");
    const placed = await taker.call("POST", "/v1/order", order({ side: "BUY", order_price: 2_345 }));
    const { order_id } = placed.data;
    const status = async () => (await ask({ type: "orderStatus", address: taker.wallet, order_id })).data;
    expect(await status()).toMatchObject({
      ...{ order_id: String(order_id), status: "NEW", price: "2345.00", average_executed_price: null, total_fee: "0" },
    });
    await taker.call("DELETE", `/v1/order?symbol=${ETHER}&order_id=${order_id}`);
    expect((await status()).status).toBe("CANCELLED");
    const find = async (status: string) => {
      const rows = await walk({ type: "historicalOrders", ...scope(), status });
      return rows.find((row) => row.order_id === String(order_id));
    };
    expect(await find("canceled")).toMatchObject({
      status: "CANCELLED",
      realized_pnl: "0",
      total_executed_quantity: "0.0000",
    });
    expect(await find("FILLED")).toBeUndefined();
    // Another wallet's order is reported as unknown.
    const others = await ask({ type: "orderStatus", address: maker.wallet, order_id });
    expect(others).toMatchObject({ status: 404, code: -1006, error: "ORDER_NOT_FOUND" });
    const none = await ask({ type: "orderStatus", address: taker.wallet, order_id: 999_999 });
    expect(none.error).toBe("ORDER_NOT_FOUND");
  });

  test("of an algo order shows what triggers it", async () => {
    const rows = await walk({ type: "openOrders", ...scope() });
    const stop = rows.find(({ type }) => type === "STOP_LIMIT");
    expect(stop).toMatchObject({
      trigger_price: "2300.00",
      price: "2290.00",
      trigger_status: "PENDING",
      status: "OPEN",
    });
    const cancelled = await taker.call("DELETE", `/v1/algo/order?symbol=${ETHER}&order_id=${stop!.order_id}`);
    expect(cancelled.success).toBe(true);
    const found = await walk({ type: "historicalOrders", ...scope(), status: "CANCELLED" });
    expect(found.find((row) => row.type === "STOP_LIMIT")).toMatchObject({
      order_id: stop!.order_id,
      realized_pnl: null,
    });
  });

  test("of an order older than yesterday is returned when it is asked for", async () => {
    const countOf = async (more: object) =>
      (await ask({ type: "historicalOrders", ...scope(), ...more })).data.rows.length;
    const count = await countOf({});
    api.now += 2 * DAY_MS;
    expect([await countOf({}), await countOf({ start_time: 0 })]).toEqual([0, count]);
    expect(await countOf({ start_time: 0, end_time: START - 1 })).toBe(0);
  });

  test("of a deposit or withdrawal shows its state", async () => {
    const { account, wallet } = taker;
    api.apply({ type: "issue_nonce", account, kind: "withdraw" });
    const amount = micros(101e6);
    const terms = { account, amount, fee: micros(1e6), nonce: 1, chainId: 196, receiver: wallet };
    const { created } = api.apply({ type: "request_withdrawal", ...terms });
    const list = async (more: object = {}) =>
      walk({ type: "userDepositsWithdrawals", address: wallet, limit: 1, ...more });
    const sides = async (side: string) =>
      (await list({ side })).map((row) => [row.side, row.amount, row.fee, row.status]);
    expect(await sides("Withdraw")).toEqual([["withdraw", "101", "1", "PENDING"]]);
    api.apply({ type: "advance_withdrawal", withdrawalId: created, to: "PROCESSING", transaction: "" });
    api.apply({ type: "advance_withdrawal", withdrawalId: created, to: "COMPLETED", transaction: "0x12" });
    expect((await list({ side: "withdraw" }))[0]).toMatchObject({ status: "SUCCESS", tx_id: "0x12", chain_id: "196" });
    // From another chain than the venue's, by plain transfer.
    const onChain = { key: "1:0x34:0", chainId: 1, transaction: "0x34" };
    api.apply({
      ...{ type: "credit_deposit", account, amount: micros(7e6), source: "receiver", reference: "receiver:1" },
      onChain,
    });
    // In the order of time: the second account got its deposit after the first.
    expect(await sides("deposit")).toEqual([
      ["deposit", "7", "0", "SUCCESS"],
      ["deposit", "5", "0", "SUCCESS"],
      ["deposit", "100000", "0", "SUCCESS"],
    ]);
    const all = await list();
    expect(all.map((row) => [row.side, row.tx_id, row.chain_id])).toEqual([
      ["deposit", "0x34", "1"],
      ["withdraw", "0x12", "196"],
      ["deposit", "", "196"],
      ["deposit", "", "196"],
    ]);
    expect(await list({ token: "DAI" })).toEqual([]);
  });

  test("of a funding payment shows the position and rate it was charged on", async () => {
    // Passes several funding times, with marks that keep the rate from being 0.
    const until = api.now + 3 * DAY_MS;
    api.price(ETHER, 2_500);
    while (api.now < until && (await walk({ type: "fundingPayments", ...scope() })).length < 2) {
      api.now += 3_600_000;
      api.price(ETHER, 2_500);
      api.apply({ type: "tick" });
    }
    const [payment] = await walk({ type: "fundingPayments", ...scope(), limit: 1 });
    const rates = await walk({ type: "fundingRateHistory", symbol: ETHER, limit: 1 });
    const state = (await ask({ type: "accountState", address: taker.wallet, account_id: taker.accountId })).data;
    expect(payment).toMatchObject({
      ...{
        symbol: ETHER,
        position_qty: state.positions[0].position_qty,
        funding_status: "Accrued",
        margin_mode: "CROSS",
      },
      ...{ funding_rate: rates[0]!.funding_rate, funding_rate_timestamp: rates[0]!.funding_rate_timestamp },
    });
    expect(payment!.payment_type).toBe(Number(payment!.funding_fee) > 0 ? "Pay" : "Receive");
    const [compared] = (await ask({ type: "fundingComparison", symbol: ETHER })).data.rows;
    expect(compared.exchanges[0]).toMatchObject({
      name: "svc",
      last: rates[0]!.funding_rate,
      "30d": expect.any(String),
    });
  });
});
