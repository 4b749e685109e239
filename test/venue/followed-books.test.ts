// A book that is followed from outside under random orders equals the venue's book at every version, even for a client
// that loses frames; and afterwards everything adds up. Streams 5 and 13.5, rules 1.5.

import { beforeAll, expect, test } from "bun:test";
import { assertNotCrossed, BookFollower, bookText } from "./outside/book-follower.ts";
import type { Answer, Row } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();
let traders: Trader[];
beforeAll(async () => {
  traders = await Promise.all(Array.from({ length: 4 }, () => newTrader(venue.url, { claims: 20 })));
});

const SYMBOL = "PERP_BNB_USDC";
const SEED = 20_261_120;

/** A seeded generator, the same on every machine, so that a failing run can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Sends one random write, which may be refused. */
async function anything(trader: Trader, open: number[], random: (below: number) => number): Promise<void> {
  const choice = random(10);
  const pick = open[random(open.length)];
  if (choice < 3 && pick !== undefined) {
    await trader.delete(`/v1/order?symbol=${SYMBOL}&order_id=${pick}`);
    return;
  }
  const side = random(2) === 0 ? "BUY" : "SELL";
  const price = 600 + (side === "BUY" ? -1 : 1) * (random(60) - 6) * 0.25;
  const quantity = (1 + random(400)) / 100;
  if (choice === 3 && pick !== undefined) {
    const amended = {
      order_id: pick,
      symbol: SYMBOL,
      side,
      order_type: "LIMIT",
      order_price: price,
      order_quantity: quantity,
    };
    await trader.put("/v1/order", amended);
    return;
  }
  const type = ["LIMIT", "LIMIT", "LIMIT", "POST_ONLY", "IOC", "MARKET", "FOK"][random(7)]!;
  const answer = await trader.order({
    symbol: SYMBOL,
    side,
    order_type: type,
    order_price: type === "MARKET" ? undefined : price,
    order_quantity: quantity,
    ...(type === "LIMIT" && random(4) === 0 && { visible_quantity: random(2) === 0 ? 0 : 0.01 }),
  });
  if (answer.data.order_id !== undefined) open.push(Number(answer.data.order_id));
}

