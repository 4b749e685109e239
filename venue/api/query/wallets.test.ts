// What a wallet's accounts hold, as the public query shows it. The numbers of the worked example are those of rules 5.

import { beforeAll, describe, expect, test } from "bun:test";
import { feeE5 } from "@evermark/engine";
import { ApiVenue, BITCOIN, ETHER, type Trader } from "../testing/api-venue.ts";

const api = new ApiVenue();
let maker: Trader;
let trader: Trader;
/** An account of the same wallet under another builder, and a sub-account of the first. */
let elsewhere: number;
let sub: number;
let fund: number;

const idOf = (account: number) => api.engine.account(account).accountId;

beforeAll(async () => {
  maker = await api.trader(100_000);
  trader = await api.trader(1_000);
  api.price(ETHER, 2_500);
  await maker.call("POST", "/v1/order", order({ side: "SELL", order_price: 2_500, order_quantity: 2 }));
  await trader.call("POST", "/v1/order", order({ order_price: 2_500, order_quantity: 2 }));
  api.price(ETHER, 2_510);

  const { wallet } = trader;
  api.apply({ type: "add_broker", brokerId: "other", takerFee: feeE5(60), makerFee: feeE5(0) });
  elsewhere = api.memory.openAccount({ brokerId: "other", wallet, usdc: 500 }).account;
  const subAccount = { account: trader.account, number: 1, accountId: `0x${"c".repeat(64)}`, description: "" };
  sub = api.apply({ type: "add_sub_account", ...subAccount }).created;
  fund = api.apply({ type: "add_sub_account", ...subAccount, number: 2, accountId: `0x${"d".repeat(64)}` }).created;
  const vault = { vaultId: `0x${"e".repeat(64)}`, name: "vault", kind: "operator", performanceFeePercent: 10 } as const;
  const created = api.apply({ type: "create_vault", ...vault, provider: trader.account, fund });
  expect(created.rejection).toBeNull();
});

function order(changes: object) {
  return { symbol: ETHER, side: "BUY", order_type: "LIMIT", ...changes };
}

const scoped = (more: object = {}) => ({ address: trader.wallet, ...more });

test("the state of an account matches the worked example", async () => {
  const { data } = await api.ask({ type: "accountState", ...scoped({ account_id: trader.accountId }) });
  expect(data).toEqual({
    address: trader.wallet,
    broker_id: "demo",
    account_id: trader.accountId,
    account_type: "main",
    account_value: "1017",
    total_collateral_value: "1000",
    free_collateral: "515",
    margin_ratio: "0.20258964",
    initial_margin_ratio: "0.1",
    maintenance_margin_ratio: "0.006",
    total_unrealized_pnl: "20",
    total_unsettled_pnl: "17",
    total_pnl_24_h: "17",
    positions: [
      {
        symbol: ETHER,
        side: "LONG",
        position_qty: "2.0000",
        notional: "5020",
        average_open_price: "2500.00",
        mark_price: "2510.00",
        unrealized_pnl: "20",
        unsettled_pnl: "17",
        pnl_24_h: "17",
        imr: "0.1",
        mmr: "0.006",
        est_liq_price: "2013.58148894",
        leverage: 10,
        margin_mode: "CROSS",
        opened_at: api.now,
        updated_at: api.now,
      },
    ],
  });
});

