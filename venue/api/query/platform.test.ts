// Queries about the whole venue: the ranking of wallets, checked against figures computed from every single
// fill, and liquidated positions.

import { beforeAll, describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { ApiVenue, ETHER, type Trader } from "../testing/api-venue.ts";
import { WorkSlices } from "./work-slices.ts";

const DAY_MS = 86_400_000;
const HALF_HOUR_MS = 1_800_000;
const BITCOIN = "PERP_BTC_USDC";

const api = new ApiVenue();
let traders: Trader[];
let sub: number;

let lastIp = 0;
const ask = (question: object) => api.ask(question, { ip: `10.0.${++lastIp >> 8}.${lastIp & 255}` });

interface Fill {
  readonly trader: number;
  readonly symbol: string;
  readonly at: number;
  readonly volume: number;
  readonly won: boolean | null;
}
const fills: Fill[] = [];

/** One trader sells to another. */
async function trade(symbol: string, seller: number, buyer: number, price: number, quantity: number): Promise<void> {
  api.now += 1_000;
  const order = { symbol, order_type: "LIMIT", order_price: price, order_quantity: quantity };
  for (const [side, trader] of [
    ["SELL", seller],
    ["BUY", buyer],
  ] as const) {
    const placed = await traders[trader]!.call("POST", "/v1/order", { ...order, side });
    expect(placed.message).toBeUndefined();
  }
  for (const trader of [seller, buyer]) {
    const { data } = await ask({ type: "trades", address: traders[trader]!.wallet, limit: 1 });
    const realized = Number(data.rows[0].realized_pnl);
    fills.push({ trader, symbol, at: api.now, volume: price * quantity, won: realized === 0 ? null : realized > 0 });
  }
}

function pass(ms: number, prices: Readonly<Record<string, number>>): void {
  api.now += ms;
  for (const [symbol, price] of Object.entries(prices)) api.price(symbol, price);
}

beforeAll(async () => {
  traders = [await api.trader(100_000), await api.trader(100_000), await api.trader(1_000), await api.trader(500)];
  const { account } = traders[0]!;
  const named = { number: 1, accountId: `0x${"c".repeat(64)}`, description: "" };
  sub = api.apply({ type: "add_sub_account", account, ...named }).created;
  const receivers = [{ account: sub, amount: micros(90e6) }];
  const moved = api.apply({ type: "transfer_funds", account, receivers, nonce: 0 });
  expect(moved.rejection).toBeNull();
  pass(0, { [ETHER]: 2_500, [BITCOIN]: 60_000 });
  await trade(ETHER, 0, 1, 2_500, 4);
  pass(10 * DAY_MS, { [ETHER]: 2_520 });
  await trade(ETHER, 1, 0, 2_520, 1);
  pass(3 * DAY_MS, { [ETHER]: 2_510 });
  await trade(ETHER, 1, 0, 2_510, 1);
  await trade(BITCOIN, 0, 2, 60_000, 0.05);
  pass(DAY_MS / 2, { [BITCOIN]: 60_300 });
  await trade(BITCOIN, 2, 0, 60_300, 0.02);
});

type Ranked = Readonly<Record<string, number | string | null>>;
const ranked = async (more: object = {}): Promise<Ranked[]> => (await ask({ type: "topAddresses", ...more })).data.rows;

/** The expected figures, computed from every fill. */
function expected(trader: number, symbol: string | undefined) {
  const own = fills.filter((fill) => fill.trader === trader && (symbol === undefined || fill.symbol === symbol));
  const today = Math.floor(api.now / DAY_MS);
  const within = (days: number) => own.filter(({ at }) => Math.floor(at / DAY_MS) > today - days);
  const lately = own.filter(({ at }) => at >= api.now - DAY_MS);
  const volume = (some: readonly Fill[]) => String(some.reduce((sum, fill) => sum + fill.volume, 0));
  const rate = (some: readonly Fill[]) => {
    const closes = some.filter(({ won }) => won !== null);
    return closes.length === 0 ? null : closes.filter(({ won }) => won).length / closes.length;
  };
  return {
    volume_24h: volume(lately),
    volume_7d: volume(within(7)),
    volume_30d: volume(within(30)),
    trade_count_24h: lately.length,
    win_rate_24h: rate(lately) ?? 0,
    win_rate_7d: rate(within(7)),
    win_rate_30d: rate(within(30)),
  };
}

describe("the ranking of wallets", () => {
  test("adds up every fill, in all markets and in one", async () => {
    for (const symbol of [undefined, ETHER, BITCOIN]) {
      const rows = await ranked({ ...(symbol && { symbol }) });
      for (const [i, { wallet }] of traders.entries()) {
        const row = rows.find(({ address }) => address === wallet);
        if (fills.some((fill) => fill.trader === i && (symbol === undefined || fill.symbol === symbol))) {
          expect(row).toMatchObject(expected(i, symbol));
        } else expect(row).toBeUndefined();
      }
    }
  });

  test("shows a wallet's profit since it had nothing", async () => {
    const rows = await ranked();
    for (const { wallet } of traders.slice(0, 3)) {
      const { data } = await ask({ type: "accountState", address: wallet });
      const [main] = data.accounts;
      const row = rows.find(({ address }) => address === wallet)!;
      // Everything was opened within 30 days and nothing settled, so this is the account's whole profit or loss.
      expect(Math.round(Number(row.pnl_30d) * 1e6)).toBe(
        Math.round((Number(main.account_value) - Number(main.total_collateral_value)) * 1e6),
      );
      expect(row.pnl_24h).toBe(main.total_pnl_24_h);
      const notional = main.positions.reduce((sum: number, held: Ranked) => sum + Number(held.notional), 0);
      expect(Number(row.total_notional)).toBe(notional);
      expect(row.position_count).toBe(main.positions.length);
    }
  });

  test("is in the requested order, page by page", async () => {
    for (const sort_by of ["notional", "volume_24h", "volume_7d", "volume_30d", "pnl_24h", "pnl_7d", "pnl_30d"]) {
      const rows = await ranked({ sort_by });
      const values = rows.map((row) => Number(row[sort_by === "notional" ? "total_notional" : sort_by]));
      expect(values).toEqual(values.toSorted((a, b) => b - a));
      const walked: Ranked[] = [];
      let cursor: string | undefined;
      do {
        const { data } = await ask({ type: "topAddresses", sort_by, limit: 1, ...(cursor && { cursor }) });
        walked.push(...data.rows);
        cursor = data.next_cursor ?? undefined;
      } while (cursor !== undefined);
      expect(walked).toEqual(rows);
    }
    const large = await ranked({ min_notional: "4000" });
    expect(large.length).toBeGreaterThan(0);
    expect(large.every((row) => Number(row.total_notional) >= 4_000)).toBe(true);
  });

  test("counts sub-accounts with their main account, and is rebuilt after half an hour", async () => {
    const before = (await ask({ type: "topAddresses" })).data;
    const [main, other] = traders as [Trader, Trader];
    const order = { symbol: ETHER, order_type: "LIMIT", order_price: 2_510, order_quantity: 0.01 };
    const asSub = { "SVC-Account-Id": api.engine.account(sub).accountId };
    const placed = await main.call("POST", "/v1/order", { ...order, side: "SELL" }, asSub);
    expect(placed.message).toBeUndefined();
    await other.call("POST", "/v1/order", { ...order, side: "BUY" });
    expect((await ask({ type: "topAddresses" })).data).toEqual(before);
    api.now += HALF_HOUR_MS;
    const { data } = await ask({ type: "topAddresses" });
    expect(data.last_updated_time).toBe(api.now);
    const own = (rows: readonly Ranked[]) => rows.filter(({ address }) => address === main.wallet);
    const [was, is] = [own(before.rows), own(data.rows)];
    expect(is).toHaveLength(1);
    expect(Number(is[0]!.position_count)).toBe(Number(was[0]!.position_count) + 1);
    expect(Number(is[0]!.volume_7d)).toBeCloseTo(Number(was[0]!.volume_7d) + 25.1, 6);
  });
});

describe("liquidations", () => {
  test("show the position taken and its account, newest first, page by page", async () => {
    expect((await ask({ type: "liquidations" })).data.rows).toEqual([]);
    const victim = traders[3]!;
    const leverage = await victim.call("POST", "/v1/client/leverages", { symbol: ETHER, leverage: 50 });
    expect(leverage.success).toBe(true);
    await trade(ETHER, 0, 3, 2_510, 4);
    for (
      let price = 2_500;
      price > 2_300 && (await ask({ type: "liquidations" })).data.rows.length === 0;
      price -= 20
    ) {
      pass(15_000, { [ETHER]: price });
      api.apply({ type: "tick" });
    }
    const { data } = await ask({ type: "liquidations" });
    expect(data.rows[0]).toMatchObject({
      symbol: ETHER,
      side: "LONG",
      address: victim.wallet,
      account_id: victim.accountId,
    });
    expect(Number(data.rows[0].notional)).toBeCloseTo(
      Number(data.rows[0].position_qty) * Number(data.rows[0].mark_price),
      6,
    );
    const walked: Ranked[] = [];
    let cursor: string | undefined;
    do {
      const page = (await ask({ type: "liquidations", symbol: ETHER, limit: 1, ...(cursor && { cursor }) })).data;
      walked.push(...page.rows);
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined);
    expect(walked).toEqual(data.rows);
    expect((await ask({ type: "liquidations", symbol: BITCOIN })).data.rows).toEqual([]);
  });
});

test("a query over the whole venue lets other work run in between", async () => {
  let others = 0;
  const beside = setInterval(() => others++, 0);
  const turns = new WorkSlices();
  const until = performance.now() + 30;
  while (performance.now() < until) await turns.yield();
  clearInterval(beside);
  expect(others).toBeGreaterThan(0);
});