test("followers have the venue's book at every version, with all frames or with frames lost", async () => {
  const watcher = traders[0]!;
  const [steady, losing, asking] = await Promise.all(
    [1, 2, 3].map(() => OutsideStream.openPublic(venue, watcher.accountId)),
  );
  const followers = [
    new BookFollower(steady!, SYMBOL),
    new BookFollower(losing!, SYMBOL, (arrival) => arrival % 4 === 3),
  ] as const;
  for (const follower of followers) await follower.start();

  const random = numbers(SEED);
  let isOver = false;
  const flow = traders.map(async (trader) => {
    const open: number[] = [];
    for (let i = 0; i < 400; i++) {
      await anything(trader, open, random);
      // Spread over many publications of the book, however fast the machine is.
      if (i % 8 === 0) await Bun.sleep(60);
    }
  });
  const published = new Map<number, string>();
  const snapshot = async (): Promise<number> => {
    // As fast as the limit on frames allows.
    await Bun.sleep(25);
    const answer = await asking!.ask({ event: "request", params: { type: "orderbook", symbol: SYMBOL } });
    published.set(Number(answer.data.ts), bookText(answer.data));
    return Number(answer.data.ts);
  };
  const watching = (async () => {
    while (!isOver) {
      await snapshot();
      for (const follower of followers) follower.follow();
      await Bun.sleep(70);
    }
  })();
  await Promise.all(flow);
  isOver = true;
  await watching;

  // No more orders come; the last publication may still follow.
  const [live] = await Promise.all([watcher.get(`/v1/orderbook/${SYMBOL}?max_level=1000`)]);
  const { asks, bids } = accepted(live!).data as unknown as Record<string, Row[]>;
  const pairs = (rows: Row[]) => rows.map((row) => [row.price, row.quantity]);
  const last = bookText({ asks: pairs(asks!), bids: pairs(bids!) });
  let version = await snapshot();
  while (published.get(version) !== last) version = await snapshot();

  // A client that lost the very last frame can't know it until there is another change.
  for (const price of [480, 481])
    accepted(await watcher.order({ symbol: SYMBOL, order_price: price, order_quantity: 1 }));
  const isEven = (): boolean => followers.every((follower) => follower.version === version);
  for (let i = 0; !isEven(); i++) {
    accepted(await watcher.order({ symbol: SYMBOL, order_price: 490 + (i % 50), order_quantity: 1 }));
    await Bun.sleep(250);
    for (const follower of followers) follower.follow();
    version = await snapshot();
    await Bun.sleep(20);
    for (const follower of followers) follower.follow();
  }

  expect(followers[0].resynchronised).toBe(1);
  expect(followers[1].resynchronised).toBeGreaterThan(1);
  expect(followers[0].versions.size).toBeGreaterThan(10);
  let compared = 0;
  for (const follower of followers) {
    for (const [at, text] of follower.versions) {
      assertNotCrossed(text);
      const truth = published.get(at) ?? followers[0].versions.get(at);
      if (truth === undefined) continue;
      expect({ seed: SEED, at, text }).toEqual({ seed: SEED, at, text: truth });
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(20);
  for (const client of [steady!, losing!, asking!]) client.close();
});

test("after these orders, the lists of orders and fills, positions and open interest agree", async () => {
  let [open, cost] = [0, 0];
  for (const trader of traders) {
    const fills: Row[] = [];
    for (let page = 1; ; page++) {
      const rows = accepted(await trader.get(`/v1/trades?symbol=${SYMBOL}&size=500&page=${page}`)).data.rows!;
      fills.push(...rows);
      if (rows.length < 500) break;
    }
    const orders: Row[] = [];
    for (let page = 1; ; page++) {
      const rows = accepted(await trader.get(`/v1/orders?symbol=${SYMBOL}&size=500&page=${page}`)).data.rows!;
      orders.push(...rows);
      if (rows.length < 500) break;
    }
    const byOrder = new Map<unknown, number>();
    for (const fill of fills)
      byOrder.set(fill.order_id, (byOrder.get(fill.order_id) ?? 0) + lots(fill.executed_quantity));
    // Lists of fills go back over the latest 500: an account with fewer shows them all.
    if (fills.length < 500) {
      for (const order of orders) {
        expect({ id: order.order_id, executed: byOrder.get(order.order_id) ?? 0 }).toEqual({
          id: order.order_id,
          executed: lots(order.executed_quantity),
        });
      }
      const bought = fills.reduce(
        (sum, fill) => sum + (fill.side === "BUY" ? 1 : -1) * lots(fill.executed_quantity),
        0,
      );
      const position = accepted(await trader.get(`/v1/position/${SYMBOL}`)).data;
      expect(lots(position.position_qty)).toBe(bought);
    }
    const position = accepted(await trader.get(`/v1/position/${SYMBOL}`)).data;
    open += Math.max(0, lots(position.position_qty));
    cost += lots(position.position_qty);
  }
  // Every long has a short, and open interest is one side.
  expect(cost).toBe(0);
  const snapshot = accepted(await traders[0]!.get(`/v1/public/futures/${SYMBOL}`)).data;
  expect(lots(snapshot.open_interest)).toBe(open);
  for (const trader of traders) accepted(await trader.delete("/v1/orders"));
});

/** In lots of 0.001: sums of doubles would not be exact. */
const lots = (quantity: unknown): number => Math.round(Number(quantity) * 1_000);

test("executions reported to both sides and to the tape are the same, and in order", async () => {
  const symbol = "PERP_XRP_USDC";
  await setPrice(venue.url, symbol, 0.5);
  const [a, b] = [traders[0]!, traders[1]!];
  const [ofA, ofB, tape] = await Promise.all([
    OutsideStream.openPrivate(venue, a),
    OutsideStream.openPrivate(venue, b),
    OutsideStream.openPublic(venue, a.accountId),
  ]);
  await Promise.all([
    ofA.subscribe("executionreport"),
    ofB.subscribe("executionreport"),
    tape.subscribe(`${symbol}@trade`),
  ]);
  const xrp = { symbol, order_type: "LIMIT", order_price: 0.5, order_quantity: 100 };
  const answers: Promise<Answer>[] = [];
  for (let i = 0; i < 60; i++) {
    answers.push(a.order({ ...xrp, side: i % 2 ? "BUY" : "SELL" }), b.order({ ...xrp, side: i % 2 ? "SELL" : "BUY" }));
  }
  for (const answer of await Promise.all(answers)) accepted(answer);
  const fillsOf = (client: OutsideStream) =>
    client.framesOf("executionreport").filter((frame) => frame.data.tradeId !== 0);
  const total = accepted(await a.get(`/v1/trades?symbol=${symbol}&size=1`)).data.meta as { total: number };
  await Promise.all([
    ofA.until(() => fillsOf(ofA).length >= total.total),
    ofB.until(() => fillsOf(ofB).length >= total.total),
  ]);
  await tape.until(() => tape.framesOf(`${symbol}@trade`).length >= total.total);

  const matches = (client: OutsideStream): unknown[] =>
    fillsOf(client)
      .map((frame) => frame.data.match_id)
      .sort();
  expect(matches(ofA)).toEqual(matches(ofB));
  expect(tape.framesOf(`${symbol}@trade`)).toHaveLength(total.total);
  for (const client of [ofA, ofB]) {
    const seqs = client.framesOf("executionreport").map((frame) => Number(frame.data.seq));
    expect(seqs).toEqual([...new Set(seqs)].toSorted((x, y) => x - y));
    const times = client.framesOf("executionreport").map((frame) => frame.ts!);
    expect(times).toEqual(times.toSorted((x, y) => x - y));
    client.close();
  }
  tape.close();
});
