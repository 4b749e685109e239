// Rate limits as a client meets them: every endpoint's figure, the headers, 429 with Retry-After, what counts and what
// does not. Errors 6 and interface 8. No test here depends on how fast the machine is: a limit is read from the
// headers, and where it must be exceeded the requests are sent at the same time.

import { beforeAll, expect, test } from "bun:test";
import { endpoints } from "@evermark/interface/endpoints.ts";
import type { EndpointRow } from "@evermark/interface/rows/endpoint.ts";
import { expectRefusal, expectSuccess } from "./outside/expected-refusal.ts";
import { type Answer, call } from "./outside/outside-caller.ts";
import { EVERY_SCOPE } from "./outside/outside-funds.ts";
import { newTrader, ORDER, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

/** The default factor of a sandbox. */
const FACTOR = 10;
const venue = venueOfFile({ limits: {} });
let trader: Trader;
beforeAll(async () => {
  trader = await newTrader(venue.url, { scope: EVERY_SCOPE });
});

function expectLimit(answer: Answer, limit: number): void {
  const header = (name: string): number => Number(answer.headers.get(`X-RateLimit-${name}`));
  expect({ text: answer.text, limit: header("Limit") }).toEqual({ text: answer.text, limit });
  expect(header("Remaining")).toBeLessThan(limit);
  expect(header("Remaining")).toBeGreaterThanOrEqual(0);
  // Milliseconds since 1970, within the window.
  expect(header("Reset") - Date.now()).toBeGreaterThan(-60_000);
  expect(header("Reset") - Date.now()).toBeLessThanOrEqual(60_000);
}

/** Sends one request to an endpoint, acceptable or not. */
function ask({ method, path, auth }: EndpointRow): Promise<Answer> {
  const target = path.replaceAll(/\{\w+\}/g, "1");
  const body = method === "POST" || method === "PUT" ? "{}" : "";
  const headers = {
    ...(auth === "signed" && trader.headers(method, target, body)),
    ...(body !== "" && { "Content-Type": "application/json" }),
  };
  return call(`${venue.url}${target}`, { method, headers, ...(body !== "" && { body }) });
}

// Endpoints that count weights instead of requests have their own envelope.
const counted = endpoints.filter(({ kinds }) => kinds === undefined);
test.each(counted.map((row) => [`${row.method} ${row.path}`, row] as const))("%s states its limit", async (_, row) => {
  const { count, stated } = row.limit;
  expectLimit(await ask(row), stated ? count : FACTOR * count);
});

/** Sends until a request is refused, more and more at a time: a slow machine may need several windows. */
async function flood(send: () => Promise<Answer>, limit: number): Promise<Answer[]> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const answers = await Promise.all(Array.from({ length: limit * (attempt + 2) }, send));
    if (answers.some(({ status }) => status === 429)) return answers;
  }
  throw new Error("no flood was ever refused");
}

function expectOverLimit(answer: Answer): void {
  expectRefusal(answer, [429, -1003, "rate limit exceeded"]);
  expect(answer.headers.get("X-RateLimit-Remaining")).toBe("0");
  expect(answer.headers.get("Retry-After")).toMatch(/^[1-9][0-9]*$/);
}

test("over a limit that the interface states: 429 with Retry-After, and never more requests than allowed", async () => {
  const answers = await flood(() => trader.delete("/v1/orders"), 10);
  const refused = answers.filter(({ status }) => status === 429);
  for (const answer of refused) expectOverLimit(answer);
  for (const answer of answers.filter(({ status }) => status !== 429)) expectSuccess(answer);

  // The bucket belongs to this account and this endpoint alone.
  expectSuccess(await trader.get("/v1/orders"));
  const other = await newTrader(venue.url);
  expectSuccess(await other.delete("/v1/orders"));
  // A refused request does not count: after what Retry-After says it works again.
  const wait = Number(refused[0]!.headers.get("Retry-After"));
  await Bun.sleep(wait * 1_000);
  expectSuccess(await trader.delete("/v1/orders"));
});

test("a public limit counts by address, no matter which account calls", async () => {
  const answers = await flood(() => call(`${venue.url}/v1/public/announcement`), 10);
  for (const answer of answers.filter(({ status }) => status === 429)) expectOverLimit(answer);
});

test("the items of a batch count as orders, all or none of them", async () => {
  const batcher = await newTrader(venue.url, { claims: 5 });
  // Orders that are refused for their notional cost the engine little; they count because they were sent.
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
  // A client that signs correctly is not kept out by one that does not.
  expectSuccess(await trader.get("/v1/client/info"));
});

test("unknown paths are not limited, nor is the venue's health", async () => {
  const answers = await Promise.all(
    Array.from({ length: 300 }, (_, i) => call(`${venue.url}${i % 2 ? "/v1/x" : "/health"}`)),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
});
