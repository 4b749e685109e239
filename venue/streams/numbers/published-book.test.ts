import { describe, expect, test } from "bun:test";
import type { EngineReader, Lots, Side, Ticks } from "@evermark/engine";
import fc from "fast-check";
import { defaultMarkets } from "../../configuration/default-markets.ts";
import { type BookUpdate, type Level, PublishedBook } from "./published-book.ts";

const { parameters } = defaultMarkets()[1]!;

/** A live book reduced to quantities by price. */
class LiveBook {
  readonly sides = { BUY: new Map<number, number>(), SELL: new Map<number, number>() };

  readonly reader = {
    visibleAt: (_market: number, side: Side, price: Ticks) => (this.sides[side].get(price) ?? 0) as Lots,
    bookSide: (_market: number, side: Side) =>
      [...this.sides[side]]
        .filter(([, quantity]) => quantity > 0)
        .map(([price, quantity]) => ({ price: price as Ticks, quantity: quantity as Lots })),
  } as unknown as EngineReader;

  levels(side: Side): Level[] {
    return [...this.sides[side]]
      .filter(([, quantity]) => quantity > 0)
      .sort(([a], [b]) => (side === "BUY" ? b - a : a - b))
      .map(([price, quantity]) => [price / 100, quantity / 10_000]);
  }
}

/** A client that keeps a book as streams 5 describes, and takes no update that does not link to its version. */
class LinkedBook {
  version: number | undefined;
  bids = new Map<number, number>();
  asks = new Map<number, number>();
  resyncs = 0;

  update({ prevTs, ts, asks, bids }: BookUpdate, request: () => string): void {
    if (this.version === undefined || prevTs !== this.version) return this.resync(request());
    for (const [side, levels] of [
      [this.asks, asks],
      [this.bids, bids],
    ] as const) {
      for (const [price, quantity] of levels) {
        if (quantity === 0) side.delete(price);
        else side.set(price, quantity);
      }
    }
    this.version = ts;
  }

  resync(snapshot: string): void {
    const { ts, asks, bids } = JSON.parse(snapshot) as { ts: number; asks: Level[]; bids: Level[] };
    this.resyncs += 1;
    this.version = ts;
    this.asks = new Map(asks);
    this.bids = new Map(bids);
  }

  levels(side: Side): Level[] {
    const levels = [...(side === "BUY" ? this.bids : this.asks)] as Level[];
    return levels.sort(([a], [b]) => (side === "BUY" ? b - a : a - b));
  }
}

const anyChange = fc.record({
  side: fc.constantFrom<Side>("BUY", "SELL"),
  price: fc.integer({ min: 1, max: 12 }),
  quantity: fc.integer({ min: 0, max: 3 }),
});
const anyPeriod = fc.record({
  changes: fc.array(anyChange, { maxLength: 6 }),
  isLost: fc.boolean(),
  elapsed: fc.nat(300),
});

describe("the published book", () => {
  test("a client that follows the chain has the published book at every version, whatever frames it misses", () => {
    fc.assert(
      fc.property(fc.array(anyPeriod, { maxLength: 30 }), (periods) => {
        const live = new LiveBook();
        const book = new PublishedBook(live.reader, 0, parameters);
        const follower = new LinkedBook();
        follower.resync(book.snapshotText());
        let now = 1_000;
        let isLinked = true;
        for (const { changes, isLost, elapsed } of periods) {
          for (const { side, price, quantity } of changes) {
            live.sides[side].set(price, quantity);
            book.touch(side, price as Ticks);
          }
          now += elapsed;
          const before = book.version;
          const update = book.advance(now);
          if (update === undefined) {
            expect(book.version).toBe(before);
          } else {
            expect(update.prevTs).toBe(before);
            expect(update.ts).toBe(Math.max(now, before + 1));
            if (isLost) isLinked = false;
            else {
              follower.update(update, () => book.snapshotText());
              isLinked = true;
            }
          }
          const published = JSON.parse(book.snapshotText());
          expect(published).toEqual({
            symbol: parameters.symbol,
            ts: book.version,
            asks: live.levels("SELL"),
            bids: live.levels("BUY"),
          });
          if (!isLinked) continue;
          expect(follower.version).toBe(book.version);
          expect(follower.levels("BUY")).toEqual(live.levels("BUY"));
          expect(follower.levels("SELL")).toEqual(live.levels("SELL"));
        }
      }),
    );
  });

  test("a snapshot shows the published book, not the live one", () => {
    const live = new LiveBook();
    const book = new PublishedBook(live.reader, 0, parameters);
    live.sides.SELL.set(251_010, 17_500);
    book.touch("SELL", 251_010 as Ticks);
    expect(JSON.parse(book.snapshotText())).toEqual({ symbol: parameters.symbol, ts: 0, asks: [], bids: [] });
    expect(book.advance(500)).toEqual({ prevTs: 0, ts: 500, asks: [[2_510.1, 1.75]], bids: [] });
    expect(JSON.parse(book.snapshotText())).toMatchObject({ ts: 500, asks: [[2_510.1, 1.75]] });
  });

  test("a change undone within one period causes no update", () => {
    const live = new LiveBook();
    const book = new PublishedBook(live.reader, 0, parameters);
    live.sides.BUY.set(5, 1);
    book.touch("BUY", 5 as Ticks);
    live.sides.BUY.set(5, 0);
    expect(book.advance(500)).toBeUndefined();
    expect(book.version).toBe(0);
  });

  test("versions rise even when time does not", () => {
    const live = new LiveBook();
    const book = new PublishedBook(live.reader, 0, parameters);
    const versions = [1, 2, 3].map((quantity) => {
      live.sides.BUY.set(5, quantity);
      book.touch("BUY", 5 as Ticks);
      return book.advance(500)!.ts;
    });
    expect(versions).toEqual([500, 501, 502]);
  });

  test("after a restart the first update brings the whole book, from version 0", () => {
    const live = new LiveBook();
    live.sides.BUY.set(299_900, 10_000);
    live.sides.SELL.set(300_100, 20_000);
    const update = new PublishedBook(live.reader, 0, parameters).advance(700);
    expect(update).toEqual({ prevTs: 0, ts: 700, asks: [[3_001, 2]], bids: [[2_999, 1]] });
  });
});
