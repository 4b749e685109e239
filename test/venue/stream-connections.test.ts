// Stream connections from outside: opening and authenticating, limits, heartbeat, and how they end. Streams 1 to 3.

import { beforeAll, expect, test } from "bun:test";
import { expectSuccess } from "./outside/expected-refusal.ts";
import { call } from "./outside/outside-caller.ts";
import { advance } from "./outside/outside-controls.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { type Frame, OutsideStream, privatePath, privateUrl, publicUrl } from "./outside/outside-stream.ts";
import { RawConnection, rawRequest, requestText, UPGRADE } from "./outside/raw-http.ts";
import { accepted, bindKey, newTrader, type Trader, venueTime } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { startVenue } from "./outside/whole-venue.ts";

const venue = venueOfFile();
let trader: Trader;
let maker: Trader;
/** Open from the start and never used, so that at the end it shows the heartbeat alone. */
let quiet: OutsideStream;
beforeAll(async () => {
  [trader, maker] = await Promise.all([newTrader(venue.url, { claims: 10 }), newTrader(venue.url, { claims: 10 })]);
  quiet = await OutsideStream.openPublic(venue, trader.accountId);
});

const ETH = "PERP_ETH_USDC";

/** The answer to the upgrade to a stream. */
async function handshake(path: string): Promise<{ readonly status: number | undefined; readonly body: string }> {
  const answer = await rawRequest(venue.port, requestText("GET", path, UPGRADE));
  return { status: answer?.status, body: answer?.body ?? "" };
}

const publicPath = (accountId: string): string => publicUrl(venue, accountId).slice(venue.socketUrl.length);

test("a public stream of an unknown account is closed at once, without any data", async () => {
  for (const id of [`0x${"12".repeat(32)}`, "anything", "0x12", trader.accountId.slice(0, -1), "0"]) {
    const client = await OutsideStream.openPublic(venue, id).catch(() => undefined);
    if (client === undefined) continue;
    expect(await client.closed()).toEqual({ code: 1008, reason: "invalid account_id" });
    expect(client.frames).toEqual([]);
  }
  expect((await handshake(publicPath(`0x${"12".repeat(32)}`))).status).toBe(101);
});

