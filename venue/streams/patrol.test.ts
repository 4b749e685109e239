import { afterEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { privateUrl, publicUrl, signedQuery, TestStreamClient } from "./testing/stream-client.ts";
import { ETH, type StreamVenue, type StreamVenueOptions, startStreamVenue } from "./testing/stream-venue.ts";

let house: StreamVenue | undefined;
afterEach(() => house?.stop());

async function open(options: StreamVenueOptions) {
  house = startStreamVenue(options);
  const trader = await house.trader();
  return { house, trader, url: publicUrl(house.base, trader.accountId) };
}

const pings = (client: TestStreamClient) => client.frames.filter(({ event }) => event === "ping").length;

describe("heartbeat", () => {
  const limits = { pingMs: 60, patrolMs: 10 };

  test("a client that answers pings stays, one that is silent is closed after ten", async () => {
    const { url } = await open({ limits });
    const [alive, silent] = [await TestStreamClient.open(url), await TestStreamClient.open(url)];
    silent.answersPings = false;
    const openedAt = performance.now();
    expect(await silent.close()).toEqual({ code: 1008, reason: "ping timeout" });
    expect(performance.now() - openedAt).toBeGreaterThanOrEqual(10 * limits.pingMs);
    expect(pings(silent)).toBe(10);
    expect(alive.closed).toBeUndefined();
    expect(pings(alive)).toBeGreaterThanOrEqual(10);
  });

  test("any frame of the client counts as a sign of life", async () => {
    const { url } = await open({ limits: { pingMs: 20, patrolMs: 5 } });
    const client = await TestStreamClient.open(url);
    client.answersPings = false;
    for (let i = 0; i < 20; i += 1) {
      client.send({ event: "ping" });
      await Bun.sleep(20);
    }
    expect(client.closed).toBeUndefined();
    expect(pings(client)).toBeGreaterThan(12);
  });

  test("pings are sent before authentication too", async () => {
    const { house, trader } = await open({ limits });
    const client = await TestStreamClient.open(privateUrl(house.base, trader.accountId));
    await client.next(({ event }) => event === "ping");
    expect(client.closed).toBeUndefined();
  });
});

test("a client that vanished without closing is found by the pings, and its orders are cancelled", async () => {
  const { house, trader } = await open({ limits: { pingMs: 20, patrolMs: 5 } });
  const query = { ...(await signedQuery(trader, house.clock.now())), cancel_on_disconnect: "true" };
  const dead = await TestStreamClient.open(privateUrl(house.base, trader.accountId, query));
  dead.answersPings = false;
  const order = { symbol: ETH, side: "BUY", order_type: "LIMIT", order_price: 2_900, order_quantity: 0.1 };
  const placed = await dead.ask({ event: "request", params: { type: "order.place", ...order } });
  expect(placed.success).toBe(true);
  expect(house.engine.openOrders(trader.account, -1)).toHaveLength(1);
  expect(await dead.close()).toEqual({ code: 1008, reason: "ping timeout" });
  expect(house.engine.openOrders(trader.account, -1)).toEqual([]);
});

describe("keys", () => {
  test("a client that never authenticates is closed", async () => {
    const { house, trader } = await open({ limits: { authMs: 50, patrolMs: 10 } });
    const client = await TestStreamClient.open(privateUrl(house.base, trader.accountId));
    expect(await client.close()).toEqual({ code: 1008, reason: "auth timeout" });
  });

  test("a key that expires closes its own streams within a second, and no others", async () => {
    const { house, trader } = await open({});
    const shortLived = await house.trader({ expiresInMs: 60_000 });
    const openOf = async (caller: typeof trader) =>
      TestStreamClient.open(privateUrl(house.base, caller.accountId, await signedQuery(caller, house.clock.now())));
    const [client, other] = [await openOf(shortLived), await openOf(trader)];
    house.advance(60_000);
    expect((await client.close()).code).toBe(1008);
    expect(other.closed).toBeUndefined();
  });
});

describe("limits", () => {
  test("frames beyond the limit are refused, and a client that goes on is closed", async () => {
    const { url } = await open({ limits: { frameBurst: 20, framesPerSecond: 1 } });
    const client = await TestStreamClient.open(url);
    for (let i = 0; i < 40; i += 1) client.send({ id: i, event: "subscribe", topic: "bbos" });
    expect(await client.close()).toEqual({ code: 1008, reason: "rate limit exceeded" });
    const answers = client.frames.filter(({ success }) => success !== undefined);
    expect(answers.slice(0, 20).every(({ success }) => success === true)).toBe(true);
    expect(answers.slice(20).map(({ errorMsg }) => errorMsg)).toEqual(Array(10).fill("rate limit exceeded"));
  });

  test("a frame of more than 64 KiB closes with 1009, one of 64 KiB is read", async () => {
    const { url } = await open({});
    const client = await TestStreamClient.open(url);
    const frame = (bytes: number) => `{"event":"ping","x":"${"x".repeat(bytes - 23)}"}`;
    expect(frame(65_536)).toHaveLength(65_536);
    client.send(frame(65_536));
    await client.next(({ event }) => event === "pong");
    client.send(frame(65_537));
    expect((await client.close()).code).toBe(1009);
  });

  test("long frames count by their length, and are not read beyond the limit", async () => {
    const { url } = await open({ limits: { frameBurst: 20, framesPerSecond: 0 } });
    const client = await TestStreamClient.open(url);
    const ping = (bytes: number) => JSON.stringify({ event: "ping", id: bytes, x: "x".repeat(bytes) });
    // The first two count as eight of the twenty each. The four left are too few for the third; a short one counts once.
    for (const bytes of [65_000, 65_000, 65_000, 1]) client.send(ping(bytes));
    await client.next(({ id }) => id === 1);
    expect(client.frames.map(({ event, id, errorMsg }) => errorMsg ?? `${event} ${id}`)).toEqual([
      "pong 65000",
      "pong 65000",
      "rate limit exceeded",
      "pong 1",
    ]);
  });

  test("a server that stops closes its clients with a reason", async () => {
    const { house, url } = await open({});
    const client = await TestStreamClient.open(url);
    house.streams.stop();
    expect(await client.close()).toEqual({ code: 1001, reason: "server shutting down" });
  });
});

/** A client that opens a stream, subscribes, and stops reading on request. */
class StuckClient {
  readonly socket: Socket;
  tail = Buffer.alloc(0);

  constructor(
    url: URL,
    readonly topics: readonly string[],
  ) {
    this.socket = connect(Number(url.port), url.hostname);
    this.socket.write(
      `GET ${url.pathname} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n",
    );
    for (const topic of topics) this.socket.write(maskedFrame(JSON.stringify({ event: "subscribe", topic })));
    this.socket.on("data", (bytes: Buffer) => {
      this.tail = Buffer.concat([this.tail, bytes]).subarray(-4_096);
    });
  }

  /** Waits until the last bytes read include these. */
  async reads(what: string | Buffer): Promise<void> {
    while (!this.tail.includes(what)) await Bun.sleep(1);
  }

  /** Stops reading, once its subscriptions have been answered. */
  async stop(): Promise<void> {
    while (this.tail.toString("latin1").split('"success":true').length <= this.topics.length) await Bun.sleep(1);
    this.socket.pause();
  }
}

function maskedFrame(text: string): Buffer {
  // A mask of zeros leaves the bytes unchanged.
  return Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

/** Many trades of one command: a large amount of frames to each listener, none of which may be left out. */
function flood(house: StreamVenue, trades: number): void {
  const report = {
    market: house.engine.findMarket(ETH),
    price: 300_000,
    quantity: 10_000,
    takerSide: "BUY",
    at: Date.now(),
  };
  for (let i = 0; i < trades; i += 1) house.streams.consumer.trade(report as never);
  house.streams.consumer.commandEnd(0, 0);
}

describe("slow clients", () => {
  test("one that reads nothing is closed with 1013 while another gets every frame", async () => {
    const { house, url } = await open({ limits: { backlogBytes: 1 << 20, slowBytes: 1 << 18, patrolMs: 20 } });
    const stuck = new StuckClient(new URL(url), [`${ETH}@trade`]);
    await stuck.stop();
    const reader = await TestStreamClient.open(url);
    await reader.subscribe(`${ETH}@trade`);

    let sent = 0;
    for (; house.metrics.streams.closed.count === 0 && sent < 400_000; sent += 2_000) {
      flood(house, 2_000);
      await Bun.sleep(5);
    }
    expect(house.metrics.streams.closed.count).toBe(1);
    expect(await reader.count(`${ETH}@trade`, sent, 10_000)).toHaveLength(sent);
    expect(reader.closed).toBeUndefined();

    stuck.socket.resume();
    // A close frame: opcode 8, then the code.
    await stuck.reads(Buffer.from([0x03, 0xf5]));
    stuck.socket.destroy();
  });

  test("one that reads slowly gets only the newest of each snapshot, and later every frame again", async () => {
    const { house, url } = await open({
      limits: { backlogBytes: 1 << 26, slowBytes: 1 << 16, relievedBytes: 1 << 12, patrolMs: 20 },
    });
    const stuck = new StuckClient(new URL(url), [`${ETH}@trade`, `${ETH}@bbo`]);
    await stuck.stop();
    const maker = await house.trader();
    const follower = await TestStreamClient.open(url);
    await follower.subscribe(`${ETH}@bbo`);
    for (let i = 0; i < 20; i += 1) {
      flood(house, 5_000);
      await Bun.sleep(5);
    }
    const dropped = house.metrics.streams.dropped.count;
    for (let i = 0; i < 5; i += 1) {
      house.place(maker, { side: "BUY", price: 2_900 + i, quantity: 1 });
      // Waits, so that each is published separately.
      await follower.count(`${ETH}@bbo`, i + 2);
    }
    expect(house.metrics.streams.dropped.count - dropped).toBe(4);
    stuck.socket.resume();
    await stuck.reads('"bid":2904');
    expect(
      stuck.tail
        .toString("latin1")
        .match(/"bid":\d+/g)
        ?.at(-1),
    ).toBe('"bid":2904');
    house.place(maker, { side: "BUY", price: 2_910, quantity: 1 });
    await stuck.reads('"bid":2910');
    stuck.socket.destroy();
  });
});