describe("the accounts in scope", () => {
  const idsOf = async (more: object) => {
    const answer = await api.ask({ type: "accounts", ...scoped(more) });
    return answer.data?.accounts.map((row: { account_id: string }) => row.account_id) ?? answer.error;
  };

  test("are all of a wallet, those under one builder, or one", async () => {
    const own = [trader.accountId, idOf(sub), idOf(fund)];
    expect(await idsOf({})).toEqual([...own, idOf(elsewhere)]);
    expect(await idsOf({ broker_id: "demo" })).toEqual(own);
    expect(await idsOf({ broker_id: "other" })).toEqual([idOf(elsewhere)]);
    expect(await idsOf({ account_id: idOf(sub) })).toEqual([idOf(sub)]);
    expect(await idsOf({ account_id: idOf(sub).toUpperCase().replace("0X", "0x"), broker_id: "demo" })).toEqual([
      idOf(sub),
    ]);
    expect(await idsOf({ address: trader.wallet.toUpperCase().replace("0X", "0x") })).toHaveLength(4);
  });

  test("are none where the builder or the account is another's", async () => {
    expect(await idsOf({ broker_id: "unknown" })).toBe("ADDRESS_NOT_FOUND");
    expect(await idsOf({ account_id: maker.accountId })).toBe("ADDRESS_NOT_FOUND");
    expect(await idsOf({ account_id: "INSURANCE" })).toBe("ADDRESS_NOT_FOUND");
    expect(await idsOf({ account_id: idOf(sub), broker_id: "other" })).toBe("ADDRESS_NOT_FOUND");
    expect(await idsOf({ address: `0x${"0".repeat(40)}` })).toBe("ADDRESS_NOT_FOUND");
  });

  test("are returned as a list, or as the single account asked for", async () => {
    const { data } = await api.ask({ type: "accountState", ...scoped() });
    expect(data.accounts.map((row: Record<string, string>) => [row.account_type, row.account_value])).toEqual([
      ["main", "1017"],
      ["sub", "0"],
      ["sp", "0"],
      ["main", "500"],
    ]);
    const rates = await api.ask({ type: "feeRate", ...scoped() });
    expect(Object.keys(rates.data)).toEqual(["accounts"]);
    expect(rates.data.accounts[3]).toMatchObject({ broker_id: "other", maker_fee_rate: "0", "30d_volume": "0" });
    expect(Object.keys((await api.ask({ type: "feeRate", ...scoped({ broker_id: "other" }) })).data)).toEqual([
      "sub_accounts",
    ]);
    expect((await api.ask({ type: "feeRate", ...scoped({ account_id: trader.accountId }) })).data).toEqual({
      ...{ tier: "PUBLIC", futures_tier: "PUBLIC", maker_fee_rate: "0.0003", taker_fee_rate: "0.0006" },
      "30d_volume": "5000",
    });
  });

  test("are represented by the most valuable where one account is asked for", async () => {
    const primary = async (more: object) => (await api.ask({ type: "agentContext", ...scoped(more) })).data.account;
    expect(await primary({})).toMatchObject({
      account_id: trader.accountId,
      account_value: "1017",
      open_order_count: 0,
    });
    expect((await primary({ broker_id: "other" })).account_id).toBe(idOf(elsewhere));
    expect((await primary({ account_id: idOf(sub) })).account_id).toBe(idOf(sub));
  });
});

test("contexts show the positions, their markets and orders", async () => {
  await trader.call("POST", "/v1/order", order({ order_price: 2_400, order_quantity: 0.1 }));
  const agent = (await api.ask({ type: "agentContext", ...scoped() })).data;
  expect(agent.account.open_order_count).toBe(1);
  expect(agent.positions).toHaveLength(1);
  expect(agent.markets).toMatchObject([{ symbol: ETHER, mark_price: "2510.00", "24h_change_pct": "0.0000" }]);
  const here = (await api.ask({ type: "positionContext", ...scoped({ symbol: ETHER }) })).data;
  expect(here.position.position_qty).toBe("2.0000");
  expect(here.open_orders).toMatchObject([{ price: "2400.00", quantity: "0.1000", status: "OPEN" }]);
  expect(here.market).toMatchObject({
    bid_price: "2400.00",
    ask_price: null,
    "24h_volume": "2.0000",
    open_interest: "2.0000",
  });
  expect(here.account_summary).toEqual({ free_collateral: "489.9", margin_ratio: "0.20258964" });
  const there = (await api.ask({ type: "positionContext", ...scoped({ symbol: BITCOIN }) })).data;
  expect([there.position, there.open_orders]).toEqual([null, []]);
  const stranger = await api.ask({ type: "positionContext", symbol: ETHER, address: `0x${"9".repeat(40)}` });
  expect(stranger.data).toMatchObject({ position: null, open_orders: [], account_summary: null });
  const whale = (await api.ask({ type: "whaleContext", ...scoped({ recent_trades_limit: 5 }) })).data;
  expect(whale.recent_trades).toMatchObject([{ side: "BUY", executed_price: "2500.00", fee: "3", is_maker: false }]);
});

