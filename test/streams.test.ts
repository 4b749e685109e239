// The streams from outside: connecting and authenticating, every bad frame, limits, heartbeat, and what each topic
// sends. The checklist of streams 13, with sections 1 to 4 and 9 to 10 around it.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { ApiKey } from "./outside/api-key.ts";
import { call, type Row } from "./outside/caller.ts";
import { advance, setPrice } from "./outside/controls.ts";
import { RawConnection, rawRequest, requestText } from "./outside/raw-http.ts";
import { expectSuccess } from "./outside/refusal.ts";
import { type Frame, privatePath, privateUrl, publicUrl, StreamClient } from "./outside/stream-client.ts";
import { accepted, bindKey, newTrader, type Trader, venueTime } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";

let venue: OutsideVenue;
let trader: Trader;
let maker: Trader;
/** Open from the start and never spoken on: what the heartbeat finds at the end. */
let quiet: StreamClient;
beforeAll(async () => {
  venue = await startVenue();
  [trader, maker] = await Promise.all([newTrader(venue.url, { claims: 10 }), newTrader(venue.url, { claims: 10 })]);
  quiet = await StreamClient.openPublic(venue, trader.accountId);
});
afterAll(async () => {
  expect(venue.errors).toEqual([]);
  venue.audit();
  await venue.stop();
});

const ETH = "PERP_ETH_USDC";
const UPGRADE = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
] as const;

/** What the upgrade to a stream is answered. */
async function handshake(path: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const answer = await rawRequest(venue.port, requestText("GET", path, UPGRADE));
  return { status: answer?.status, body: answer?.body ?? "" };
}

const publicPath = (accountId: string): string => publicUrl(venue, accountId).slice(venue.socketUrl.length);

test("a public stream of an account that nobody has is closed at once, without any data", async () => {
  for (const id of [`0x${"12".repeat(32)}`, "anything", "0x12", trader.accountId.slice(0, -1), "0"]) {
    const client = await StreamClient.openPublic(venue, id).catch(() => undefined);
    if (client === undefined) continue;
    expect(await client.closed()).toEqual({ code: 1008, reason: "invalid account_id" });
    expect(client.frames).toEqual([]);
  }
  expect((await handshake(publicPath(`0x${"12".repeat(32)}`))).status).toBe(101);
});

test("a public stream of a real account, its id in any case, sends the ticker at once", async () => {
  const upper = `0x${trader.accountId.slice(2).toUpperCase()}`;
  for (const id of [trader.accountId, upper]) {
    const client = await StreamClient.openPublic(venue, id);
    const answer = await client.ask({ event: "subscribe", topic: `${ETH}@ticker` });
    expect(answer).toMatchObject({ event: "subscribe", success: true });
    expect("topic" in answer).toBe(false);
    const [ticker] = await client.take(`${ETH}@ticker`, 1);
    expect(typeof ticker!.data.close).toBe("number");
    expect(Number.isInteger(ticker!.ts)).toBe(true);
    client.close();
  }
});

test.each([
  "/ws/",
  "/ws/public",
  "/ws/public/ws/stream/",
  "/ws/public/ws/stream",
  "/ws/private/v1/ws/private/stream/0x00",
  "/ws/private/v2/ws/private/stream/",
  "/ws/nothing",
])("%s is no stream", async (path) => {
  expect(await handshake(path)).toMatchObject({ status: 404, body: expect.stringContaining("-1006") });
});

test("a stream that is asked for without an upgrade answers 426", async () => {
  for (const path of [publicPath(trader.accountId), privatePath(trader.accountId), publicPath("nobody")]) {
    expect((await call(`${venue.url}${path}`)).status).toBe(426);
  }
  expect((await call(`${venue.url}/ws/nothing`)).status).toBe(404);
});

test("a private stream opens with credentials in any of their spellings", async () => {
  const now = String(trader.now());
  const bytes = trader.key.signBytes(now);
  const bare = trader.key.name.slice("ed25519:".length);
  const query = (key: string, sign: string): string => `?svc_api_key=${key}&svc_timestamp=${now}&svc_sign=${sign}`;
  const queries = [
    query(trader.key.name, bytes.toString("base64url")),
    query(encodeURIComponent(trader.key.name), bytes.toString("base64url")),
    query(bare, `${bytes.toString("base64url")}==`),
    query(bare, encodeURIComponent(bytes.toString("base64"))),
    // An unescaped + arrives as a space.
    query(bare, bytes.toString("base64")),
  ];
  for (const each of queries) {
    const answer = await handshake(`${privatePath(trader.accountId)}${each}`);
    expect({ each, ...answer }).toMatchObject({ each, status: 101 });
  }
});

