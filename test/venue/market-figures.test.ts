// Figures of all markets, builders and accounts at once: past prices, open interest, volumes and balances, the facts of
// the venue, and announcements; by endpoint and by topic. Interface 4.10, streams 7.

import { beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const SYMBOL = "PERP_SUI_USDC";
const UNTRADED = "PERP_ARB_USDC";
const MINUTE = 60_000;
const venue = venueOfFile();
let maker: Trader;
let taker: Trader;

const get = (path: string) => call(`${venue.url}${path}`);
const dataOf = async (path: string): Promise<Row> => accepted(await get(path)).data as unknown as Row;
const rowsOf = async (path: string): Promise<readonly Row[]> => accepted(await get(path)).data.rows!;
const rowOf = async (path: string, symbol = SYMBOL): Promise<Row> =>
  (await rowsOf(path)).find((row) => row.symbol === symbol)!;

const seqOf = (frame: object): number => Number((frame as { seq?: unknown }).seq);

async function wait(ms: number): Promise<number> {
  const now = await advance(venue.url, ms);
  await Promise.all([maker.synchronise(), taker.synchronise()]);
  return now;
}

async function trade(price: number, quantity: number): Promise<void> {
  const order = { symbol: SYMBOL, order_type: "LIMIT", order_price: price, order_quantity: quantity };
  accepted(await maker.order({ ...order, side: "SELL" }));
  accepted(await taker.order({ ...order, side: "BUY" }));
}

beforeAll(async () => {
  maker = await newTrader(venue.url, { claims: 5 });
  taker = await newTrader(venue.url, { claims: 5, brokerId: "second" });
});

test("past prices are those of the last trade at the time, and a chart has them at even distances", async () => {
  const now = await wait(0);
  // Right after the beginning of a minute that is a multiple of five.
  const begin = await wait(5 * MINUTE - (now % (5 * MINUTE)) + 1_000);
  const minute = begin - (begin % MINUTE);
  const stream = await OutsideStream.openPublic(venue, maker.accountId);
  await stream.subscribe("price_changes");
  expect(await stream.take("price_changes", 1)).toHaveLength(1);
  await trade(1.8, 100);
  await wait(MINUTE);
  await trade(1.81, 50);
  await wait(5 * MINUTE);
  await trade(1.79, 10);
  const change = await rowOf("/v1/public/market_info/price_changes");
  expect(change).toEqual({
    symbol: SYMBOL,
    last_price: 1.79,
    // One minute after the beginning: that minute's trade came after its beginning.
    "5m": 1.8,
    ...{ "30m": null, "1h": null, "4h": null, "24h": null, "3d": null, "7d": null, "30d": null },
  } as never);
  expect(await rowOf("/v1/public/market_info/price_changes", UNTRADED)).toMatchObject({ last_price: 0.6, "5m": null });

  const chart = "/v1/public/market_info/history_charts?time_interval=";
  expect((await rowOf(`${chart}1h`)).price_list as unknown).toEqual([{ ts: minute + 5 * MINUTE, price: 1.81 }]);
  const seconds = (await rowOf(`${chart}1m`)).price_list as unknown as { ts: number; price: number }[];
  expect(seconds).toHaveLength(12);
  for (const [i, { ts }] of seconds.entries()) expect(ts).toBe(seconds[0]!.ts + i * 5_000);
  expect(seconds[0]!.price).toBe(1.81);
  expect((await rowOf(`${chart}1d`, UNTRADED)).price_list as unknown).toEqual([]);

  // The stream sends the same at the beginning of a minute.
  const frames = await stream.take("price_changes", 2);
  expect(seqOf(frames[1]!)).toBeGreaterThan(seqOf(frames[0]!));
  stream.close();
});

test("topics sent every minute send their value at once, under both spellings, and unknown ones are refused", async () => {
  const stream = await OutsideStream.openPublic(venue, maker.accountId);
  const topics = ["traders_open_interests", "traders_open_interest", "history_charts_1h", "history_charts_1M"];
  for (const topic of topics) {
    await stream.subscribe(topic);
    const [frame] = await stream.take(topic, 1);
    expect([frame!.topic, (frame!.data as unknown as Row[]).length]).toEqual([topic, 13]);
  }
  const [interests] = await stream.take("traders_open_interests", 1);
  const rows = await rowsOf("/v1/public/market_info/traders_open_interests");
  expect(interests!.data as unknown).toEqual(rows);
  expect(rows.find((row) => row.symbol === SYMBOL)).toEqual({ symbol: SYMBOL, long_oi: 160, short_oi: 160 } as never);
  for (const topic of ["history_charts_5m", "history_charts_", "price_change", `${SYMBOL}@price_changes`]) {
    expect(await stream.ask({ event: "subscribe", topic })).toMatchObject({ errorMsg: `invalid topic ${topic}` });
  }
  stream.close();
});

describe("volumes", () => {
  test("of the venue count each match once, those of a builder count each side", async () => {
    // Trades of the first test: 100 × 1.8 + 50 × 1.81 + 10 × 1.79.
    const before = 288.4;
    await trade(1.8, 200);
    const volumes = await dataOf("/v1/public/volume/stats");
    expect(volumes).toEqual({
      perp_volume_ytd: expect.any(Number),
      perp_volume_ltd: before + 360,
      perp_volume_today: expect.any(Number),
      perp_volume_last_1_day: before + 360,
      perp_volume_last_7_days: before + 360,
      perp_volume_last_30_days: before + 360,
    } as never);
    expect(await dataOf("/v1/public/volume/stats?broker_id=second")).toMatchObject({ perp_volume_ltd: before + 360 });
    accepted(await maker.order({ symbol: SYMBOL, side: "SELL", order_price: 1.8, order_quantity: 10 }));
    const third = await newTrader(venue.url);
    await third.synchronise();
    accepted(await third.order({ symbol: SYMBOL, side: "BUY", order_price: 1.8, order_quantity: 10 }));
    expect(await dataOf("/v1/public/volume/stats")).toMatchObject({ perp_volume_ltd: before + 378 });
    const own = await dataOf("/v1/public/volume/stats?broker_id=demo");
    expect(own).toMatchObject({ perp_volume_ltd: before + 360 + 2 * 18 });
  });

  test("of a builder are in the snapshots of the last 24 hours", async () => {
    const market = (broker: string) => rowsOf(`/v1/public/futures_market?symbol=${SYMBOL}&broker_id=${broker}`);
    expect(await market("second")).toMatchObject([{ symbol: SYMBOL, "24h_volume": 360, "24h_amount": 648.4 }]);
    expect(await market("demo")).toMatchObject([{ "24h_volume": 380, "24h_close": 1.8 }]);
    expect(await rowsOf("/v1/public/futures_market")).toEqual(await rowsOf("/v1/public/futures"));
    expect(await rowsOf(`/v1/public/futures_market?symbol=${SYMBOL}`)).toMatchObject([{ "24h_volume": 370 }]);
  });
});

test("all accounts together hold what they were given, less at most the fees", async () => {
  const all = await dataOf("/v1/public/balance/stats");
  const [one, two] = await Promise.all(
    ["demo", "second"].map((broker) => dataOf(`/v1/public/balance/stats?broker_id=${broker}`)),
  );
  expect(Number(two!.total_holding)).toBe(50_000);
  expect(Number(one!.total_holding) + Number(two!.total_holding)).toBeCloseTo(Number(all.total_holding), 6);
  await setPrice(venue.url, SYMBOL, 1.9);
  const later = await dataOf("/v1/public/balance/stats?broker_id=second");
  expect(Number(later.total_unsettled_balance) - Number(two!.total_unsettled_balance)).toBeGreaterThan(30);
  expect(Number(later.last_update_time)).toBeGreaterThanOrEqual(Number(two!.last_update_time));
});

test("the facts of a venue without a chain are shown, with null for what it can't know", async () => {
  expect(await rowsOf("/v1/public/token")).toEqual([
    {
      token: "USDC",
      token_hash: "0xd6aca1be9729c13d677335161321649cccae6a591554772516700f986f942eaa",
      decimals: 6,
      is_collateral: true,
      base_weight: 1,
      discount_factor: null,
      haircut: 0,
      user_max_qty: -1,
      minimum_withdraw_amount: 1.000001,
      on_chain_swap: false,
      chain_details: [
        {
          chain_id: 196,
          contract_address: null,
          decimals: 6,
          display_name: "USDC",
          withdraw_fee: 1,
          cross_chain_withdrawal_fee: null,
          exclusive_deposit_supported: false,
        },
      ],
    },
  ] as never);
  expect(await rowsOf("/v1/public/token?chain_id=196")).toHaveLength(1);
  expect(await rowsOf("/v1/public/token?chain_id=1")).toEqual([]);
  expect(await dataOf("/v1/public/config")).toEqual({
    available_futures_leverage: "1,2,3,4,5,10,15,20,25,50,75,100",
  } as never);
  const [chain] = await rowsOf("/v1/public/chain_info");
  expect(chain).toMatchObject({ chain_id: "196", vault_address: null, public_rpc_url: null, currency_decimal: 18 });
  expect(chain!.broker_ids as unknown).toContain("second");
  expect(await rowsOf("/v1/public/chain_info?broker_id=second")).toMatchObject([{ broker_ids: ["second"] }]);
  const [vault] = await rowsOf("/v1/public/vault_balance");
  expect(vault).toMatchObject({ chain_id: 196, token: "USDC" });
  // The insurance fund has 100,000; three traders have the faucet's money.
  expect(Number(vault!.balance)).toBeGreaterThanOrEqual(200_000);
  expect(await rowsOf("/v1/public/vault_balance?chain_id=196&token=USDC")).toEqual([vault!]);
  expect(await rowsOf("/v1/public/vault_balance?token=USDT")).toEqual([]);
  expect(await rowsOf("/v1/public/vault_balance?chain_id=1")).toEqual([]);
});

test("builders, accounts and price sources are shown", async () => {
  const users = async (query = "") => (await rowsOf(`/v1/public/broker/stats${query}`))[0]?.connected_user;
  expect(await users("?broker_id=second")).toBe(1);
  const all = Number(await users());
  accepted(await taker.post("/v1/client/add_sub_account", {}));
  expect(await users()).toBe(all);
  await newTrader(venue.url, { brokerId: "second" });
  expect([await users(), await users("?broker_id=second")]).toEqual([all + 1, 2]);
  const names = await rowsOf("/v1/public/broker/name");
  expect(names).toContainEqual({ broker_id: "evermark", broker_name: "Evermark" } as never);
  expect(names).toContainEqual({ broker_id: "second", broker_name: "second" } as never);

  const account = (id: string) => get(`/v1/public/account?account_id=${id}`);
  const own = accepted(await account(taker.accountId)).data;
  expect(own).toMatchObject({ broker_id: "second", address: expect.stringMatching(/^0x[0-9a-f]{40}$/) });
  expect(accepted(await account(taker.accountId.toUpperCase().replace("0X", "0x"))).data).toEqual(own);
  expectRefusal(await account(`0x${"1".repeat(64)}`), [400, -1006, "account does not exist"]);
  expectRefusal(await account("INSURANCE"), [400, -1006]);
  expectRefusal(await get("/v1/public/account"), [400, -1005, "account_id must not be blank"]);

  const sources = await rowsOf("/v1/public/index_price_source");
  expect(sources).toHaveLength(13);
  // This venue's prices are set by hand.
  expect(sources.find((row) => row.symbol === "SPOT_SUI_USDC")).toMatchObject({ sources: [] });
  for (const { updated_time } of sources) expect(Number(updated_time)).toBeGreaterThan(0);
});

const refusals: readonly (readonly [string, string])[] = [
  ["futures_market?symbol=X", "invalid symbol X"],
  ["futures_market?broker_id=nobody", "invalid broker_id nobody"],
  ["futures_market?broker_id=", "broker_id is invalid"],
  ["chain_info?broker_id=nobody", "invalid broker_id nobody"],
  ["broker/stats?broker_id=nobody", "invalid broker_id nobody"],
  ["broker/name?broker_id=nobody", "invalid broker_id nobody"],
  ["volume/stats?broker_id=nobody", "invalid broker_id nobody"],
  ["balance/stats?broker_id=nobody", "invalid broker_id nobody"],
  ["market_info/history_charts?time_interval=2h", "time_interval is invalid"],
  ["token?chain_id=all", "chain_id is invalid"],
  ["vault_balance?chain_id=0", "chain_id is invalid"],
];
test.each(refusals)("%s is refused", async (path, message) => {
  const answer = await get(`/v1/public/${path}`);
  expectRefusal(answer, [400, -1005]);
  expect(answer.json.message).toStartWith(message);
});

test("an announcement reaches subscribers and callers until it is withdrawn", async () => {
  const announce = (body: object) => post(`${venue.url}/sandbox/announcement`, body);
  const withdraw = (id: unknown) =>
    call(`${venue.url}/sandbox/announcement?announcement_id=${id}`, { method: "DELETE" });
  const stream = await OutsideStream.openPublic(venue, maker.accountId);
  await stream.subscribe("announcement");
  const first = accepted(await announce({ message: "A new market." })).data;
  const url = "https://status.example/upgrade";
  const second = accepted(await announce({ message: "An upgrade.", url, type: "maintenance" })).data;
  expect([first.announcement_id, second.announcement_id]).toEqual([1, 2]);
  const frames = await stream.take("announcement", 2);
  const common = { i18n: {}, updated_time: expect.any(Number) };
  expect(frames.map(({ data }) => data) as unknown).toEqual([
    { announcement_id: 1, message: "A new market.", url: null, type: null, ...common },
    { announcement_id: 2, message: "An upgrade.", url, type: "maintenance", ...common },
  ]);
  expect(seqOf(frames[1]!)).toBe(seqOf(frames[0]!) + 1);
  expect(await rowsOf("/v1/public/announcement")).toEqual([
    { announcement_id: 1, message: "A new market." },
    { announcement_id: 2, message: "An upgrade.", url },
  ] as never);
  accepted(await withdraw(1));
  expect(await rowsOf("/v1/public/announcement")).toMatchObject([{ announcement_id: 2 }]);
  expectRefusal(await withdraw(1), [400, -1006, "no announcement 1 is active"]);
  expectRefusal(await withdraw("one"), [400, -1005]);
  expectRefusal(await announce({}), [400, -1005, "message must not be blank"]);
  expectRefusal(await announce({ message: "x", url: "javascript:alert(1)" }), [400, -1005]);
  expectRefusal(await announce({ message: "x", type: "Two Words" }), [400, -1005]);
  accepted(await withdraw(2));
  stream.close();
});
