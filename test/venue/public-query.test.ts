// The public query from outside: every kind of query is answered over HTTP with the shape that it declares, numbers are
// text, and lists can be paged through while a trader trades. Interface 4.3.

import { beforeAll, describe, expect, test } from "bun:test";
import { Client } from "@evermark/client";
import { QUERY_TYPES, type QueryType, queryKinds } from "@evermark/interface/queries/public-query.ts";
import { Compile } from "typebox/compile";
import { type Answer, post } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { openSubAccount } from "./outside/outside-funds.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const ETH = "PERP_ETH_USDC";
const venue = venueOfFile({ calm: true });
let maker: Trader;
let taker: Trader;
/** The taker's wallet under another builder. */
let elsewhere: Trader;
let orderId: number;

beforeAll(async () => {
  [maker, taker] = await Promise.all([newTrader(venue.url, { claims: 5 }), newTrader(venue.url, { claims: 5 })]);
  elsewhere = await newTrader(venue.url, { wallet: taker.wallet, brokerId: "other" });
  await openSubAccount(taker, "of the first account");
  await setPrice(venue.url, ETH, 2_500);
  for (let i = 0; i < 3; i++) orderId = await trade();
  accepted(await taker.order({ symbol: ETH, order_price: 2_400, order_quantity: 0.1 }));
  const stop = { symbol: ETH, algo_type: "STOP", type: "MARKET", side: "SELL", trigger_price: 2_300, quantity: 0.1 };
  accepted(await taker.post("/v1/algo/order", stop));
});

/** @returns the taker's order */
async function trade(): Promise<number> {
  const order = { symbol: ETH, order_price: 2_500, order_quantity: 0.1 };
  accepted(await maker.order({ ...order, side: "SELL" }));
  return Number(accepted(await taker.order({ ...order, side: "BUY" })).data.order_id);
}

const ask = (question: object): Promise<Answer> => post(`${venue.url}/v1/public/query`, question);

/** A query of this kind with the members that it takes here. */
function question(type: QueryType): object {
  const members = {
    symbol: ETH,
    interval: type === "candles" ? "1m" : "1d",
    order_id: orderId,
    address: taker.wallet.address,
  };
  const named = Object.keys(queryKinds[type].request.properties);
  return { type, ...Object.fromEntries(Object.entries(members).filter(([name]) => named.includes(name))) };
}

describe("every kind of query", () => {
  test.each(QUERY_TYPES)("%s is answered in its declared shape", async (type) => {
    const answer = await ask(question(type));
    expect(answer.status, answer.text).toBe(200);
    const { success, data, ...beside } = answer.json;
    expect(success).toBe(true);
    expect(beside).toEqual({ ts: expect.any(Number) } as never);
    const shape = Compile(queryKinds[type].data);
    expect(shape.Errors(data).map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
    expect(numbersIn(data).filter((name) => !WHOLE.test(name))).toEqual([]);
    expect(answer.headers.get("x-ratelimit-limit")).toBe("1200");
    expect(answer.headers.get("x-ratelimit-weight")).toBe(String(queryKinds[type].weight));
    expect(Number(answer.headers.get("x-data-freshness"))).toBeGreaterThan(0);
  });

  test("counts with its declared weight, and the weights add up", async () => {
    const status = async () => (await ask({ type: "rateLimitStatus" })).data as { remaining: number };
    const before = await status();
    let spent = 0;
    for (const type of ["candles", "accountState", "marketSummary", "nonsense"]) {
      const { headers } = await ask({ type, symbol: ETH, interval: "1m", address: taker.wallet.address });
      spent += Number(headers.get("x-ratelimit-weight"));
    }
    expect(spent).toBe(2 + 5 + 1 + 1);
    expect((await status()).remaining).toBe(before.remaining - spent);
  });
});

/** Members that are integers, or rates between 0 and 1. */
const WHOLE = /time|_at$|^ts$|leverage$|count|^limit$|remaining|reset|total_positions|win_rate/;

/** The names of the members that are numbers, at any depth. */
function numbersIn(value: unknown, name = ""): string[] {
  if (typeof value === "number") return [name];
  if (Array.isArray(value)) return value.flatMap((item) => numbersIn(item, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([member, inner]) => numbersIn(inner, member));
}

describe("the client library", () => {
  test("pages through lists with for await while a trader trades", async () => {
    const client = new Client({ baseUrl: venue.url });
    const before = await client.query.trades({ address: taker.wallet.address });
    const ids: string[] = [];
    for await (const row of client.query.trades.all({ address: taker.wallet.address, limit: 1 })) {
      ids.push(row.id);
      if (ids.length === 1) await trade();
    }
    expect(ids).toEqual(before.rows.map(({ id }) => id));
    client.close();
  });

  test("shows the accounts of a wallet with several", async () => {
    const client = new Client({ baseUrl: venue.url });
    const { accounts } = await client.query.accounts({ address: taker.wallet.address });
    expect(accounts.map(({ account_type, broker_id }) => [account_type, broker_id])).toEqual([
      ["main", "demo"],
      ["sub", "demo"],
      ["main", "other"],
    ]);
    const state = await client.query.accountState({ address: taker.wallet.address, account_id: elsewhere.accountId });
    expect(state).toMatchObject({ account_value: "10000", positions: [] });
    const refused = await client.query.accounts({ address: taker.wallet.address, broker_id: "none" }).catch((e) => e);
    expect(refused).toMatchObject({ status: 404, code: -1006, error: "ADDRESS_NOT_FOUND" });
    client.close();
  });

  test("asks for sections of a market, and gets no others", async () => {
    const client = new Client({ baseUrl: venue.url });
    const detail = await client.query.marketDetail({
      symbol: ETH,
      include: ["orderbook", "candles"],
      candles_limit: 1,
    });
    expect(Object.keys(detail).toSorted()).toEqual(["candles", "orderbook", "symbol"]);
    expect(detail.candles).toHaveLength(1);
    const whole = await client.query.marketDetail({ symbol: ETH });
    expect(Object.keys(whole)).toHaveLength(6);
    client.close();
  });
});
