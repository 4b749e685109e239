// Order entry over the private stream, from outside: scopes, limits and idempotence as over REST, in the order in which
// requests were sent; a client's input ends or blocks a connection only where that is documented. That each input gets
// the same answer as over REST is tested in order-streams-as-rest.test.ts.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue as startVenueProcess } from "../witness/venue-process.ts";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { advance } from "./outside/outside-controls.ts";
import { EVERY_SCOPE, openSubAccount, transfer } from "./outside/outside-funds.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { type Frame, OutsideStream, privatePath, streamTimestamp } from "./outside/outside-stream.ts";
import { newStreamTrader, type StreamTrader } from "./outside/stream-trader.ts";
import { accepted, bindKey, newTrader, ORDER, Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const venue = venueOfFile();
let trader: Trader;
let client: OutsideStream;
beforeAll(async () => {
  trader = await newTrader(venue.url, { claims: 10 });
  client = await OutsideStream.openPrivate(venue, trader);
});

const BTC = "PERP_BTC_USDC";
const TYPES = ["order.place", "order.amend", "order.cancel", "order.cancel_all", "order.batch"];
/** A trader for one test alone, so that no other orders and limits interfere. */
const newClient = (): Promise<StreamTrader> => newStreamTrader(venue);

const openOrders = async (owner: Trader) => accepted(await owner.get("/v1/orders?status=INCOMPLETE")).data.rows!;
const refused = (answer: Frame) => ({ code: answer.code, message: answer.message });

describe("each request does what its endpoint does", () => {
  test("an order is placed, amended, cancelled; REST shows each step", async () => {
    const placed = await client.request("order.place", { ...ORDER, client_order_id: "first" });
    const orderId = Number(placed.data.order_id);
    expect(placed).toEqual({
      id: placed.id!,
      event: "request",
      success: true,
      ts: expect.any(Number),
      data: {
        order_id: orderId,
        symbol: BTC,
        status: "NEW",
        client_order_id: "first",
        order_type: "LIMIT",
        order_price: 50_000,
        order_quantity: 0.01,
      },
    });
    const { symbol, side, order_type } = ORDER;
    const amended = await client.request("order.amend", {
      order_id: orderId,
      symbol,
      side,
      order_type,
      order_price: 49_000,
    });
    expect(amended).toMatchObject({ success: true, data: { status: "NEW" } });
    expect(accepted(await trader.get(`/v1/order/${orderId}`)).data).toMatchObject({ price: 49_000, status: "NEW" });
    const cancelled = await client.request("order.cancel", { symbol, order_id: orderId });
    expect(cancelled).toMatchObject({ success: true, data: { order_id: orderId, status: "CANCELLED" } });
    expect(accepted(await trader.get(`/v1/order/${orderId}`)).data).toMatchObject({ status: "CANCELLED" });
  });

  test("a batch has one outcome for each item, and all are cancelled at once", async () => {
    const orders = [ORDER, { ...ORDER, order_price: 1 }, { ...ORDER, symbol: "PERP_ETH_USDC", order_price: 2_500 }];
    const { data } = await client.request("order.batch", { orders });
    expect(data).toMatchObject({
      rows: [{ order_id: expect.any(Number) }, { error_message: expect.any(String) }, { order_id: expect.any(Number) }],
    });
    expect(await openOrders(trader)).toHaveLength(2);
    const some = await client.request("order.cancel_all", { symbol: BTC });
    expect(some).toMatchObject({ success: true, data: { status: "CANCEL_ALL_SENT" } });
    expect(await openOrders(trader)).toMatchObject([{ symbol: "PERP_ETH_USDC" }]);
    expect(await client.request("order.cancel_all")).toMatchObject({ success: true });
    expect(await openOrders(trader)).toEqual([]);
  });

  test("its answer comes after the order's own report", async () => {
    const own = await OutsideStream.openPrivate(venue, trader);
    await own.subscribe("executionreport");
    const placed = await own.request("order.place", ORDER);
    const [report] = own.framesOf("executionreport");
    expect(report?.data).toMatchObject({ orderId: placed.data.order_id, status: "NEW" });
    await own.request("order.cancel", { symbol: BTC, order_id: placed.data.order_id });
    own.close();
  });

  test("ids are returned unchanged and with the same type, or not at all", async () => {
    const own = await OutsideStream.openPrivate(venue, trader);
    const ids = ["s1", 1, 0, -5, "", "1", 1.5, 9_007_199_254_740_991, 'ä\u0000"', undefined];
    for (const id of ids)
      own.send({ id, event: "request", params: { type: "order.cancel", symbol: BTC, order_id: 1e9 } });
    await own.until(() => own.frames.length >= ids.length);
    expect(own.frames.map((frame) => frame.id)).toEqual(ids as string[]);
    expect(own.frames.map((frame) => frame.code)).toEqual(Array<number>(ids.length).fill(-1006));
    own.close();
  });
});

describe("permissions", () => {
  test("none before authentication, and the public stream accepts no orders", async () => {
    const { trader } = await newClient();
    const open = await OutsideStream.open(`${venue.socketUrl}${privatePath(trader.accountId)}`);
    const answer = await open.request("order.place", ORDER);
    expect(answer).toMatchObject({ event: "request", success: false, errorMsg: "Auth is needed." });
    open.close();
    const tape = await OutsideStream.openPublic(venue, trader.accountId);
    expect(await tape.request("order.place", ORDER)).toMatchObject({
      errorMsg: "invalid request type order.place",
      types: ["orderbook"],
    });
    tape.close();
    expect(await openOrders(trader)).toEqual([]);
  });

  test("an auth event is enough, and requests sent with it are carried out after it", async () => {
    const { trader } = await newClient();
    const open = await OutsideStream.open(`${venue.socketUrl}${privatePath(trader.accountId)}`);
    const svc_timestamp = streamTimestamp(trader);
    const params = { svc_api_key: trader.key.name, svc_timestamp, svc_sign: trader.key.sign(svc_timestamp) };
    open.send({ id: 1, event: "auth", params });
    open.send({ id: 2, event: "request", params: { type: "order.place", ...ORDER } });
    open.send({ id: 3, event: "request", params: { type: "order.cancel_all" } });
    await open.until(() => open.frames.length >= 3);
    const inOrder = open.frames.toSorted((a, b) => Number(a.id) - Number(b.id));
    expect(inOrder.map(({ id, success }) => [id, success])).toEqual([
      [1, true],
      [2, true],
      [3, true],
    ]);
    open.close();
  });

  test("a key without the trading scope is refused, and one that gains it may from then on", async () => {
    const reader = await newTrader(venue.url, { scope: "read" });
    const own = await OutsideStream.openPrivate(venue, reader);
    const denied = { code: -1002, message: "scope trading is required", check: "scope" };
    for (const type of TYPES) expect(await own.request(type, ORDER)).toMatchObject(denied);
    expectRefusal(await reader.order(), [401, -1002, "scope trading is required"]);
    await advance(venue.url, 1_000);
    accepted(await bindKey(venue.url, reader.wallet, reader.key.name, { scope: "read,trading" }));
    expect(await own.request("order.place", ORDER)).toMatchObject({ success: true });
    await advance(venue.url, 1_000);
    accepted(await bindKey(venue.url, reader.wallet, reader.key.name, { scope: "read" }));
    expect(await own.request("order.cancel_all")).toMatchObject(denied);
    own.close();
    await Promise.all([trader, reader].map((each) => each.synchronise()));
  });

  test("a connection is closed when its key expires", async () => {
    const mortal = await newTrader(venue.url);
    const key = new ApiKey();
    const expiration = mortal.now() + 60_000;
    accepted(await bindKey(venue.url, mortal.wallet, key.name, { expiration }));
    const own = await OutsideStream.openPrivate(
      venue,
      new Trader(venue.url, mortal.wallet, mortal.accountId, key, mortal.skew),
    );
    expect(await own.request("order.place", ORDER)).toMatchObject({ success: true });
    await advance(venue.url, 61_000);
    own.send({ id: "late", event: "request", params: { type: "order.cancel_all" } });
    expect(await own.closed()).toEqual({ code: 1008, reason: "api key expired or removed" });
    // Refused, or not read at all; but not carried out.
    expect(own.frames.filter(({ id, success }) => id === "late" && success === true)).toEqual([]);
    await Promise.all([trader, mortal].map((each) => each.synchronise()));
    expect(await openOrders(mortal)).toHaveLength(1);
  });

  test("a main account's key acts for its sub-account over the sub-account's stream", async () => {
    const main = await newTrader(venue.url, { scope: EVERY_SCOPE });
    const sub = await openSubAccount(main, "desk");
    accepted(await transfer(main, sub.accountId, 5_000));
    const own = await OutsideStream.openPrivate(venue, sub);
    const placed = await own.request("order.place", ORDER);
    expect(placed.success).toBe(true);
    expect(await openOrders(sub)).toMatchObject([{ order_id: placed.data.order_id }]);
    expect(await openOrders(main)).toEqual([]);
    own.close();
  });
});

describe("an order sent twice", () => {
  const order = (name: string) => ({ ...ORDER, client_order_id: name });
  let trader: Trader;
  let client: OutsideStream;
  beforeAll(async () => {
    ({ trader, client } = await newClient());
  });

  test("gets its first answer, whether each was sent over the stream or REST", async () => {
    const first = await client.request("order.place", order("twice-1"));
    const second = await client.request("order.place", order("twice-1"));
    expect(second).toMatchObject({ replayed: true, data: first.data });
    const overRest = accepted(await trader.order(order("twice-1")));
    expect(overRest.data).toEqual(first.data);
    expect(overRest.headers.get("SVC-Replayed")).toBe("true");

    const firstRest = accepted(await trader.order(order("twice-2")));
    expect(await client.request("order.place", order("twice-2"))).toMatchObject({
      replayed: true,
      data: firstRest.data,
    });
    expect(await openOrders(trader)).toHaveLength(2);
  });

  test("with another body is refused, whether each was sent over the stream or REST", async () => {
    const other = { ...order("twice-1"), order_price: 49_000 };
    const answer = await client.request("order.place", other);
    expect(answer).toMatchObject({ success: false, code: -1007 });
    expectRefusal(await trader.order(other), [409, -1007, answer.message!]);
    expect(await client.request("order.cancel_all")).toMatchObject({ success: true });
  });

  test("at the same moment over several connections and REST is one order", async () => {
    const others = await Promise.all([1, 2, 3].map(() => OutsideStream.openPrivate(venue, trader)));
    const answers = await Promise.all([
      ...others.map((each) => each.request("order.place", order("twice-3"))),
      trader.order(order("twice-3")).then((answer) => answer.json as Frame),
    ]);
    expect(new Set(answers.map(({ data }) => data.order_id)).size).toBe(1);
    expect(await openOrders(trader)).toHaveLength(1);
    expect(await client.request("order.cancel_all")).toMatchObject({ success: true });
    for (const each of others) each.close();
  });
});

test("requests of one connection are carried out in the order in which they were sent", async () => {
  const own = await OutsideStream.openPrivate(venue, await newTrader(venue.url, { claims: 2 }));
  const placements = Array.from({ length: 150 }, (_, n) => ({
    id: n,
    event: "request",
    params: { type: "order.place", ...ORDER, order_quantity: 0.001, client_order_id: `line-${n}` },
  }));
  for (const placement of placements) own.send(placement);
  own.send({ id: "all", event: "request", params: { type: "order.cancel_all" } });
  own.send({ id: "last", event: "request", params: { type: "order.place", ...ORDER } });
  await own.until(() => own.frames.length >= placements.length + 2);
  const orderIds = own.frames.filter(({ id }) => typeof id === "number").sort((a, b) => Number(a.id) - Number(b.id));
  expect(orderIds.map(({ data }) => data.order_id)).toEqual(
    placements.map((_, n) => Number(orderIds[0]!.data.order_id) + n),
  );
  const last = await own.next(({ id }) => id === "last");
  const book = await own.request("order.cancel", { symbol: BTC, order_id: last.data.order_id });
  expect(book).toMatchObject({ data: { status: "CANCELLED" } });
  for (const { data } of orderIds.slice(0, 3)) {
    expect(await own.request("order.cancel", { symbol: BTC, order_id: data.order_id })).toMatchObject({ code: -1006 });
  }
  own.close();
});

test("an order stays when its connection ends before the answer", async () => {
  const leaver = await newTrader(venue.url);
  for (const [n, leave] of (["close", "kill"] as const).entries()) {
    const own = await OutsideStream.openPrivate(venue, leaver);
    own.send({ event: "request", params: { type: "order.place", ...ORDER, client_order_id: `left-${n}` } });
    // The written request reaches the venue before the connection's end does.
    await Bun.sleep(1);
    own[leave]();
    await own.closed();
  }
  for (let tries = 0; tries < 100 && (await openOrders(leaver)).length < 2; tries++) await Bun.sleep(10);
  expect(await openOrders(leaver)).toHaveLength(2);
});

describe("limits", () => {
  let strict: OutsideVenue;
  /** A sandbox with its default factor of 10, so that all orders may be cancelled ten times a second. */
  beforeAll(async () => {
    strict = await startVenue({ limits: {} });
  });
  afterAll(async () => {
    expect(strict.errors).toEqual([]);
    await strict.stop();
  });

  const cancelAll = { event: "request", params: { type: "order.cancel_all" } };
  const overLimit = (frame: Frame) => frame.code === -1003;

  test("are those of REST, in the same bucket, and say when there is room again", async () => {
    const trader = await newTrader(strict.url);
    const own = await OutsideStream.openPrivate(strict, trader);
    for (let id = 0; id < 30; id++) own.send({ id, ...cancelAll });
    await own.until(() => own.frames.length >= 30);
    const refusals = own.frames.filter(overLimit);
    // On a machine that needs a second for thirty frames, fewer are refused.
    expect(refusals.length).toBeGreaterThan(0);
    expect(own.frames.filter(({ success }) => success === true).length).toBeGreaterThanOrEqual(10);
    for (const refusal of refusals as (Frame & { readonly retry_after_ms: number })[]) {
      expect(refusal.retry_after_ms).toBeGreaterThan(0);
      expect(refusal.retry_after_ms).toBeLessThanOrEqual(1_000);
      expect(refusal.message).toBe("rate limit exceeded");
    }
    const overRest = await Promise.all(Array.from({ length: 20 }, () => trader.delete("/v1/orders")));
    expect(overRest.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    // Another endpoint has its own bucket, and refused requests did not count.
    expect(await own.request("order.place", ORDER)).toMatchObject({ success: true });
    await Bun.sleep(1_010);
    expect(await own.request("order.cancel_all")).toMatchObject({ success: true });
    own.close();
  });

  test("count the items of a batch as orders, all or none of them", async () => {
    const own = await OutsideStream.openPrivate(strict, await newTrader(strict.url));
    const batch = { type: "order.batch", orders: Array<object>(10).fill({ ...ORDER, symbol: "X" }) };
    for (let id = 0; id < 200; id++) own.send({ id, event: "request", params: batch });
    await own.until(() => own.frames.length >= 200);
    expect(own.frames.filter(overLimit).length).toBeGreaterThan(0);
    for (const { data } of own.frames.filter((frame) => !overLimit(frame))) expect(data.rows).toHaveLength(10);
    own.close();
  });

  test("leave orders out of the limit on frames, and close the connection of a client that ignores refusals", async () => {
    const own = await OutsideStream.openPrivate(strict, await newTrader(strict.url));
    const order = { event: "request", params: { type: "order.cancel", symbol: BTC, order_id: 1 } };
    for (let id = 0; id < 900; id++) own.send({ id, ...order });
    await own.until(() => own.frames.length >= 900);
    expect(own.frames.filter(({ code }) => code !== -1006)).toEqual([]);
    for (let id = 0; id < 3_000; id++) own.send({ id, ...cancelAll });
    expect(await own.closed()).toEqual({ code: 1008, reason: "rate limit exceeded" });
  });
});

test("an answered order survives kill -9", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path };
  let trader: Trader;
  let orderId: unknown;
  {
    await using doomed = await startVenueProcess(options);
    trader = await newTrader(doomed.url);
    const own = await OutsideStream.openPrivate({ socketUrl: doomed.url.replace("http", "ws") }, trader);
    orderId = (await own.request("order.place", ORDER)).data.order_id;
    await doomed.process.kill();
  }
  await using next = await startVenueProcess(options);
  const reconnected = new Trader(next.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  expect(await openOrders(reconnected)).toMatchObject([{ order_id: orderId, status: "NEW" }]);
});

test("a venue that ends cleanly answers what it accepted, refuses the rest, and carries out nothing else", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path, flags: ["--limits-factor", "1000"] };
  let trader: Trader;
  let own: OutsideStream;
  {
    await using ending = await startVenueProcess(options);
    trader = await newTrader(ending.url, { claims: 5 });
    own = await OutsideStream.openPrivate({ socketUrl: ending.url.replace("http", "ws") }, trader);
    const order = { type: "order.place", ...ORDER, order_quantity: 0.001 };
    const send = (id: number) => own.send({ id, event: "request", params: { ...order, client_order_id: `end-${id}` } });
    for (let id = 0; id < 20; id++) send(id);
    await own.until(() => own.frames.length >= 20);
    const ended = ending.process.terminate();
    for (let id = 20; id < 190; id++) {
      send(id);
      if (id % 10 === 0) await Bun.sleep(1);
    }
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(await own.closed()).toEqual({ code: 1001, reason: "server shutting down" });
  }
  await using next = await startVenueProcess(options);
  const reconnected = new Trader(next.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  const all = accepted(await reconnected.get("/v1/orders?status=INCOMPLETE&size=500")).data.rows!;
  const answered = own.frames.filter(({ success }) => success === true).map(({ data }) => data.client_order_id);
  expect(all.map(({ client_order_id }) => client_order_id).sort()).toEqual(answered.sort());
  const others = own.frames.filter(({ event, success }) => event === "request" && success !== true);
  for (const refusal of others) expect(refusal).toMatchObject({ code: -1011 });
});

