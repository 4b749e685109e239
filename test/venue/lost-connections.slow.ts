// Cancel on disconnect, from outside: however a connection that asked for it ends, the orders placed over it are
// cancelled, and no others are.

import { expect, test } from "bun:test";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { startVenue as startVenueProcess } from "../witness/venue-process.ts";
import { advance } from "./outside/outside-controls.ts";
import { ApiKey } from "./outside/outside-key.ts";
import { OutsideStream, privateUrl, upgradeOf } from "./outside/outside-stream.ts";
import { limitOrder } from "./outside/outside-trading.ts";
import { RawConnection, requestText } from "./outside/raw-http.ts";
import { accepted, bindKey, newTrader, ORDER, Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const ETH = "PERP_ETH_USDC";
const guarded = (by: Trader) => `${privateUrl(venue, by)}&cancel_on_disconnect=true`;
const openGuarded = (by: Trader) => OutsideStream.open(guarded(by));
const openOrders = async (owner: Trader) => accepted(await owner.get("/v1/orders?status=INCOMPLETE")).data.rows!;
const placed = async (over: OutsideStream, changes: object = {}) => {
  const answer = await over.request("order.place", { ...ORDER, ...changes });
  if (answer.success !== true) throw new Error(`refused: ${answer.message}`);
  return answer.data.order_id;
};

/** Waits until an account has `count` open orders. */
async function expectOpen(owner: Trader, count: number): Promise<void> {
  const deadline = performance.now() + 5_000;
  while ((await openOrders(owner)).length !== count && performance.now() < deadline) await Bun.sleep(5);
  expect(await openOrders(owner)).toHaveLength(count);
}

const ends: readonly (readonly [how: string, end: (client: OutsideStream) => void])[] = [
  ["a close", (client) => client.close()],
  ["a cut without a word", (client) => client.kill()],
  ["a frame that is too large", (client) => client.send("x".repeat(70_000))],
];
test.each(ends)("%s cancels the orders placed over the connection, and nothing else", async (_, end) => {
  const trader = await newTrader(venue.url, { claims: 3 });
  const [own, other, plain] = await Promise.all([
    openGuarded(trader),
    openGuarded(trader),
    OutsideStream.openPrivate(venue, trader),
  ]);
  await plain.subscribe("executionreport");
  await placed(own);
  await own.request("order.batch", { orders: [ORDER, limitOrder(ETH, "BUY", 0.1, 2_500)] });
  const kept = [await placed(other), await placed(plain), accepted(await trader.order()).data.order_id];
  await expectOpen(trader, 6);
  end(own);
  await expectOpen(trader, 3);
  expect((await openOrders(trader)).map(({ order_id }) => order_id).sort()).toEqual(kept.sort());
  const cancelled = plain.framesOf("executionreport").filter(({ data }) => data.status === "CANCELLED");
  expect(cancelled.map(({ data }) => data.reason)).toEqual(["USER", "USER", "USER"]);
  for (const client of [other, plain]) client.close();
  await expectOpen(trader, 2);
});

test("without the option, or with false, orders stay", async () => {
  const trader = await newTrader(venue.url);
  for (const query of ["", "&cancel_on_disconnect=false"]) {
    const own = await OutsideStream.open(privateUrl(venue, trader) + query);
    await placed(own);
    own.kill();
    await own.closed();
  }
  await Bun.sleep(50);
  await expectOpen(trader, 2);
});

test("an amended order still belongs to its connection; one that has ended is left alone", async () => {
  const trader = await newTrader(venue.url, { claims: 3 });
  const maker = await newTrader(venue.url, { claims: 3 });
  const own = await openGuarded(trader);
  const orderId = await placed(own);
  const amendment = { order_id: orderId, symbol: ORDER.symbol, side: "BUY", order_type: "LIMIT", order_price: 49_000 };
  accepted(await trader.put("/v1/order", amendment));
  const filled = await placed(own, { order_price: 60_000 });
  accepted(await maker.order({ side: "SELL", order_price: 60_000 }));
  own.kill();
  await expectOpen(trader, 0);
  expect(accepted(await trader.get(`/v1/order/${orderId}`)).data).toMatchObject({ status: "CANCELLED", price: 49_000 });
  expect(accepted(await trader.get(`/v1/order/${filled}`)).data).toMatchObject({ status: "FILLED" });
});

test("orders that are on their way when the connection ends are cancelled as well", async () => {
  const trader = await newTrader(venue.url, { claims: 3 });
  for (let round = 0; round < 20; round++) {
    const own = await openGuarded(trader);
    const name = (n: number) => `way-${round}-${n}`;
    for (let n = 0; n < 10; n++) {
      own.send({ event: "request", params: { type: "order.place", ...ORDER, client_order_id: name(n) } });
    }
    if (round % 2 === 0) await Bun.sleep(round / 4);
    if (round % 3 === 0) own.close();
    else own.kill();
    await own.closed();
  }
  // Every request that reached the venue is carried out by now.
  await Bun.sleep(100);
  await expectOpen(trader, 0);
  const all = accepted(await trader.get("/v1/orders?size=500")).data.rows!;
  expect(all.length).toBeGreaterThan(0);
  expect(new Set(all.map(({ status }) => status))).toEqual(new Set(["CANCELLED"]));
});

test("a placement that is repeated over another connection belongs to both connections", async () => {
  const trader = await newTrader(venue.url);
  const first = await OutsideStream.openPrivate(venue, trader);
  const second = await openGuarded(trader);
  const orderId = await placed(first, { client_order_id: "both" });
  expect(await placed(second, { client_order_id: "both" })).toBe(orderId);
  second.kill();
  await expectOpen(trader, 0);
  first.close();
});

test("a client that does not read is disconnected, and its orders are cancelled", async () => {
  const trader = await newTrader(venue.url);
  const raw = await RawConnection.open(venue.port);
  const target = guarded(trader).slice(venue.socketUrl.length);
  const upgrade = [
    ["Connection", "Upgrade"],
    ["Upgrade", "websocket"],
    ["Sec-WebSocket-Version", "13"],
    ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ] as const;
  raw.write(requestText("GET", target, upgrade));
  expect((await raw.answer())?.status).toBe(101);
  raw.pause();
  raw.write(textFrame({ event: "request", params: { type: "order.place", ...ORDER } }));
  await expectOpen(trader, 1);
  // Each answer repeats the id.
  const large = textFrame({
    id: "x".repeat(60_000),
    event: "request",
    params: { type: "order.cancel_all", symbol: "X" },
  });
  for (let n = 0; n < 400; n++) raw.write(large);
  await expectOpen(trader, 0);
  raw.close();
});

test("when a key ends, the orders of its connections are cancelled", async () => {
  const trader = await newTrader(venue.url);
  const key = new ApiKey();
  accepted(await bindKey(venue.url, trader.wallet, key.name, { expiration: trader.now() + 60_000 }));
  const own = await openGuarded(new Trader(venue.url, trader.wallet, trader.accountId, key, trader.skew));
  await placed(own);
  await advance(venue.url, 61_000);
  expect((await own.closed()).reason).toBe("api key expired or removed");
  await trader.synchronise();
  await expectOpen(trader, 0);
});

const nonsense: readonly (readonly [text: string, shown: string])[] = [
  ["maybe", '"maybe", expected true or false'],
  ["TRUE", '"TRUE", expected true or false'],
  ["1", '"1", expected true or false'],
  ["", '"", expected true or false'],
];
test.each(nonsense)("cancel_on_disconnect=%s is refused as invalid", async (text, shown) => {
  const trader = await newTrader(venue.url);
  const answer = await upgradeOf(`${privateUrl(venue, trader)}&cancel_on_disconnect=${text}`);
  expect(answer).toMatchObject({ status: 400, code: -1005, message: `cancel_on_disconnect is invalid: ${shown}` });
});

test("on the public stream the option is refused: it would protect nothing", async () => {
  const { accountId } = await newTrader(venue.url);
  for (const text of ["true", "false"]) {
    const url = `${venue.socketUrl}/ws/public/ws/stream/${accountId}?cancel_on_disconnect=${text}`;
    expect(await upgradeOf(url)).toMatchObject({ status: 400, code: -1005 });
  }
});

test("a venue that ends cleanly cancels the orders in its journal; one that is killed does so at its next start", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path };
  const restarted = (trader: Trader, url: string) =>
    new Trader(url, trader.wallet, trader.accountId, trader.key, trader.skew);
  let trader: Trader;
  const place = async (url: string): Promise<OutsideStream> => {
    const own = await OutsideStream.open(
      `${privateUrl({ socketUrl: url.replace("http", "ws") }, trader)}&cancel_on_disconnect=true`,
    );
    await placed(own);
    // Some are still on their way when the venue ends.
    for (let n = 0; n < 50; n++) own.send({ event: "request", params: { type: "order.place", ...ORDER } });
    return own;
  };
  {
    await using first = await startVenueProcess(options);
    trader = await newTrader(first.url, { claims: 3 });
    // The venue has this machine's clock. As measured, it is late by the time that an answer took, on a busy machine so
    // late that a connection opened at once after the next start would have a timestamp from before it.
    trader.skew = 0;
    const own = await place(first.url);
    expect(await first.process.terminate()).toEqual({ code: 0, signal: null });
    expect(await own.closed()).toEqual({ code: 1001, reason: "server shutting down" });
  }
  {
    await using second = await startVenueProcess(options);
    await expectOpen(restarted(trader, second.url), 0);
    await place(second.url);
    await second.process.kill();
  }
  await using third = await startVenueProcess(options);
  await expectOpen(restarted(trader, third.url), 0);
});

/** A WebSocket frame of a client, which has to be masked; a mask of zeros leaves the text as it is. */
function textFrame(value: unknown): Uint8Array {
  const text = Buffer.from(JSON.stringify(value));
  const head = Buffer.from([0x81, 0x80 | 126, text.length >> 8, text.length & 255, 0, 0, 0, 0]);
  return Buffer.concat([head, text]);
}
