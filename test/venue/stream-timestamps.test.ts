// A private stream's URL is valid for five minutes, and appears in logs and proxies. A second connection by the same
// URL may read, since stock clients reconnect that way; orders are accepted only over the first connection. Streams 2.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { EVERY_SCOPE, openSubAccount } from "./outside/outside-funds.ts";
import { type Frame, OutsideStream, privatePath, privateUrl } from "./outside/outside-stream.ts";
import { accepted, newTrader, ORDER, Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";
import { type OutsideVenue, startVenue } from "./outside/whole-venue.ts";

const venue = venueOfFile();

const BTC = ORDER.symbol;
const SPENT = {
  event: "request",
  success: false,
  code: -1002,
  check: "timestamp",
  message:
    "this connection's timestamp had been used before, or is older than the venue's last start: " +
    "to place orders, connect with a new one, signed anew",
} as const;
const REQUESTS: readonly (readonly [type: string, params: object])[] = [
  ["order.place", ORDER],
  ["order.batch", { orders: [ORDER] }],
  ["order.amend", { ...ORDER, order_id: 1, order_price: 49_000 }],
  ["order.cancel", { symbol: BTC, order_id: 1 }],
  ["order.cancel_all", {}],
];

const ask = (stream: OutsideStream, [type, params]: (typeof REQUESTS)[number]): Promise<Frame> =>
  stream.request(type, params as Readonly<Record<string, unknown>>);
const openOrders = async (owner: Trader) => accepted(await owner.get("/v1/orders?status=INCOMPLETE")).data.rows!;

describe("a URL that is opened a second time", () => {
  let trader: Trader;
  let url: string;
  let first: OutsideStream;
  let second: OutsideStream;
  beforeAll(async () => {
    trader = await newTrader(venue.url);
    url = privateUrl(venue, trader);
    first = await OutsideStream.open(url);
    second = await OutsideStream.open(url);
    for (const each of [first, second]) await each.subscribe("executionreport");
  });
  afterAll(() => {
    for (const each of [first, second]) each.close();
  });

  test("has its orders of every type refused with what to do, while the first connection's are accepted", async () => {
    for (const request of REQUESTS) expect(await ask(second, request)).toMatchObject(SPENT);
    expect(await openOrders(trader)).toEqual([]);
    expect(await first.request("order.place", ORDER)).toMatchObject({ success: true });
  });

  test("continues to receive data", async () => {
    const [report] = await second.take("executionreport", 1);
    expect(report!.data).toMatchObject({ symbol: BTC, status: "NEW" });
    expect(await second.ask({ event: "request", params: { type: "orderbook", symbol: BTC } })).toMatchObject({
      success: true,
    });
  });

  test("may not place orders even when the first one is gone", async () => {
    first.close();
    await first.closed();
    const third = await OutsideStream.open(url);
    expect(await third.request("order.cancel_all")).toMatchObject(SPENT);
    third.close();
    const reopened = await OutsideStream.openPrivate(venue, trader);
    expect(await reopened.request("order.cancel_all")).toMatchObject({ success: true });
    reopened.close();
  });
});

test("when a URL is opened several times at once, one connection may place orders", async () => {
  const trader = await newTrader(venue.url);
  const url = privateUrl(venue, trader);
  const streams = await Promise.all(Array.from({ length: 5 }, () => OutsideStream.open(url)));
  const answers = await Promise.all(streams.map((stream) => stream.request("order.place", ORDER)));
  expect(answers.filter(({ success }) => success === true)).toHaveLength(1);
  for (const answer of answers.filter(({ success }) => success !== true)) expect(answer).toMatchObject(SPENT);
  expect(await openOrders(trader)).toHaveLength(1);
  for (const stream of streams) stream.close();
});

test("several connections of one key, each with its own signature, may place orders, whatever the order of their timestamps", async () => {
  const trader = await newTrader(venue.url);
  const now = trader.now();
  for (const time of [now + 200_000, now, now + 9, now + 3, now - 1]) {
    const stream = await OutsideStream.open(privateUrl(venue, trader, String(time)));
    expect(await stream.request("order.cancel_all")).toMatchObject({ success: true });
    stream.close();
  }
});

test("a URL's signature places no orders through an auth event, nor in a sub-account's path", async () => {
  const trader = await newTrader(venue.url, { scope: EVERY_SCOPE });
  const sub = await openSubAccount(trader, "desk");
  const now = String(trader.now());
  const first = await OutsideStream.open(privateUrl(venue, trader, now));
  expect(await first.request("order.cancel_all")).toMatchObject({ success: true });

  const byEvent = await OutsideStream.open(`${venue.socketUrl}${privatePath(trader.accountId)}`);
  const params = { svc_api_key: trader.key.name, svc_timestamp: now, svc_sign: trader.key.sign(now) };
  expect(await byEvent.ask({ event: "auth", params })).toMatchObject({ success: true });
  await byEvent.subscribe("executionreport");
  const ofSub = await OutsideStream.open(privateUrl(venue, sub, now));
  for (const each of [byEvent, ofSub]) expect(await each.request("order.place", ORDER)).toMatchObject(SPENT);
  for (const each of [first, byEvent, ofSub]) each.close();
});

test("a timestamp from before a restart opens streams for reading, and a new one for orders", async () => {
  using temporary = temporaryDirectory();
  const open = (): Promise<OutsideVenue> => startVenue({ dataDirectory: temporary.path });
  const before = await open();
  const trader = await newTrader(before.url);
  const [used, unused] = [String(trader.now()), String(trader.now() - 1)];
  const stream = await OutsideStream.open(privateUrl(before, trader, used));
  expect(await stream.request("order.place", ORDER)).toMatchObject({ success: true });
  await before.stop();

  const after = await open();
  const reconnected = new Trader(after.url, trader.wallet, trader.accountId, trader.key, trader.skew);
  await reconnected.synchronise();
  for (const time of [used, unused]) {
    const reader = await OutsideStream.open(privateUrl(after, reconnected, time));
    await reader.subscribe("executionreport");
    expect(await reader.request("order.cancel_all")).toMatchObject(SPENT);
    reader.close();
  }
  const reopened = await OutsideStream.openPrivate(after, reconnected);
  expect(await reopened.request("order.cancel_all")).toMatchObject({ success: true });
  reopened.close();
  await after.stop();
});