describe("hostile input", () => {
  const frame = (params: string) => `{"id":1,"event":"request","params":${params}}`;
  const deep = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
  const frames: readonly (readonly [what: string, text: string, expected: object])[] = [
    ["no type", frame(`{"symbol":"${BTC}"}`), { errorMsg: "missing required parameter type" }],
    ["a type that is an object", frame(`{"type":{}}`), { errorMsg: "invalid request type {}" }],
    ["a type that is a list", frame(`{"type":["order.place"]}`), { errorMsg: 'invalid request type ["order.place"]' }],
    ["a type from a prototype", frame(`{"type":"constructor"}`), { errorMsg: "invalid request type constructor" }],
    ["a type in upper case", frame(`{"type":"ORDER.PLACE"}`), { errorMsg: "invalid request type ORDER.PLACE" }],
    ["params that are a list", frame(`[{"type":"order.place"}]`), { errorMsg: "missing required parameter type" }],
    ["params that are text", frame(`"order.place"`), { errorMsg: "missing required parameter type" }],
    ["nothing but the type", frame(`{"type":"order.place"}`), { code: -1005, message: "symbol must not be blank" }],
    ["a prototype", frame(`{"type":"order.place","__proto__":{"symbol":"${BTC}"}}`), { code: -1005 }],
    ["depth", frame(`{"type":"order.place","symbol":${deep(20_000)}}`), { success: false }],
    ["depth in a batch", frame(`{"type":"order.batch","orders":[{"symbol":${deep(10_000)}}]}`), { success: true }],
    ["60 KB of symbol", frame(`{"type":"order.place","symbol":"${"X".repeat(60_000)}"}`), { code: -1005 }],
    [
      "60 KB of order id",
      frame(`{"type":"order.cancel","symbol":"${BTC}","order_id":${"9".repeat(60_000)}}`),
      { code: -1005 },
    ],
    ["5,000 items", frame(`{"type":"order.batch","orders":[${Array(5_000).fill("{}").join()}]}`), { code: -1005 }],
    ["half a surrogate", frame(`{"type":"order.place","symbol":"\\ud800"}`), { code: -1005 }],
    [
      "a type of its own in an item",
      frame(`{"type":"order.batch","orders":[{"type":"order.place"}]}`),
      { success: true },
    ],
  ];
  test.each(frames)("%s gets an answer, and the connection continues", async (_, text, expected) => {
    const own = await OutsideStream.openPrivate(venue, trader);
    own.send(text);
    expect(await own.next(() => true)).toMatchObject({ id: 1, event: "request", ...expected });
    expect(await own.request("order.cancel", { symbol: BTC, order_id: 1e9 })).toMatchObject({ code: -1006 });
    own.close();
  });

  test("the refusal of an unknown type says which exist", async () => {
    const answer = await client.request("order.plaice");
    expect(answer).toMatchObject({
      success: false,
      errorMsg: "invalid request type order.plaice",
      types: ["orderbook", "order.place", "order.amend", "order.cancel", "order.cancel_all", "order.batch"],
    });
  });

  test("thousands at once are all answered, and others are served meanwhile", async () => {
    const own = await OutsideStream.openPrivate(venue, trader);
    const count = 5_000;
    for (let n = 0; n < count; n++) {
      own.send({ id: n, event: "request", params: { type: "order.cancel", symbol: BTC, order_id: 1e9 + n } });
    }
    expect(await client.request("order.place", { ...ORDER, symbol: "X" }).then(refused)).toMatchObject({ code: -1005 });
    await own.until(() => own.frames.length >= count);
    expect(new Set(own.frames.map(({ id }) => id)).size).toBe(count);
    own.close();
  });
});
