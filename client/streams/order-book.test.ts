import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { BookSide, type Level } from "./book-side.ts";
import { OrderBook } from "./order-book.ts";
import { Stream } from "./stream.ts";
import { StreamServer, until } from "./stream-server.fixture.ts";

const symbol = "PERP_ETH_USDC";
const topic = `${symbol}@orderbookupdate`;

/** The venue's published book: a chain of versions. Streams 5.2. */
class Published {
  version = 100;
  readonly asks = new Map<number, number>([
    [2510.1, 1.75],
    [2510.4, 4],
  ]);
  readonly bids = new Map<number, number>([
    [2509.9, 3.2],
    [2509.5, 6.1],
  ]);

  /** Changes levels and returns the update that announces it. */
  change(changes: { asks?: Level[]; bids?: Level[] }) {
    for (const side of ["asks", "bids"] as const) {
      for (const [price, quantity] of changes[side] ?? []) {
        if (quantity === 0) this[side].delete(price);
        else this[side].set(price, quantity);
      }
    }
    const prevTs = this.version;
    this.version += 200;
    return { ts: this.version, data: { symbol, prevTs, asks: changes.asks ?? [], bids: changes.bids ?? [] } };
  }

  snapshot() {
    return { symbol, ts: this.version, ...this.levels() };
  }

  levels() {
    return {
      asks: [...this.asks].sort(([a], [b]) => a - b),
      bids: [...this.bids].sort(([a], [b]) => b - a),
    };
  }
}

let server: StreamServer;
let stream: Stream;
let published: Published;
let book: OrderBook;

beforeEach(() => {
  server = new StreamServer();
  published = new Published();
  server.book = () => published.snapshot();
  stream = new Stream({ url: async () => server.url, WebSocket: () => WebSocket, pauseMs: 5, pauseMaxMs: 20 });
});
afterEach(() => {
  stream.close();
  server.stop();
});

const publish = (update: ReturnType<Published["change"]>, times = 1) =>
  server.publish(topic, update.data, { ts: update.ts, times });
const requests = () => server.received.filter(({ event }) => event === "request").length;
const levelsOf = (of: OrderBook) => ({ asks: [...of.levels("asks")], bids: [...of.levels("bids")] });

async function follow(): Promise<void> {
  book = new OrderBook(stream, symbol);
  await book.ready;
}