test("every way in which private credentials are wrong is 401 at the handshake", async () => {
  const now = trader.now();
  const stranger = new ApiKey();
  const ended = await newTrader(venue.url);
  const timestamp = await venueTime(venue.url);
  accepted(await bindKey(venue.url, ended.wallet, ended.key.name, { timestamp, expiration: timestamp + 30_000 }));
  await advance(venue.url, 31_000);
  const later = await venueTime(venue.url);
  for (const each of [trader, maker]) await each.synchronise();
  const assetOnly = await newTrader(venue.url, { scope: "asset" });

  const at = String(later);
  const path = (accountId: string, key: string, time: string, sign: string): string =>
    `${privatePath(accountId)}?svc_api_key=${encodeURIComponent(key)}&svc_timestamp=${time}&svc_sign=${sign}`;
  const own = (time: string, sign: string): string => path(trader.accountId, trader.key.name, time, sign);
  const [old, ahead] = [String(later - 301_000), String(later + 305_000)];
  const cases: readonly (readonly [string, string, number])[] = [
    ["another digit in the timestamp", own(String(later + 1), trader.key.sign(at)), -1002],
    ["the REST rule", own(at, trader.key.sign(`${at}GET${privatePath(trader.accountId)}`)), -1002],
    ["301 s old", own(old, trader.key.sign(old)), -1002],
    ["305 s ahead", own(ahead, trader.key.sign(ahead)), -1002],
    ["another account's key", path(trader.accountId, maker.key.name, at, maker.key.sign(at)), -1002],
    ["another account's path", path(maker.accountId, trader.key.name, at, trader.key.sign(at)), -1002],
    ["an account that nobody has", path(`0x${"12".repeat(32)}`, trader.key.name, at, trader.key.sign(at)), -1002],
    ["a key that nobody bound", path(trader.accountId, stranger.name, at, stranger.sign(at)), -1002],
    ["a key that has ended", path(ended.accountId, ended.key.name, at, ended.key.sign(at)), -1002],
    ["a key for funds alone", path(assetOnly.accountId, assetOnly.key.name, at, assetOnly.key.sign(at)), -1002],
    [
      "no timestamp",
      `${privatePath(trader.accountId)}?svc_api_key=${trader.key.name}&svc_sign=${trader.key.sign(at)}`,
      -1001,
    ],
    ["no key", `${privatePath(trader.accountId)}?svc_timestamp=${at}&svc_sign=${trader.key.sign(at)}`, -1001],
    ["no signature", `${privatePath(trader.accountId)}?svc_timestamp=${at}&svc_api_key=${trader.key.name}`, -1001],
    ["a timestamp in words", own("now", trader.key.sign("now")), -1001],
    ["a short signature", own(at, "AAAA"), -1001],
    ["a key that is none", path(trader.accountId, "ed25519:0", at, trader.key.sign(at)), -1001],
  ];
  for (const [name, target, code] of cases) {
    const { status, body } = await handshake(target);
    expect({ name, status }).toEqual({ name, status: 401 });
    const { success, code: given, message, timestamp: time } = JSON.parse(body);
    expect({ name, success, given, message: typeof message, time: Number.isInteger(time) }).toEqual({
      name,
      success: false,
      given: code,
      message: "string",
      time: true,
    });
  }
  expect(now).toBeLessThan(later);
});

const unauthenticated = (): Promise<StreamClient> =>
  StreamClient.open(`${venue.socketUrl}${privatePath(trader.accountId)}`);

test("auth by a frame: what comes before is refused, what comes after is served", async () => {
  const client = await unauthenticated();
  const early = await client.ask({ event: "subscribe", topic: "executionreport" });
  expect(early).toMatchObject({ event: "subscribe", success: false, errorMsg: "Auth is needed." });
  // A heartbeat needs no authentication.
  client.send({ event: "ping" });
  expect(await client.next((frame) => frame.event === "pong")).toMatchObject({ ts: expect.any(Number) });

  const now = trader.now();
  const params = { svc_api_key: trader.key.name, svc_sign: trader.key.sign(String(now)), svc_timestamp: now };
  // Frames are answered in their order, though the signature takes its time.
  client.send({ id: "a", event: "auth", params });
  client.send({ id: "b", event: "subscribe", topic: "executionreport" });
  client.send({ id: "c", event: "subscribe", topic: "nonsense" });
  await client.next((frame) => frame.id === "c");
  const ids = client.frames.map((frame) => frame.id).filter((id) => /^[abc]$/.test(String(id)));
  expect(ids).toEqual(["a", "b", "c"]);
  expect(await client.next((frame) => frame.id === "a")).toMatchObject({ event: "auth", success: true });
  expect(await client.next((frame) => frame.id === "b")).toMatchObject({ success: true });

  // Once more changes nothing; another key fails, and the stream stays.
  expect(await client.ask({ event: "auth", params })).toMatchObject({ success: true });
  const other = { ...params, svc_api_key: maker.key.name };
  expect(await client.ask({ event: "auth", params: other })).toMatchObject({ success: false, errorMsg: "auth failed" });
  expect(await client.ask({ event: "subscribe", topic: "position" })).toMatchObject({ success: true });
  client.close();
});

