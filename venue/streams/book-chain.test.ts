// The chain of book updates over a real connection, against the engine's book.

import { expect, test } from "bun:test";
import { priceOf, quantityOf } from "../wire/decimals.ts";
import { publicUrl, TestStreamClient } from "./testing/stream-client.ts";
import { ETH, startStreamVenue } from "./testing/stream-venue.ts";

type Level = [price: number, quantity: number];
interface Depth {
  readonly ts: number;
  readonly prevTs: number;
  readonly asks: Level[];
  readonly bids: Level[];
}

test("updates form a chain that leads to the book of the engine", async () => {
  const house = startStreamVenue();
  const [maker, taker] = [await house.trader(), await house.trader()];
  const client = await TestStreamClient.open(publicUrl(house.base, maker.accountId));
  await client.subscribe(`${ETH}@orderbookupdate`);

  // Over a hundred orders within two seconds, from a fixed sequence.
  let random = 7;
  const next = (below: number): number => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((random / 2_147_483_648) * below);
  };
  const open: number[] = [];
  for (let i = 0; i < 60; i += 1) {
    for (let j = 0; j < 2; j += 1) {
      const side = next(2) === 0 ? "BUY" : "SELL";
      const price = side === "BUY" ? 2_999 - next(10) : 3_001 + next(10);
      open.push(house.place(maker, { side, price, quantity: 0.1 + next(5) / 10, orderType: "POST_ONLY" }).orderId);
    }
    const [orderId] = open.splice(next(open.length), 1);
    if (orderId !== undefined && house.engine.findOrder(orderId) !== undefined) house.cancel(maker, orderId);
    if (i % 7 === 0) house.place(taker, { side: "BUY", price: 3_002, quantity: 0.2, orderType: "IOC" });
    await Bun.sleep(25);
  }
  const market = house.engine.findMarket(ETH);
  const { parameters } = house.engine.market(market);
  const live = (side: "BUY" | "SELL"): Level[] =>
    house.engine
      .bookSide(market, side, 1_000)
      .map(({ price, quantity }) => [priceOf(parameters, price), quantityOf(parameters, quantity)]);
  const published = () =>
    client
      .of(`${ETH}@orderbookupdate`)
      .map(({ ts, seq, data }) => ({ ...data, ts, seq }) as never as Depth & { seq: number });
  const asked = async (): Promise<Depth> => {
    const answer = await client.ask({ id: 1, event: "request", params: { type: "orderbook", symbol: ETH } });
    return answer.data as never as Depth;
  };
  // The last change may not have been published yet.
  let snapshot = await asked();
  while (!Bun.deepEquals([snapshot.asks, snapshot.bids], [live("SELL"), live("BUY")])) {
    await Bun.sleep(25);
    snapshot = await asked();
  }

  const updates = published();
  expect(updates.length).toBeGreaterThan(5);
  for (const [i, update] of updates.entries()) {
    if (i === 0) continue;
    expect(update.prevTs).toBe(updates[i - 1]!.ts);
    expect(update.seq).toBe(updates[i - 1]!.seq + 1);
  }
  expect(snapshot.ts).toBe(updates.at(-1)!.ts);

  // The chain began with an empty book, so its updates alone add up to the snapshot.
  const asks = new Map<number, number>();
  for (const update of updates) for (const [price, quantity] of update.asks) asks.set(price, quantity);
  const folded = [...asks].filter(([, quantity]) => quantity > 0).sort(([a], [b]) => a - b);
  expect(folded).toEqual(snapshot.asks);
  await house.stop();
});