describe("an order book", () => {
  test("is the snapshot with the updates applied (streams 5.2)", async () => {
    await follow();
    expect(book.best()).toEqual({ bid: [2509.9, 3.2], ask: [2510.1, 1.75] });
    publish(
      published.change({
        asks: [[2510.1, 0.75]],
        bids: [
          [2509.5, 0],
          [2509.2, 2],
        ],
      }),
    );
    await until(() => book.version === published.version);
    expect(levelsOf(book)).toEqual({
      asks: [
        [2510.1, 0.75],
        [2510.4, 4],
      ],
      bids: [
        [2509.9, 3.2],
        [2509.2, 2],
      ],
    });
    expect(book.levels("asks", 1)).toEqual([[2510.1, 0.75]]);
    expect(requests()).toBe(1);
  });

  test("applies what was published between the subscription and the snapshot", async () => {
    let snapshots = 0;
    server.book = () => {
      snapshots += 1;
      publish(published.change({ asks: [[2511, 1]] })); // older than the snapshot: dropped
      const snapshot = published.snapshot();
      publish(published.change({ asks: [[2512, 2]] })); // newer: applied after it
      return snapshot;
    };
    await follow();
    await until(() => book.version === published.version);
    expect(levelsOf(book)).toEqual(published.levels());
    expect(snapshots).toBe(1);
  });

  test("requests the snapshot again when it is older than the first buffered update", async () => {
    const old = published.snapshot();
    published.change({ asks: [[2511, 1]] });
    const answers = [old];
    server.book = () => {
      publish(published.change({ bids: [[2500, 1]] }));
      return answers.shift() ?? published.snapshot();
    };
    await follow();
    expect(requests()).toBe(2);
    expect(levelsOf(book)).toEqual(published.levels());
  });

  test("is fetched again when an update does not link", async () => {
    await follow();
    published.change({ asks: [[2510.1, 0]] }); // never sent
    publish(published.change({ asks: [[2510.2, 5]] }));
    await until(() => book.isLive && book.version === published.version);
    expect(levelsOf(book)).toEqual(published.levels());
    expect(requests()).toBe(2);
  });

  test("is not affected by an update that arrives twice", async () => {
    await follow();
    publish(published.change({ asks: [[2510.2, 5]] }), 2);
    publish(published.change({ asks: [[2510.2, 0]] }));
    await until(() => book.version === published.version);
    expect(levelsOf(book)).toEqual(published.levels());
    expect(requests()).toBe(1);
  });

  test("is fetched again after a reconnect, and not live until then", async () => {
    await follow();
    let wasLiveWithoutConnection = false;
    stream.on("state", ({ state }) => {
      if (state === "connecting") wasLiveWithoutConnection ||= book.isLive;
    });
    server.breakConnections();
    publish(published.change({ bids: [[2509.9, 0]] }));
    await until(() => book.isLive && book.version === published.version);
    expect(wasLiveWithoutConnection).toBe(false);
    expect(levelsOf(book)).toEqual(published.levels());
  });

  test("notifies its listeners when it stops being live, and when it is live again", async () => {
    await follow();
    const seen: boolean[] = [];
    book.onChange(({ isLive }) => seen.push(isLive));
    server.breakConnections();
    await until(() => seen.length === 2);
    expect(seen).toEqual([false, true]);
  });

  test("of an unknown market is never ready", async () => {
    server.refused.set(topic, `invalid symbol ${symbol}`);
    book = new OrderBook(stream, symbol);
    expect(await book.ready.catch((error) => error.message)).toBe(`invalid symbol ${symbol}`);
  });

  test("notifies its listeners of each change until it is closed", async () => {
    await follow();
    let changes = 0;
    book.onChange(() => changes++);
    publish(published.change({ asks: [[2510.2, 5]] }));
    await until(() => changes === 1);
    book.close();
    await until(() => server.received.some(({ event }) => event === "unsubscribe"));
    publish(published.change({ asks: [[2510.2, 6]] }));
    await Bun.sleep(20);
    expect(changes).toBe(1);
    expect(book.isLive).toBe(false);
  });

  test("equals the published book at every version it reaches, through losses, repeats and breaks", async () => {
    const history = new Map([[published.version, published.levels()]]);
    await follow();
    const seen: number[] = [];
    book.onChange(({ version }) => {
      seen.push(version);
      expect(levelsOf(book)).toEqual(history.get(version) ?? { asks: [], bids: [] });
    });
    const random = randomNumbers(7);
    for (let step = 0; step < 400; step++) {
      const price = 2500 + Math.floor(random() * 40) / 2;
      const side = price < 2510 ? "bids" : "asks";
      const update = published.change({ [side]: [[price, Math.floor(random() * 4)]] });
      history.set(published.version, published.levels());
      const fate = random();
      if (fate < 0.05) server.loseFrame(topic);
      else if (fate < 0.1) publish(update, 2);
      else publish(update);
      if (fate > 0.99) server.breakConnections();
      if (step % 10 === 0) await Bun.sleep(1);
    }
    await until(() => book.isLive);
    publish(published.change({ asks: [[2520, 1]] }));
    history.set(published.version, published.levels());
    await until(() => book.isLive && book.version === published.version);
    expect(levelsOf(book)).toEqual(published.levels());
    expect(seen.length).toBeGreaterThan(50);
  });
});

describe("a side of a book", () => {
  test("is a sorted map of its levels", () => {
    const anyLevel = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 3 }));
    fc.assert(
      fc.property(fc.constantFrom("asks", "bids"), fc.array(anyLevel, { maxLength: 100 }), (name, changes) => {
        const side = new BookSide(name);
        const model = new Map<number, number>();
        for (const [price, quantity] of changes) {
          side.set(price / 10, quantity);
          if (quantity === 0) model.delete(price / 10);
          else model.set(price / 10, quantity);
        }
        const sorted = [...model].sort(([a], [b]) => (name === "asks" ? a - b : b - a));
        expect(side.levels).toEqual(sorted);
      }),
    );
  });
});

/** Pseudo-random numbers in [0, 1), the same in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
