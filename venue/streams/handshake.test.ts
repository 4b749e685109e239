import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { privateUrl, publicUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { type StreamVenue, startStreamVenue, type Trader } from "./testing/stream-venue.ts";

let house: StreamVenue;
let trader: Trader;

beforeAll(async () => {
  house = startStreamVenue({ configuration: { limits: { connectionsPerIp: 4, privateConnectionsPerAccount: 2 } } });
  trader = await house.trader();
});
afterAll(() => house.stop());

/** The answer to an upgrade request that is refused. */
async function refusal(url: string) {
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const response = await fetch(url.replace("ws://", "http://"), { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const signed = (by: Trader, timestamp = house.clock.now()) => signedQuery(by, timestamp);
const url = (query: Record<string, string>, accountId = trader.accountId) => privateUrl(house.base, accountId, query);

describe("the private stream", () => {
  test("opens with a signature of the timestamp alone, and sends nothing unasked", async () => {
    const client = await TestStreamClient.open(url(await signed(trader)));
    expect(await client.subscribe("executionreport")).toMatchObject({ success: true });
    expect(client.frames).toHaveLength(1);
    client.leave();
  });

  test("accepts base64 with padding, a plus sign that was not escaped, and a key without its prefix", async () => {
    const { svc_api_key, svc_timestamp, svc_sign } = await signed(trader);
    const standard = Buffer.from(svc_sign!, "base64url").toString("base64");
    const query = `svc_api_key=${svc_api_key!.slice("ed25519:".length)}&svc_timestamp=${svc_timestamp}&svc_sign=${standard}`;
    const client = await TestStreamClient.open(`${url({})}?${query}`);
    expect(await client.subscribe("position")).toMatchObject({ success: true });
    client.leave();
  });

  const wrong: [string, (query: Record<string, string>) => Promise<Record<string, string>>, number, string][] = [
    ["a missing signature", async ({ svc_sign, ...rest }) => rest, -1001, "missing parameter svc_sign"],
    [
      "a malformed key",
      async (query) => ({ ...query, svc_api_key: "ed25519:0" }),
      -1001,
      "invalid parameter svc_api_key",
    ],
    [
      "seconds and a point",
      async (query) => ({ ...query, svc_timestamp: "1.5" }),
      -1001,
      "invalid parameter svc_timestamp",
    ],
    [
      "a hex signature",
      async (query) => ({ ...query, svc_sign: "ab".repeat(64) }),
      -1001,
      "invalid parameter svc_sign",
    ],
    ["a time 301 s ago", () => signed(trader, house.clock.now() - 301_000), -1002, "timestamp is out of range"],
    ["the key of another account", async () => signed(await house.trader()), -1002, "api key error"],
    ["a key that expired", async () => signed(await house.trader({ expiresInMs: -1 })), -1002, "api key error"],
    [
      "a wrong digit in the timestamp",
      async (query) => ({ ...query, svc_timestamp: String(Number(query.svc_timestamp) - 1) }),
      -1002,
      "signature error",
    ],
    [
      "the text of a REST request",
      async (query) => {
        const path = new URL(url({})).pathname;
        return { ...query, svc_sign: await trader.sign(`${query.svc_timestamp}GET${path}`) };
      },
      -1002,
      "signature error",
    ],
  ];
  for (const [name, change, code, message] of wrong) {
    test(`${name} is 401: ${message}`, async () => {
      const { status, body } = await refusal(url(await change(await signed(trader))));
      expect(status).toBe(401);
      expect(body).toMatchObject({ success: false, code, message, timestamp: expect.any(Number) });
    });
  }

  test("a key that can only move money is refused", async () => {
    const mover = await house.trader({ scope: "asset" });
    const { status, body } = await refusal(url(await signed(mover), mover.accountId));
    expect([status, body.code, body.message]).toEqual([401, -1002, "scope read is required"]);
  });

  test("the refusal of a wrong signature includes the text to be signed, in a sandbox only", async () => {
    const own = await signed(trader);
    const query = { ...own, svc_timestamp: String(Number(own.svc_timestamp) - 5) };
    expect((await refusal(url(query))).body).toMatchObject({ check: "signature", expected_text: query.svc_timestamp });
    const production = startStreamVenue({ configuration: { mode: "production" } });
    const client = await production.trader();
    const at = production.clock.now();
    const foreign = { ...(await signedQuery(client, at)), svc_timestamp: String(at - 5) };
    const { body } = await refusal(privateUrl(production.base, client.accountId, foreign));
    expect(body).toMatchObject({ message: "signature error" });
    expect(body).not.toHaveProperty("expected_text");
    await production.stop();
  });

  test("an account's connections are limited, and others can't use them up by knowing its id", async () => {
    const strangers = [await TestStreamClient.open(url({})), await TestStreamClient.open(url({}))];
    const clients = [
      await TestStreamClient.open(url(await signed(trader))),
      await TestStreamClient.open(url(await signed(trader))),
    ];
    for (const stranger of strangers) stranger.leave();
    await Promise.all(strangers.map((stranger) => stranger.close()));
    const { status, body } = await refusal(url(await signed(trader)));
    expect([status, body.code]).toEqual([429, -1003]);
    clients[0]!.leave();
    await clients[0]!.close();
    const next = await TestStreamClient.open(url(await signed(trader)));
    for (const client of [clients[1]!, next]) client.leave();
    await Promise.all([clients[1]!.close(), next.close()]);
  });
});

describe("requests that open no stream", () => {
  test("another path below /ws/ is not found", async () => {
    for (const path of ["/ws/", "/ws/public", "/ws/public/ws/stream/", "/ws/private/ws/private/stream/0x1"]) {
      expect(await refusal(`${house.base}${path}`)).toMatchObject({ status: 404, body: { code: -1006 } });
    }
  });

  test("a plain GET is answered to upgrade", async () => {
    const plain = publicUrl(house.base, trader.accountId).replace("ws://", "http://");
    expect((await fetch(plain)).status).toBe(426);
    expect((await fetch(url({}).replace("ws://", "http://"))).status).toBe(426);
  });
});

test("an address may have a limited number of connections of one kind", async () => {
  const path = publicUrl(house.base, trader.accountId);
  const clients = await Promise.all([1, 2, 3, 4].map(() => TestStreamClient.open(path)));
  expect(await refusal(path)).toMatchObject({ status: 429, body: { success: false, code: -1003 } });
  const other = await TestStreamClient.open(url(await signed(trader)));
  clients[0]!.leave();
  await clients[0]!.close();
  const next = await TestStreamClient.open(path);
  for (const client of [...clients, other, next]) client.leave();
});