test("auth takes the other names of its members, and digits as text", async () => {
  const client = await unauthenticated();
  const now = String(trader.now());
  const params = { svc_key: trader.key.name.slice(8), sign: trader.key.sign(now), timestamp: now };
  expect(await client.ask({ event: "auth", params })).toMatchObject({ event: "auth", success: true });
  client.close();
});

test("a bad auth is told so and closed, a missing member only told", async () => {
  const incomplete = await unauthenticated();
  for (const params of [undefined, {}, { svc_api_key: trader.key.name }, []]) {
    const answer = await incomplete.ask({ event: "auth", params });
    expect(answer).toMatchObject({
      event: "auth",
      success: false,
      errorMsg: expect.stringMatching(/^missing required/),
    });
  }
  incomplete.close();

  const now = trader.now();
  const good = { svc_api_key: trader.key.name, svc_sign: trader.key.sign(String(now)), svc_timestamp: now };
  const bad = [
    { ...good, svc_timestamp: now + 1 },
    { ...good, svc_sign: "AAAA" },
    { ...good, svc_api_key: maker.key.name },
    { ...good, svc_timestamp: 1_000, svc_sign: trader.key.sign("1000") },
    { ...good, svc_sign: { a: 1 } },
    { ...good, svc_timestamp: -0 },
  ];
  for (const params of bad) {
    const client = await unauthenticated();
    client.send({ id: 7, event: "auth", params });
    const refused = await client.next((frame) => frame.event === "auth");
    expect(refused).toMatchObject({ id: 7, success: false });
    if (refused.errorMsg === "auth failed")
      expect(await client.closed()).toMatchObject({ code: 1008, reason: "auth failed" });
    else client.close();
  }
});