test("every open position of the venue is returned with its totals", async () => {
  const { data } = await api.ask({ type: "platformPositions" });
  expect(data).toMatchObject({ total_long_notional: "5020", total_short_notional: "5020", total_positions: 2 });
  expect(data.rows.map((row: Record<string, string>) => [row.address, row.position_qty])).toEqual([
    [trader.wallet, "2.0000"],
    [maker.wallet, "-2.0000"],
  ]);
  expect(data.next_cursor).toBeNull();
  const first = (await api.ask({ type: "platformPositions", limit: 1 })).data;
  const second = (await api.ask({ type: "platformPositions", limit: 1, cursor: first.next_cursor })).data;
  expect([...first.rows, ...second.rows]).toEqual(data.rows);
  expect(second.next_cursor).toBeNull();
  const count = async (more: object) => (await api.ask({ type: "platformPositions", ...more })).data.total_positions;
  expect(await count({ symbol: BITCOIN })).toBe(0);
  expect(await count({ broker_id: "other" })).toBe(0);
  expect(await count({ min_notional: "5020" })).toBe(2);
  expect(await count({ min_notional: 5_020.01 })).toBe(0);
  // For five seconds all callers get the same answer.
  await maker.call("POST", "/v1/order", { ...order({ side: "BUY", order_type: "MARKET" }), order_quantity: 2 });
  await trader.call("POST", "/v1/order", {
    ...order({ side: "SELL", order_type: "LIMIT" }),
    order_price: 2_505,
    order_quantity: 1,
  });
  await maker.call("POST", "/v1/order", order({ side: "BUY", order_price: 2_505, order_quantity: 1 }));
  expect((await api.ask({ type: "platformPositions" })).data).toEqual(data);
  api.now += 5_000;
  expect((await api.ask({ type: "platformPositions" })).data.total_long_notional).toBe("2510");
});

test("portfolio rows show the accounts' value at each midnight, and their profit since the first", async () => {
  const ask = async (more: object = {}) => (await api.ask({ type: "portfolio", ...scoped(more) })).data;
  const days: [worth: number, at: number][] = [];
  for (const price of [2_600, 2_400, 2_450]) {
    api.price(ETHER, price);
    api.now = Math.ceil((api.now + 1) / 86_400_000) * 86_400_000;
    const { data } = await api.ask({ type: "accountState", ...scoped() });
    const worth = data.accounts.reduce(
      (sum: number, row: Record<string, string>) => sum + Number(row.account_value),
      0,
    );
    days.unshift([Math.round(worth * 1e6), api.now]);
    // Funding at midnight belongs to the day that begins.
    api.apply({ type: "tick" });
  }
  const { rows, next_cursor } = await ask();
  expect(next_cursor).toBeNull();
  expect(rows.map((row: Record<string, number>) => [Math.round(row.account_value! * 1e6), row.timestamp])).toEqual(
    days,
  );
  expect(rows.at(-1).cumulative_pnl).toBe("0");
  expect(Math.round(rows[0].cumulative_pnl * 1e6)).toBe(days[0]![0] - days[2]![0]);
  const first = await ask({ limit: 2 });
  const second = await ask({ limit: 2, cursor: first.next_cursor });
  expect([...first.rows, ...second.rows]).toEqual(rows);
  expect(second.next_cursor).toBeNull();
});
