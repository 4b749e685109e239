import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { privateUrl, publicUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { ETH, type StreamVenue, startStreamVenue, type Trader } from "./testing/stream-venue.ts";

let house: StreamVenue;
let trader: Trader;

beforeAll(async () => {
  house = startStreamVenue({ configuration: { limits: { topicsPerConnection: 3 } } });
  trader = await house.trader();
});
afterAll(() => house.stop());

const openPublic = () => TestStreamClient.open(publicUrl(house.base, trader.accountId));
const openPrivate = () => TestStreamClient.open(privateUrl(house.base, trader.accountId));

describe("a frame that fails is answered with the reason and closes nothing", () => {
  const subscribe = (topic: unknown, params?: unknown) => ({ id: 1, event: "subscribe", topic, params });
  const request = (params?: unknown) => ({ id: 1, event: "request", params });
  const refused: [string, unknown, string | undefined, string][] = [
    ["text that is no JSON", "{", undefined, "invalid message"],
    ["a list", "[1]", undefined, "invalid message"],
    ["null", "null", undefined, "invalid message"],
    ["no event", { id: 1 }, undefined, "invalid message"],
    ["a foreign event", { event: "hello" }, "hello", "invalid event hello"],
    ["auth where none is needed", { event: "auth" }, "auth", "invalid event auth"],
    ["no topic", subscribe(undefined), "subscribe", "missing required parameter topic"],
    ["an empty topic", subscribe(""), "subscribe", "missing required parameter topic"],
    ["an unknown topic", subscribe(`${ETH}@foo`), "subscribe", `invalid topic ${ETH}@foo`],
    ["a topic of another case", subscribe("Tickers"), "subscribe", "invalid topic Tickers"],
    ["a topic that is no text", subscribe(["tickers"]), "subscribe", 'invalid topic ["tickers"]'],
    ["a wrong interval", subscribe(`${ETH}@kline_2m`), "subscribe", `invalid topic ${ETH}@kline_2m`],
    ["a private topic", subscribe("executionreport"), "subscribe", "invalid topic executionreport"],
    ["a topic that is not declared", subscribe("liquidations"), "subscribe", "invalid topic liquidations"],
    ["an unknown market", subscribe("PERP_FOO_USDC@ticker"), "subscribe", "invalid symbol PERP_FOO_USDC"],
    ["an unknown index", subscribe("SPOT_FOO_USDC@indexprice"), "subscribe", "invalid symbol SPOT_FOO_USDC"],
    ["an unknown builder", subscribe("unknown$tickers"), "subscribe", "invalid topic unknown$tickers"],
    ["an unknown topic to leave", { event: "unsubscribe", topic: "x" }, "unsubscribe", "invalid topic x"],
    ["a request without a type", request(), "request", "missing required parameter type"],
    ["a request of another type", request({ type: "trades" }), "request", "invalid request type trades"],
    ["a request without a market", request({ type: "orderbook" }), "request", "missing required parameter symbol"],
    [
      "a request for an unknown market",
      request({ type: "orderbook", symbol: "PERP_FOO_USDC" }),
      "request",
      "invalid symbol PERP_FOO_USDC",
    ],
  ];
  for (const [name, frame, event, errorMsg] of refused) {
    test(`${name}: ${errorMsg}`, async () => {
      const client = await openPublic();
      client.send(frame);
      const answer = await client.next((reply) => reply.success !== undefined);
      expect(answer).toMatchObject({ success: false, ts: expect.any(Number), errorMsg });
      expect(answer.event).toBe(event);
      expect(await client.subscribe("bbos")).toMatchObject({ success: true });
      client.leave();
    });
  }

  test("a binary frame is answered with invalid message", async () => {
    const client = await openPublic();
    client.sendBytes(new Uint8Array([123, 125]));
    expect(await client.next((reply) => reply.success === false)).toMatchObject({ errorMsg: "invalid message" });
    client.leave();
  });
});

describe("answers", () => {
  test("ids are echoed with the type they came with, and acknowledgements carry no topic", async () => {
    const client = await openPublic();
    expect(await client.ask({ id: 7, event: "subscribe", topic: "bbos" })).toMatchObject({ id: 7, success: true });
    const named = await client.ask({ id: "7", event: "unsubscribe", topic: "bbos" });
    expect(named).toEqual({ id: "7", event: "unsubscribe", success: true, ts: expect.any(Number) });
    expect(await client.ask({ event: "unsubscribe", topic: "bbos" })).not.toHaveProperty("id");
    client.leave();
  });

  test("frames are answered in the order in which they came, even while an auth is checked", async () => {
    const client = await openPrivate();
    const { svc_api_key, svc_timestamp, svc_sign } = await signedQuery(trader, house.clock.now());
    client.send({ id: 1, event: "subscribe", topic: "balance" });
    client.send({ id: 2, event: "auth", params: { svc_api_key, svc_timestamp: Number(svc_timestamp), svc_sign } });
    client.send({ id: 3, event: "subscribe", topic: "balance" });
    client.send({ id: 4, event: "ping" });
    client.send({ id: 5, event: "subscribe", topic: "tickers" });
    const last = await client.next(({ id }) => id === 5);
    expect(last).toMatchObject({ success: false, errorMsg: "invalid topic tickers" });
    expect(client.frames.map(({ id, success, event }) => [id, success, event])).toEqual([
      [1, false, "subscribe"],
      [2, true, "auth"],
      [3, true, "subscribe"],
      [4, undefined, "pong"],
      [5, false, "subscribe"],
    ]);
    expect(client.frames[0]).toMatchObject({ errorMsg: "Auth is needed." });
    client.leave();
  });

  test("subscribing twice succeeds and still sends one copy", async () => {
    const client = await openPublic();
    await client.subscribe(`${ETH}@trade`);
    expect(await client.subscribe(`${ETH}@trade`)).toMatchObject({ success: true });
    house.place(trader, { side: "SELL", price: 3_001, quantity: 1 });
    house.place(await house.trader(), { side: "BUY", price: 3_001, quantity: 1 });
    await client.count(`${ETH}@trade`, 1);
    await Bun.sleep(20);
    expect(client.of(`${ETH}@trade`)).toHaveLength(1);
    client.leave();
  });

  test("leaving a topic stops it; leaving one that was never joined succeeds", async () => {
    const client = await openPublic();
    await client.subscribe(`${ETH}@bbo`);
    expect(await client.ask({ event: "unsubscribe", topic: `${ETH}@bbo` })).toMatchObject({ success: true });
    expect(await client.ask({ event: "unsubscribe", topic: `${ETH}@trade` })).toMatchObject({ success: true });
    const before = client.of(`${ETH}@bbo`).length;
    house.place(trader, { side: "BUY", price: 2_990, quantity: 1 });
    await Bun.sleep(40);
    expect(client.of(`${ETH}@bbo`)).toHaveLength(before);
    client.leave();
  });

  test("one topic more than a connection may have is refused, one that it already has is not", async () => {
    const client = await openPublic();
    for (const topic of ["bbos", "tickers", "markprices"]) await client.subscribe(topic);
    expect(await client.subscribe("indexprices")).toMatchObject({ errorMsg: "too many subscriptions" });
    expect(await client.subscribe("PERP_FOO_USDC@bbo")).toMatchObject({ errorMsg: "invalid symbol PERP_FOO_USDC" });
    expect(await client.subscribe("bbos")).toMatchObject({ success: true });
    await client.ask({ event: "unsubscribe", topic: "bbos" });
    expect(await client.subscribe("indexprices")).toMatchObject({ success: true });
    client.leave();
  });
});

describe("the auth event", () => {
  const auth = (params: unknown) => ({ id: "a1", event: "auth", params });

  test("other names of its members are accepted, and a key without its prefix", async () => {
    const client = await openPrivate();
    const timestamp = String(house.clock.now());
    const sign = await trader.sign(timestamp);
    const answer = await client.ask(auth({ svc_key: trader.key.slice("ed25519:".length), sign, timestamp }));
    expect(answer).toEqual({ id: "a1", event: "auth", success: true, ts: expect.any(Number) });
    client.leave();
  });

  test("a missing member is named, and the connection stays", async () => {
    const client = await openPrivate();
    expect(await client.ask(auth({ svc_api_key: trader.key }))).toMatchObject({
      errorMsg: "missing required parameter svc_timestamp",
    });
    expect(await client.ask({ event: "subscribe", topic: "position" })).toMatchObject({ errorMsg: "Auth is needed." });
    client.leave();
  });

  test("a wrong signature fails with the text to be signed, and closes", async () => {
    const client = await openPrivate();
    const { svc_api_key, svc_sign } = await signedQuery(trader, house.clock.now());
    const svc_timestamp = house.clock.now() + 1;
    const answer = await client.ask(auth({ svc_api_key, svc_sign, svc_timestamp }));
    expect(answer).toMatchObject({ id: "a1", event: "auth", success: false, errorMsg: "auth failed" });
    expect(answer).toMatchObject({ reason: "signature error", expected_text: String(svc_timestamp) });
    expect(await client.close()).toEqual({ code: 1008, reason: "auth failed" });
  });

  test("a second one changes nothing; with another key it fails without closing", async () => {
    const client = await openPrivate();
    const params = await signedQuery(trader, house.clock.now());
    expect(await client.ask(auth(params))).toMatchObject({ success: true });
    expect(await client.ask(auth({ ...params, svc_sign: "x" }))).toMatchObject({ success: true });
    const other = await signedQuery(await house.trader(), house.clock.now());
    expect(await client.ask(auth(other))).toMatchObject({ success: false, errorMsg: "auth failed" });
    expect(await client.subscribe("position")).toMatchObject({ success: true });
    client.leave();
  });

  test("a symbol filter with an unknown market is refused before authentication is required", async () => {
    const client = await openPrivate();
    const answer = await client.subscribe("executionreport", { symbol: `${ETH},PERP_FOO_USDC` });
    expect(answer).toMatchObject({ errorMsg: "invalid symbol PERP_FOO_USDC" });
    client.leave();
  });
});

test("whole books are paid for by their bytes, by request and by subscription: a client that has used its share must wait", async () => {
  const scarce = startStreamVenue({ limits: { answerBurstBytes: 150, answerBytesPerSecond: 0 } });
  const reader = await scarce.trader();
  const client = await TestStreamClient.open(publicUrl(scarce.base, reader.accountId));
  const ask = (id: number) => {
    client.send({ id, event: "request", params: { type: "orderbook", symbol: ETH } });
    return client.next((reply) => reply.id === id);
  };
  const answers = [];
  for (let id = 1; id <= 6; id++) answers.push(await ask(id));
  const refusedFrom = answers.findIndex(({ success }) => success === false);
  expect(refusedFrom).toBeGreaterThan(0);
  for (const { errorMsg } of answers.slice(refusedFrom)) expect(errorMsg).toBe("rate limit exceeded");
  expect(await client.subscribe(`${ETH}@orderbook`)).toMatchObject({ success: false, errorMsg: "rate limit exceeded" });
  client.send({ id: 7, event: "ping" });
  await client.next((reply) => reply.id === 7);
  client.leave();
  await scarce.stop();
});