test("a public stream of a real account, its id in any case, sends the ticker at once", async () => {
  const upper = `0x${trader.accountId.slice(2).toUpperCase()}`;
  for (const id of [trader.accountId, upper]) {
    const client = await OutsideStream.openPublic(venue, id);
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
])("%s is not a stream", async (path) => {
  expect(await handshake(path)).toMatchObject({ status: 404, body: expect.stringContaining("-1006") });
});

test("a stream requested without an upgrade answers 426", async () => {
  for (const path of [publicPath(trader.accountId), privatePath(trader.accountId), publicPath("nobody")]) {
    expect((await call(`${venue.url}${path}`)).status).toBe(426);
  }
  expect((await call(`${venue.url}/ws/nothing`)).status).toBe(404);
});

test("a private stream opens with its credentials in any accepted spelling", async () => {
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

test("every kind of wrong private credentials gets 401 at the handshake", async () => {
  const now = trader.now();
  const stranger = new ApiKey();
  const ended = await newTrader(venue.url);
  const timestamp = (await venueTime(venue.url)) + 1;
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
    ["an unknown account", path(`0x${"12".repeat(32)}`, trader.key.name, at, trader.key.sign(at)), -1002],
    ["a key that is not bound", path(trader.accountId, stranger.name, at, stranger.sign(at)), -1002],
    ["a key that has ended", path(ended.accountId, ended.key.name, at, ended.key.sign(at)), -1002],
    ["a key that is only for funds", path(assetOnly.accountId, assetOnly.key.name, at, assetOnly.key.sign(at)), -1002],
    [
      "no timestamp",
      `${privatePath(trader.accountId)}?svc_api_key=${trader.key.name}&svc_sign=${trader.key.sign(at)}`,
      -1001,
    ],
    ["no key", `${privatePath(trader.accountId)}?svc_timestamp=${at}&svc_sign=${trader.key.sign(at)}`, -1001],
    ["no signature", `${privatePath(trader.accountId)}?svc_timestamp=${at}&svc_api_key=${trader.key.name}`, -1001],
    ["a timestamp in words", own("now", trader.key.sign("now")), -1001],
    ["a short signature", own(at, "AAAA"), -1001],
    ["an unknown key", path(trader.accountId, "ed25519:0", at, trader.key.sign(at)), -1001],
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

const unauthenticated = (): Promise<OutsideStream> =>
  OutsideStream.open(`${venue.socketUrl}${privatePath(trader.accountId)}`);

test("authentication by a frame: earlier requests are refused, later ones are served", async () => {
  const client = await unauthenticated();
  const early = await client.ask({ event: "subscribe", topic: "executionreport" });
  expect(early).toMatchObject({ event: "subscribe", success: false, errorMsg: "Auth is needed." });
  // A heartbeat needs no authentication.
  client.send({ event: "ping" });
  expect(await client.next((frame) => frame.event === "pong")).toMatchObject({ ts: expect.any(Number) });

  const now = trader.now();
  const params = { svc_api_key: trader.key.name, svc_sign: trader.key.sign(String(now)), svc_timestamp: now };
  // Frames are answered in order, although checking the signature takes time.
  client.send({ id: "a", event: "auth", params });
  client.send({ id: "b", event: "subscribe", topic: "executionreport" });
  client.send({ id: "c", event: "subscribe", topic: "nonsense" });
  await client.next((frame) => frame.id === "c");
  const ids = client.frames.map((frame) => frame.id).filter((id) => /^[abc]$/.test(String(id)));
  expect(ids).toEqual(["a", "b", "c"]);
  expect(await client.next((frame) => frame.id === "a")).toMatchObject({ event: "auth", success: true });
  expect(await client.next((frame) => frame.id === "b")).toMatchObject({ success: true });

  // Authenticating again changes nothing; with another key it fails, and the stream stays open.
  expect(await client.ask({ event: "auth", params })).toMatchObject({ success: true });
  const other = { ...params, svc_api_key: maker.key.name };
  expect(await client.ask({ event: "auth", params: other })).toMatchObject({ success: false, errorMsg: "auth failed" });
  expect(await client.ask({ event: "subscribe", topic: "position" })).toMatchObject({ success: true });
  client.close();
});

test("auth accepts the other names of its members, and digits as text", async () => {
  const client = await unauthenticated();
  const now = String(trader.now());
  const params = { svc_key: trader.key.name.slice(8), sign: trader.key.sign(now), timestamp: now };
  expect(await client.ask({ event: "auth", params })).toMatchObject({ event: "auth", success: true });
  client.close();
});

test("a bad auth is refused and the connection closed; a missing member is only refused", async () => {
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

test("a client that floods is warned, and disconnected when it does not stop", async () => {
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  for (let i = 0; i < 2_000 && !client.isClosed; i++) client.send({ id: i, event: "ping" });
  expect((await client.closed()).code).toBe(1008);
  const refused = client.frames.filter((frame) => frame.success === false);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(10);
  for (const frame of refused) expect(frame.errorMsg).toBe("rate limit exceeded");
  expect(client.frames.filter((frame) => frame.event === "pong").length).toBeGreaterThanOrEqual(200);
});

test("a client that never reads does not delay any other", async () => {
  const slow = await RawConnection.open(venue.port);
  slow.pause();
  slow.write(requestText("GET", publicPath(trader.accountId), UPGRADE));
  const { rows } = accepted(await call(`${venue.url}/v1/public/info`)).data;
  for (const { symbol } of rows!) {
    for (const kind of ["orderbook", "trade", "bbo", "orderbookupdate"]) {
      slow.write(maskedText(JSON.stringify({ event: "subscribe", topic: `${symbol}@${kind}` })));
    }
  }
  const client = await OutsideStream.openPublic(venue, trader.accountId);
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

test("a health check shows how many bytes are queued for stream clients, and the limit", async () => {
  const { text } = await call(`${venue.url}/health`);
  const { streams } = JSON.parse(text) as { streams: { backlog_bytes: number; backlog_bytes_max: number } };
  expect(streams.backlog_bytes).toBeGreaterThanOrEqual(0);
  expect(streams.backlog_bytes_max).toBeGreaterThanOrEqual(64 * 1_048_576);
});

/** A text frame as a client sends it, masked with zeros. */
function maskedText(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

test("frames that break the protocol end only their own connection", async () => {
  const broken: readonly Uint8Array[] = [
    // Without a mask, with a reserved bit, with an unknown opcode, a ping of more than 125 bytes.
    Buffer.from([0x81, 0x02, 0x7b, 0x7d]),
    Buffer.from([0xf1, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]),
    Buffer.from([0x83, 0x80, 0, 0, 0, 0]),
    Buffer.from([0x89, 0xfe, 0x01, 0x00, 0, 0, 0, 0]),
    // Text that is not UTF-8; a length beyond all memory.
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
  const client = await OutsideStream.openPublic(venue, trader.accountId);
  await client.subscribe("bbos");
  client.close();
});

test("pings and pongs of the WebSocket itself count like any other frame", async () => {
  for (const opcode of [0x89, 0x8a]) {
    const connection = await RawConnection.open(venue.port);
    connection.write(requestText("GET", publicPath(trader.accountId), UPGRADE));
    expect((await connection.answer())?.status).toBe(101);
    // More than the burst limit plus the number of refusals that is tolerated.
    connection.write(Buffer.concat(Array.from({ length: 400 }, () => Buffer.from([opcode, 0x80, 0, 0, 0, 0]))));
    await connection.closed();
  }
});

test("connections are limited per address and per account, and one that ends frees a place", async () => {
  const small = await startVenue({ limits: { connectionsPerIp: 5, privateConnectionsPerAccount: 2 } });
  const owner = await newTrader(small.url);
  const open: OutsideStream[] = [];
  for (let i = 0; i < 5; i++) open.push(await OutsideStream.openPublic(small, owner.accountId));
  const upgrade = async (url: string): Promise<number | undefined> =>
    (await rawRequest(small.port, requestText("GET", url.slice(small.socketUrl.length), UPGRADE)))?.status;
  expect(await upgrade(publicUrl(small, owner.accountId))).toBe(429);
  // Private streams are counted separately from public ones, and by account.
  for (let i = 0; i < 2; i++) open.push(await OutsideStream.openPrivate(small, owner));
  expect(await upgrade(privateUrl(small, owner))).toBe(429);
  const other = await newTrader(small.url);
  open.push(await OutsideStream.openPrivate(small, other));
  // A place is free again when its connection has ended.
  open[0]!.close();
  await open[0]!.closed();
  let again: number | undefined;
  while (again !== 101) again = await upgrade(publicUrl(small, owner.accountId));
  // A clean end sends every client the reason.
  await small.stop();
  for (const client of open.slice(1)) expect((await client.closed()).code).toBe(1001);
});

test("when a key expires, its streams are closed", async () => {
  const owner = await newTrader(venue.url);
  const timestamp = (await venueTime(venue.url)) + 1;
  accepted(await bindKey(venue.url, owner.wallet, owner.key.name, { timestamp, expiration: timestamp + 60_000 }));
  await owner.synchronise();
  const client = await OutsideStream.openPrivate(venue, owner);
  await client.subscribe("executionreport");
  await advance(venue.url, 61_000);
  expect((await client.closed()).code).toBe(1008);
  for (const each of [trader, maker]) await each.synchronise();
});

test("a ping is sent every ten seconds, even to a client that sends nothing", async () => {
  const ping: Frame = await quiet.next((frame) => frame.event === "ping");
  expect(ping).toEqual({ event: "ping" } as Frame);
  quiet.close();
});