const bad: readonly (readonly [string, object])[] = [
  ["not json", { errorMsg: "invalid message" }],
  ["", { errorMsg: "invalid message" }],
  ["null", { errorMsg: "invalid message" }],
  ["[]", { errorMsg: "invalid message" }],
  ["1", { errorMsg: "invalid message" }],
  [`"subscribe"`, { errorMsg: "invalid message" }],
  [`{"event":"subscribe"`, { errorMsg: "invalid message" }],
  [`{"event":"subscribe"} {}`, { errorMsg: "invalid message" }],
  [`{"id":1,"event":"fly"}`, { id: 1, errorMsg: "invalid event fly" }],
  [`{"id":1,"event":"Subscribe","topic":"bbos"}`, { id: 1, errorMsg: "invalid event Subscribe" }],
  [`{"id":1,"event":"__proto__"}`, { id: 1, errorMsg: "invalid event __proto__" }],
  [`{"id":1,"event":"subscribe"}`, { id: 1, errorMsg: "missing required parameter topic" }],
  [`{"id":1,"event":"subscribe","topic":""}`, { id: 1, errorMsg: "missing required parameter topic" }],
  [`{"id":1,"event":"unsubscribe"}`, { id: 1, event: "unsubscribe", errorMsg: "missing required parameter topic" }],
  [`{"id":"x","event":"subscribe","topic":"nonsense"}`, { id: "x", errorMsg: "invalid topic nonsense" }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@orderbooks"}`, { errorMsg: `invalid topic ${ETH}@orderbooks` }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@kline_2m"}`, { errorMsg: `invalid topic ${ETH}@kline_2m` }],
  [`{"id":1,"event":"subscribe","topic":"${ETH}@Ticker"}`, { errorMsg: `invalid topic ${ETH}@Ticker` }],
  [`{"id":1,"event":"subscribe","topic":"executionreport"}`, { errorMsg: "invalid topic executionreport" }],
  [`{"id":1,"event":"subscribe","topic":"PERP_FOO_USDC@ticker"}`, { errorMsg: "invalid symbol PERP_FOO_USDC" }],
  [`{"id":1,"event":"subscribe","topic":"nobody$tickers"}`, { errorMsg: "invalid topic nobody$tickers" }],
  [`{"id":1,"event":"subscribe","topic":["bbos"]}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":5}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":{}}`, { success: false }],
  [`{"id":1,"event":"subscribe","topic":"${"a".repeat(10_000)}"}`, { success: false }],
  [`{"id":1,"event":"request"}`, { event: "request", errorMsg: "missing required parameter type" }],
  [`{"id":1,"event":"request","params":{"symbol":"${ETH}"}}`, { errorMsg: "missing required parameter type" }],
  [
    `{"id":1,"event":"request","params":{"type":"trades","symbol":"${ETH}"}}`,
    { errorMsg: "invalid request type trades" },
  ],
  [`{"id":1,"event":"request","params":{"type":"orderbook"}}`, { errorMsg: "missing required parameter symbol" }],
  [`{"id":1,"event":"request","params":{"type":"orderbook","symbol":"X"}}`, { errorMsg: "invalid symbol X" }],
  [`{"id":1,"event":"request","params":"orderbook"}`, { success: false }],
  [`{"id":1,"event":"request","params":{"type":{},"symbol":[]}}`, { success: false }],
];

const named = bad.map(([text, expected]) => [text.slice(0, 60), text, expected] as const);
test.each(named)("the frame %s is refused and the stream goes on", async (_, text, expected) => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  client.send(text);
  const refused = await client.next(() => true);
  expect(refused).toMatchObject({ success: false, ts: expect.any(Number), errorMsg: expect.any(String), ...expected });
  expect("topic" in refused).toBe(false);
  if (!text.includes(`"event"`)) expect("event" in refused).toBe(false);
  await client.subscribe(`${ETH}@ticker`);
  client.close();
});

test("a binary frame is refused, one over 64 KiB ends the connection, one below does not", async () => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  client.sendBytes(Buffer.from(`{"id":1,"event":"ping"}`));
  expect(await client.next(() => true)).toMatchObject({ success: false, errorMsg: "invalid message" });
  const ping = (size: number): string => `{"id":2,"event":"ping","x":"${"x".repeat(size - 31)}"}`;
  client.send(ping(65_000));
  await client.next((frame) => frame.event === "pong");
  client.send(ping(66_000));
  expect((await client.closed()).code).toBe(1009);
});

test("ids come back as they were, of their own kind, or not at all", async () => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  for (const id of ["s1", 1, 0, -5, "", "1"]) client.send({ id, event: "unsubscribe", topic: "bbos" });
  client.send({ event: "unsubscribe", topic: "bbos" });
  await client.until(() => client.frames.length >= 7);
  expect(client.frames.map((frame) => frame.id)).toEqual(["s1", 1, 0, -5, "", "1", undefined]);
  expect(client.frames.map((frame) => frame.success)).toEqual(Array<boolean>(7).fill(true));
  client.close();
});

test("one taker against three makers: reports, positions and trades in their order", async () => {
  const symbol = "PERP_AVAX_USDC";
  const avax = { symbol, order_type: "LIMIT", order_quantity: 10 };
  const makers = await Promise.all([1, 2, 3].map(() => newTrader(venue.url)));
  const [own, tape, ...others] = await Promise.all([
    StreamClient.openPrivate(venue, trader),
    StreamClient.openPublic(venue, trader.accountId),
    ...makers.map((each) => StreamClient.openPrivate(venue, each)),
  ]);
  for (const client of [own!, ...others]) {
    for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  }
  await tape!.subscribe(`${symbol}@trade`);
  for (const [i, each] of makers.entries())
    accepted(await each.order({ ...avax, side: "SELL", order_price: 28 + i / 10 }));
  const placed = accepted(
    await trader.order({ ...avax, side: "BUY", order_price: 28.5, order_quantity: 30, client_order_id: "t-1" }),
  );
  expect(placed.data.status).toBe("FILLED");

  const reports = (await own!.take("executionreport", 4)).map((frame) => frame.data);
  expect(
    reports.map((report) => [
      report.status,
      report.executedQuantity,
      report.executedPrice,
      report.totalExecutedQuantity,
    ]),
  ).toEqual([
    ["NEW", 0, 0, 0],
    ["PARTIAL_FILLED", 10, 28, 10],
    ["PARTIAL_FILLED", 10, 28.1, 20],
    ["FILLED", 10, 28.2, 30],
  ]);
  expect(reports[0]).toMatchObject({
    tradeId: 0,
    match_id: "",
    maker: false,
    fee: 0,
    reason: "",
    clientOrderId: "t-1",
  });
  expect(reports[3]).toEqual({
    symbol,
    clientOrderId: "t-1",
    orderId: placed.data.order_id,
    type: "LIMIT",
    side: "BUY",
    quantity: 30,
    price: 28.5,
    tradeId: expect.any(Number),
    executedPrice: 28.2,
    executedQuantity: 10,
    fee: 0.1692,
    feeAsset: "USDC",
    totalExecutedQuantity: 30,
    avgExecutedPrice: 28.1,
    averageExecutedPrice: 28.1,
    avgPrice: 28.1,
    status: "FILLED",
    reason: "",
    totalFee: 0.5058,
    visibleQuantity: 0,
    visible: 0,
    timestamp: expect.any(Number),
    createdTime: expect.any(Number),
    orderTag: "",
    reduceOnly: false,
    maker: false,
    marginMode: "CROSS",
    match_id: expect.stringMatching(/^[0-9]+$/),
    seq: expect.any(Number),
  });
  const seqs = reports.map((report) => Number(report.seq));
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));

  for (const client of others) {
    const [, filled] = await client.take("executionreport", 2);
    expect(filled!.data).toMatchObject({ status: "FILLED", maker: true, fee: expect.any(Number), side: "SELL" });
    expect(client.framesOf("executionreport")).toHaveLength(2);
  }
  const trades = await tape!.take(`${symbol}@trade`, 3);
  expect(trades.map((frame) => frame.data)).toEqual(
    [28, 28.1, 28.2].map((price) => ({ symbol, price, size: 10, side: "BUY" })),
  );

  // The position that the frames end with is the position that REST shows.
  const { rows } = accepted(await trader.get("/v1/positions")).data;
  const row = rows!.find((each) => each.symbol === symbol)!;
  await own!.until(() => positionsIn(own!, symbol).at(-1)?.positionQty === 30);
  expect(positionsIn(own!, symbol).at(-1)).toMatchObject({
    costPosition: row.cost_position,
    averageOpenPrice: row.average_open_price,
    unsettledPnl: row.unsettled_pnl,
    leverage: row.leverage,
    marginMode: "CROSS",
    imr: row.imr,
    mmr: row.mmr,
    estLiqPrice: row.est_liq_price ?? 0,
  });
  // Of one event: reports, then positions.
  const topics = own!.frames.map((frame) => frame.topic).filter((topic) => topic !== undefined);
  expect(topics.lastIndexOf("executionreport")).toBeLessThan(topics.lastIndexOf("position"));
  for (const client of [own!, tape!, ...others]) client.close();
});

function positionsIn(client: StreamClient, symbol: string): Row[] {
  return client
    .framesOf("position")
    .flatMap((frame) => frame.data.positions as Row[])
    .filter((row) => row.symbol === symbol);
}

test("a filter hides other symbols, a second subscription brings no second copy, and an end is an end", async () => {
  const client = await StreamClient.openPrivate(venue, trader);
  await client.subscribe("executionreport", { symbol: "PERP_BTC_USDC" });
  const symbols = (): unknown[] => client.framesOf("executionreport").map((frame) => frame.data.symbol);
  const place = async (symbol: string): Promise<void> => {
    accepted(await trader.order(symbol === ETH ? { symbol, order_price: 2_900, order_quantity: 0.1 } : {}));
    // An answer on the same connection after the order: what was to come has come.
    await client.ask({ event: "ping" });
    await client.ask({ event: "ping" });
  };
  await place(ETH);
  await place("PERP_BTC_USDC");
  await client.take("executionreport", 1);
  expect(symbols()).toEqual(["PERP_BTC_USDC"]);

  // The newest filter replaces the old one.
  await client.subscribe("executionreport", { symbol: `${ETH},PERP_SOL_USDC` });
  await place("PERP_BTC_USDC");
  await place(ETH);
  await client.take("executionreport", 2);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH]);
  const unknown = await client.ask({ event: "subscribe", topic: "executionreport", params: { symbol: `${ETH},X` } });
  expect(unknown).toMatchObject({ success: false, errorMsg: "invalid symbol X" });

  for (let i = 0; i < 3; i++) await client.subscribe("executionreport");
  await place("PERP_BTC_USDC");
  await client.take("executionreport", 3);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH, "PERP_BTC_USDC"]);

  expect(await client.ask({ event: "unsubscribe", topic: "executionreport" })).toMatchObject({ success: true });
  await place("PERP_BTC_USDC");
  await client.subscribe("executionreport");
  await place(ETH);
  await client.take("executionreport", 4);
  expect(symbols()).toEqual(["PERP_BTC_USDC", ETH, "PERP_BTC_USDC", ETH]);
  client.close();
  accepted(await trader.delete("/v1/orders"));
});

test("nobody hears of another's account", async () => {
  const [own, other] = [await StreamClient.openPrivate(venue, trader), await StreamClient.openPrivate(venue, maker)];
  for (const client of [own, other]) {
    for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  }
  accepted(await trader.order());
  accepted(await trader.delete("/v1/orders"));
  const reports = await own.take("executionreport", 2);
  expect(reports.map((frame) => [frame.data.status, frame.data.reason])).toEqual([
    ["NEW", ""],
    ["CANCELLED", "CANCEL_ALL"],
  ]);
  await other.ask({ event: "ping" });
  expect(other.frames.filter((frame) => frame.topic !== undefined)).toEqual([]);
  for (const client of [own, other]) client.close();
});

test("a refusal by the margin is reported with its reason, and a change of leverage as a position", async () => {
  const client = await StreamClient.openPrivate(venue, trader);
  for (const topic of ["executionreport", "position"]) await client.subscribe(topic);
  expect((await trader.order({ order_quantity: 80 })).json.code).toBe(-1101);
  const [refused] = await client.take("executionreport", 1);
  expect(refused!.data).toMatchObject({ status: "REJECTED", reason: "insufficient margin", quantity: 80, tradeId: 0 });

  // The test above left a position of 30.
  accepted(await trader.post("/v1/client/leverages", { symbol: "PERP_AVAX_USDC", leverage: 7 }));
  await client.until(() => positionsIn(client, "PERP_AVAX_USDC").some((row) => row.leverage === 7));
  client.close();
});

test("every cancel says why, and an amendment shows the order as it is now", async () => {
  const symbol = "PERP_NEAR_USDC";
  await setPrice(venue.url, symbol, 5);
  const near = (side: string, price: number | undefined, changes: Row = {}): Row => {
    return { symbol, side, order_type: "LIMIT", order_price: price, order_quantity: 10, ...changes };
  };
  const client = await StreamClient.openPrivate(venue, trader);
  await client.subscribe("executionreport");
  /** The reports of an order, once there are as many. */
  const reportsOf = async (id: unknown, count: number): Promise<unknown[]> => {
    const own = () => client.framesOf("executionreport").filter((frame) => frame.data.orderId === id);
    await client.until(() => own().length >= count);
    return own().map(({ data }) => [data.status, data.reason, data.totalExecutedQuantity]);
  };
  const place = async (order: Row): Promise<unknown> => accepted(await trader.order(order)).data.order_id;

  const byUser = await place(near("BUY", 4.9));
  const identity = { order_id: byUser, symbol, side: "BUY", order_type: "LIMIT" };
  accepted(await trader.put("/v1/order", { ...identity, order_price: 4.91, order_quantity: 12 }));
  accepted(await trader.delete(`/v1/order?symbol=${symbol}&order_id=${byUser}`));
  expect(await reportsOf(byUser, 3)).toEqual([
    ["NEW", "", 0],
    ["NEW", "", 0],
    ["CANCELLED", "USER", 0],
  ]);
  const amended = client.framesOf("executionreport").filter((frame) => frame.data.orderId === byUser)[1]!;
  expect(amended.data).toMatchObject({ price: 4.91, quantity: 12, tradeId: 0, visibleQuantity: 12 });

  accepted(await maker.order(near("SELL", 5)));
  const rest = await place(near("BUY", 5, { order_type: "IOC", order_quantity: 25 }));
  expect(await reportsOf(rest, 3)).toEqual([
    ["NEW", "", 0],
    ["PARTIAL_FILLED", "", 10],
    ["CANCELLED", "IOC_REMAINDER", 10],
  ]);
  // The position of 10 that this made is closed; what could only reduce it goes with it.
  const reducing = await place(near("SELL", 5.5, { reduce_only: true }));
  accepted(await maker.order(near("BUY", 5)));
  await place(near("SELL", undefined, { order_type: "MARKET", reduce_only: true }));
  expect(await reportsOf(reducing, 2)).toEqual([
    ["NEW", "", 0],
    ["CANCELLED", "REDUCE_ONLY_CLOSED", 0],
  ]);
  const outside = await place(near("BUY", 5.1));
  await setPrice(venue.url, symbol, 4.9);
  expect((await reportsOf(outside, 2))[1]).toEqual(["CANCELLED", "PRICE_RANGE", 0]);
  const late = await place(near("BUY", 4));
  accepted(await trader.post("/v1/order/cancel_all_after", { trigger_after: 5_000 }));
  await advance(venue.url, 6_000);
  expect((await reportsOf(late, 2))[1]).toEqual(["CANCELLED", "CANCEL_ALL_AFTER", 0]);
  client.close();
  for (const each of [trader, maker]) await each.synchronise();
});

test("every public topic is accepted, and those with a current value send it at once", async () => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  const intervals = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"];
  const periodic = [
    ...[`${ETH}@orderbook`, `${ETH}@bbo`, "bbos", `${ETH}@ticker`, "tickers", `demo$${ETH}@ticker`, "demo$tickers"],
    ...intervals.map((interval) => `${ETH}@kline_${interval}`),
    ...[`${ETH}@markprice`, "markprices", "SPOT_ETH_USDC@indexprice", `${ETH}@indexprice`, "indexprices"],
  ];
  const onEvent = [`${ETH}@orderbookupdate`, `${ETH}@trade`];
  const missing: string[] = [];
  for (const topic of [...periodic, ...onEvent]) {
    const answer = await client.ask({ event: "subscribe", topic });
    if (answer.success !== true) missing.push(`${topic}: ${answer.errorMsg}`);
  }
  expect(missing).toEqual([]);
  await client.ask({ event: "ping" });
  for (const topic of periodic)
    expect({ topic, frames: client.framesOf(topic).length > 0 }).toEqual({ topic, frames: true });
  const first = (topic: string): unknown => client.framesOf(topic)[0]!.data;
  expect(first("SPOT_ETH_USDC@indexprice")).toEqual({ symbol: "SPOT_ETH_USDC", price: 3_000 });
  expect(first(`${ETH}@indexprice`)).toEqual({ symbol: ETH, price: 3_000 });
  expect(first(`${ETH}@markprice`)).toEqual({ symbol: ETH, price: 3_000 });
  expect(first("markprices")).toContainEqual({ symbol: ETH, price: 3_000 });
  expect(first("indexprices")).toContainEqual({ symbol: "SPOT_ETH_USDC", price: 3_000 });
  expect(first(`${ETH}@kline_1mon`)).toMatchObject({ symbol: ETH, type: "1mon" });
  for (const topic of onEvent) expect(client.framesOf(topic)).toEqual([]);

  // Prices move by hand, and the next frames show it.
  await setPrice(venue.url, ETH, 3_030);
  await client.next((frame) => frame.topic === `${ETH}@markprice` && frame.data.price === 3_030);
  await client.next((frame) => frame.topic === "SPOT_ETH_USDC@indexprice" && frame.data.price === 3_030);
  await setPrice(venue.url, ETH, 3_000);
  for (const topic of periodic) {
    const times = client.framesOf(topic).map((frame) => frame.ts!);
    expect({ topic, times }).toEqual({ topic, times: times.toSorted((a, b) => a - b) });
  }
  client.close();
});

test("every private topic can be subscribed, and none of them speaks first", async () => {
  const client = await StreamClient.openPrivate(venue, trader);
  for (const topic of ["executionreport", "position", "balance"]) await client.subscribe(topic);
  await client.ask({ event: "ping" });
  expect(client.frames.filter((frame) => frame.topic !== undefined)).toEqual([]);
  client.close();
});

test("best prices, ticker, candle, tape and REST agree on a trade", async () => {
  const symbol = "PERP_HYPE_USDC";
  const hype = { symbol, order_type: "LIMIT", order_quantity: 4 };
  const client = await StreamClient.openPublic(venue, trader.accountId);
  for (const topic of ["bbo", "ticker", "kline_1m", "trade"]) await client.subscribe(`${symbol}@${topic}`);
  expect((await client.take(`${symbol}@bbo`, 1))[0]!.data).toEqual({
    symbol,
    ask: null,
    askSize: null,
    bid: null,
    bidSize: null,
  });
  accepted(await maker.order({ ...hype, side: "SELL", order_price: 25.1 }));
  accepted(await maker.order({ ...hype, side: "BUY", order_price: 24.9, order_quantity: 1 }));
  const best = { symbol, ask: 25.1, askSize: 4, bid: 24.9, bidSize: 1 };
  await client.next((frame) => frame.topic === `${symbol}@bbo` && Bun.deepEquals(frame.data, best));
  accepted(await trader.order({ ...hype, side: "BUY", order_price: 25.1, order_quantity: 3 }));

  const [trade] = await client.take(`${symbol}@trade`, 1);
  expect(trade!.data).toEqual({ symbol, price: 25.1, size: 3, side: "BUY" });
  const ticker = await client.next((frame) => frame.topic === `${symbol}@ticker` && frame.data.count === 1);
  expect(ticker.data).toEqual({
    symbol,
    open: 25.1,
    close: 25.1,
    high: 25.1,
    low: 25.1,
    volume: 3,
    amount: 75.3,
    count: 1,
  });
  const candle = await client.next((frame) => frame.topic === `${symbol}@kline_1m` && frame.data.volume === 3);
  expect(candle.data).toMatchObject({ symbol, type: "1m", close: 25.1, amount: 75.3 });
  expect(Number(candle.data.endTime) - Number(candle.data.startTime)).toBe(60_000);

  const tape = accepted(await call(`${venue.url}/v1/public/market_trades?symbol=${symbol}&limit=10`)).data.rows;
  expect(tape).toEqual([
    { symbol, side: "BUY", executed_price: 25.1, executed_quantity: 3, executed_timestamp: trade!.ts! },
  ]);
  const snapshot = accepted(await call(`${venue.url}/v1/public/futures/${symbol}`)).data;
  expect(snapshot).toMatchObject({ symbol, open_interest: 3, "24h_volume": 3, "24h_amount": 75.3, "24h_close": 25.1 });
  const candles = accepted(await call(`${venue.url}/v1/kline?symbol=${symbol}&type=1m&limit=2`)).data.rows!;
  expect(candles.reduce((volume, row) => volume + Number(row.volume), 0)).toBe(3);
  client.close();
});

test("a client that floods is told so, and closed when it does not listen", async () => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  for (let i = 0; i < 2_000 && !client.isClosed; i++) client.send({ id: i, event: "ping" });
  expect((await client.closed()).code).toBe(1008);
  const refused = client.frames.filter((frame) => frame.success === false);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(10);
  for (const frame of refused) expect(frame.errorMsg).toBe("rate limit exceeded");
  expect(client.frames.filter((frame) => frame.event === "pong").length).toBeGreaterThanOrEqual(200);
});

test("three hundred topics are the most that a connection may have", async () => {
  const client = await StreamClient.openPublic(venue, trader.accountId);
  const brokers = ["demo", "second", "third", "fourth"];
  for (const brokerId of brokers.slice(1)) await newTrader(venue.url, { brokerId, claims: 0 });
  const { rows } = accepted(await call(`${venue.url}/v1/public/info`)).data;
  const intervals = ["1m", "5m", "15m", "30m", "1h", "4h", "12h", "1d", "1w", "1M", "1mon"];
  const kinds = ["orderbook", "orderbookupdate", "trade", "bbo", "ticker", "markprice", "indexprice"];
  const suffixes = [...kinds, ...intervals.map((interval) => `kline_${interval}`)];
  const topics = rows!.flatMap(({ symbol }) => [
    ...suffixes.map((suffix) => `${symbol}@${suffix}`),
    ...brokers.map((broker) => `${broker}$${symbol}@ticker`),
    `${String(symbol).replace("PERP", "SPOT")}@indexprice`,
  ]);
  const within = topics.slice(0, 298);
  for (const topic of [...within, "bbos", "tickers"]) await patiently(client, { event: "subscribe", topic });

  const more = await patiently(client, { event: "subscribe", topic: "markprices" });
  expect(more.errorMsg).toBe("too many subscriptions");
  // One that is there already takes no place; one that goes gives its place back.
  expect((await patiently(client, { event: "subscribe", topic: "bbos" })).success).toBe(true);
  expect((await patiently(client, { event: "unsubscribe", topic: "bbos" })).success).toBe(true);
  expect((await patiently(client, { event: "subscribe", topic: "markprices" })).success).toBe(true);
  client.close();
}, 30_000);

let asked = performance.now();
/** Asks no faster than the limit on frames lets it. */
async function patiently(client: StreamClient, frame: Readonly<Record<string, unknown>>): Promise<Frame> {
  asked = Math.max(asked + 22, performance.now() - 150 * 20);
  if (asked > performance.now()) await Bun.sleep(asked - performance.now());
  return client.ask(frame);
}

test("a client that never reads keeps nobody else waiting", async () => {
  const slow = await RawConnection.open(venue.port);
  slow.pause();
  slow.write(requestText("GET", publicPath(trader.accountId), UPGRADE));
  const { rows } = accepted(await call(`${venue.url}/v1/public/info`)).data;
  for (const { symbol } of rows!) {
    for (const kind of ["orderbook", "trade", "bbo", "orderbookupdate"]) {
      slow.write(maskedText(JSON.stringify({ event: "subscribe", topic: `${symbol}@${kind}` })));
    }
  }
  const client = await StreamClient.openPublic(venue, trader.accountId);
  await client.subscribe(`${ETH}@bbo`);
  for (let i = 1; i <= 30; i++) {
    const price = 2_800 + i;
    accepted(await trader.order({ symbol: ETH, order_price: price, order_quantity: 0.1 }));
    await client.next((frame) => frame.topic === `${ETH}@bbo` && frame.data.bid === price);
  }
  expectSuccess(await trader.delete("/v1/orders"));
  slow.close();
  client.close();
});

/** A text frame as a client sends it, masked with zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

test("frames that break the protocol end their own connection alone", async () => {
  const broken: readonly Uint8Array[] = [
    // Without a mask, with a reserved bit, with an opcode that is none, a ping of more than 125 bytes.
    Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
    Buffer.from([0xf1, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]),
    Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]),
    // Text that is no UTF-8; a length beyond all memory.
    Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe]),
    Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]),
  ];
  for (const bytes of broken) {
    const connection = await RawConnection.open(venue.port);
    connection.write(requestText("GET", publicPath(trader.accountId), UPGRADE));
    expect((await connection.answer())?.status).toBe(101);
    connection.write(bytes);
    await connection.closed();
  }
  const client = await StreamClient.openPublic(venue, trader.accountId);
  await client.subscribe("bbos");
  client.close();
});

test("an address and an account have so many connections, and get a place back", async () => {
  const small = await startVenue({ limits: { connectionsPerIp: 5, privateConnectionsPerAccount: 2 } });
  const owner = await newTrader(small.url);
  const open: StreamClient[] = [];
  for (let i = 0; i < 5; i++) open.push(await StreamClient.openPublic(small, owner.accountId));
  const upgrade = async (url: string): Promise<number | undefined> =>
    (await rawRequest(small.port, requestText("GET", url.slice(small.socketUrl.length), UPGRADE)))?.status;
  expect(await upgrade(publicUrl(small, owner.accountId))).toBe(429);
  // Private streams count apart from public ones, and by account.
  for (let i = 0; i < 2; i++) open.push(await StreamClient.openPrivate(small, owner));
  expect(await upgrade(privateUrl(small, owner))).toBe(429);
  const other = await newTrader(small.url);
  open.push(await StreamClient.openPrivate(small, other));
  // A place comes back when its connection has gone.
  open[0]!.close();
  await open[0]!.closed();
  let again: number | undefined;
  while (again !== 101) again = await upgrade(publicUrl(small, owner.accountId));
  // A clean end tells every client why.
  await small.stop();
  for (const client of open.slice(1)) expect((await client.closed()).code).toBe(1001);
});

test("when a key ends, so do its streams", async () => {
  const owner = await newTrader(venue.url);
  const timestamp = await venueTime(venue.url);
  accepted(await bindKey(venue.url, owner.wallet, owner.key.name, { timestamp, expiration: timestamp + 60_000 }));
  await owner.synchronise();
  const client = await StreamClient.openPrivate(venue, owner);
  await client.subscribe("executionreport");
  await advance(venue.url, 61_000);
  expect((await client.closed()).code).toBe(1008);
  for (const each of [trader, maker]) await each.synchronise();
});

test("a ping comes every ten seconds, also to who says nothing", async () => {
  const ping: Frame = await quiet.next((frame) => frame.event === "ping");
  expect(ping).toEqual({ event: "ping" } as Frame);
  quiet.close();
}, 30_000);
