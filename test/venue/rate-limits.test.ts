// Limits as a client meets them: every endpoint's figure, the headers, 429 with Retry-After, what counts and what does
// not. Errors 6 and interface 8. No test here depends on how fast the machine is: a limit is read off the headers, and
// where it must be hit the requests leave together.

import { beforeAll, expect, test } from "bun:test";
import { type Answer, call, post } from "./outside/caller.ts";
import { expectRefusal, expectSuccess } from "./outside/refusal.ts";
import { newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

/** A sandbox as it comes: factor 10. */
const venue = venueOfFile({ limits: {} });
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url);
});

const limits: readonly (readonly [string, string, number, object | null])[] = [
  ["GET", "/v1/registration_nonce", 100, null],
  ["POST", "/v1/register_dex_account", 100, {}],
  ["POST", "/v1/dex_api_key", 100, {}],
  ["GET", "/v1/get_account?address=x&broker_id=y", 100, null],
  ["GET", "/v1/public/info", 100, null],
  ["GET", "/v1/public/info/PERP_BTC_USDC", 100, null],
  ["GET", "/v1/public/futures", 100, null],
  ["GET", "/v1/public/futures/PERP_BTC_USDC", 100, null],
  ["GET", "/v1/public/market_trades?symbol=PERP_BTC_USDC&limit=1", 100, null],
  ["GET", "/v1/public/announcement", 10, null],
  ["GET", "/v1/public/broker/order_enums?broker_id=demo", 10, null],
  ["GET", "/v1/get_broker", 100, null],
  ["GET", "/v1/ip_info", 100, null],
  ["GET", "/v1/kline?symbol=PERP_BTC_USDC&type=1m", 100, null],
  ["POST", "/v1/faucet/usdc", 100, {}],
];
const signedLimits: readonly (readonly [string, string, number, object | null])[] = [
  ["GET", "/v1/client/info", 100, null],
  ["GET", "/v1/client/holding", 100, null],
  ["GET", "/v1/positions", 100, null],
  ["GET", "/v1/position/PERP_BTC_USDC", 100, null],
  ["GET", "/v1/client/leverages", 100, null],
  ["POST", "/v1/client/leverages", 100, {}],
  ["GET", "/v1/orderbook/PERP_BTC_USDC", 1_000, null],
  ["POST", "/v1/order", 1_000, {}],
  ["PUT", "/v1/order", 1_000, {}],
  ["DELETE", "/v1/order", 1_000, null],
  ["GET", "/v1/order/1", 1_000, null],
  ["GET", "/v1/orders", 1_000, null],
  ["DELETE", "/v1/orders", 10, null],
  ["GET", "/v1/trades", 1_000, null],
  ["GET", "/v1/trade/1", 1_000, null],
  ["GET", "/v1/order/1/trades", 1_000, null],
  ["GET", "/v1/client/order/a", 1_000, null],
  ["DELETE", "/v1/client/order", 1_000, null],
  ["POST", "/v1/batch-order", 1_000, {}],
  ["DELETE", "/v1/batch-order", 1_000, null],
  ["DELETE", "/v1/client/batch-order", 1_000, null],
  ["POST", "/v1/order/cancel_all_after", 1_000, {}],
];

function expectLimit(answer: Answer, limit: number): void {
  const header = (name: string): number => Number(answer.headers.get(`X-RateLimit-${name}`));
  expect({ text: answer.text, limit: header("Limit") }).toEqual({ text: answer.text, limit });
  expect(header("Remaining")).toBeLessThan(limit);
  expect(header("Remaining")).toBeGreaterThanOrEqual(0);
  // Milliseconds since 1970, within the window.
  expect(header("Reset") - Date.now()).toBeGreaterThan(-60_000);
  expect(header("Reset") - Date.now()).toBeLessThanOrEqual(60_000);
}

test.each(limits)("%s %s says its limit: %d", async (method, path, limit, body) => {
  const answer = method === "GET" ? call(`${venue.url}${path}`) : post(`${venue.url}${path}`, body);
  expectLimit(await answer, limit);
});

test.each(signedLimits)("%s %s says its limit: %d", async (method, path, limit, body) => {
  if (body !== null) return expectLimit(await trader.send(method, path, JSON.stringify(body)), limit);
  const answer = call(`${venue.url}${path}`, { method, headers: trader.headers(method, path) });
  expectLimit(await answer, limit);
});

/** Sends until a refusal comes, more and more at a time: a slow machine may need several windows. */
async function flood(send: () => Promise<Answer>, limit: number): Promise<Answer[]> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const answers = await Promise.all(Array.from({ length: limit * 2 }, send));
    if (answers.some(({ status }) => status === 429)) return answers;
  }
  throw new Error("no flood was ever refused");
}

function expectOverLimit(answer: Answer): void {
  expectRefusal(answer, [429, -1003, "rate limit exceeded"]);
  expect(answer.headers.get("X-RateLimit-Remaining")).toBe("0");
  expect(answer.headers.get("Retry-After")).toMatch(/^[1-9][0-9]*$/);
}

test("over a limit that the interface states: 429 with Retry-After, and never more than it allows", async () => {
  const answers = await flood(() => trader.delete("/v1/orders"), 10);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) expectOverLimit(answer);
  for (const answer of answers.filter(({ status }) => status !== 429)) expectSuccess(answer);

  // The bucket is the account's own, and the endpoint's own.
  expectSuccess(await trader.get("/v1/orders"));
  const other = await newTrader(venue.url);
  expectSuccess(await other.delete("/v1/orders"));
  // A refused request does not count: after what Retry-After says it works again.
  const wait = Number(refused[0]!.headers.get("Retry-After"));
  await Bun.sleep(wait * 1_000);
  expectSuccess(await trader.delete("/v1/orders"));
});

test("a public limit counts by address, whoever asks", async () => {
  const answers = await flood(() => call(`${venue.url}/v1/public/announcement`), 10);
  for (const answer of answers.filter(({ status }) => status === 429)) expectOverLimit(answer);
});

test("the items of a batch count as orders, all or none of them", async () => {
  const batcher = await newTrader(venue.url, { claims: 5 });
  // Orders that are refused by their notional cost the engine little; what counts is that they were sent.
  const tiny = { ...ORDER, order_quantity: 0.00001 };
  const answers = await flood(
    () => batcher.post("/v1/batch-order", { orders: Array.from({ length: 10 }, () => tiny) }),
    130,
  );
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) expectRefusal(answer, [429, -1003, "rate limit exceeded"]);
  for (const answer of answers.filter(({ status }) => status !== 429)) expect(answer.data.rows).toHaveLength(10);
});

test("failed authentications have a bucket of their own, by address", async () => {
  const wrong = (): Promise<Answer> => call(`${venue.url}/v1/client/info`, { headers: { "SVC-Account-Id": "x" } });
  const answers = await flood(wrong, 500);
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].sort()).toEqual([401, 429]);
  for (const answer of answers.filter(({ status }) => status === 429)) {
    expectRefusal(answer, [429, -1003]);
    expect(answer.headers.get("X-RateLimit-Limit")).toBe("500");
  }
  // Who signs well is not kept out by who does not.
  expectSuccess(await trader.get("/v1/client/info"));
});

test("what does not exist is not limited, nor is the venue's health", async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => call(`${venue.url}${i % 2 ? "/v1/x" : "/health"}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
});
