// One market's book as the streams have published it, and its version: the chain of updates that lets a client keep a
// correct copy. Streams 5.2.
//
// Invariant: at a version boundary the published book equals the visible live book, because every level that may have
// changed is read again between two commands. A snapshot is a link of the chain because it is taken from here, never
// from the live book. Without saved state a chain starts empty at version 0, and its first update has the whole book.

import type { EngineReader, MarketParameters, Side, Ticks } from "@evermark/engine";
import { priceOf, quantityOf } from "../../wire/decimals.ts";

/** Price and visible quantity, in the numbers of the wire. */
export type Level = [price: number, quantity: number];

/** Changed levels, best first, with their new absolute quantity; 0 removes the level. */
export interface BookUpdate {
  readonly prevTs: number;
  readonly ts: number;
  readonly asks: Level[];
  readonly bids: Level[];
}

/**
 * The published book as a snapshot stores it: the version, and the published quantities at prices touched since; all
 * other levels equal the live book's.
 */
export interface WrittenBook {
  readonly version: number;
  readonly touched: readonly (readonly [side: Side, price: Ticks, quantity: number])[];
}

const SIDES = ["BUY", "SELL"] as const;

export class PublishedBook {
  #version = 0;
  readonly #bids: PublishedSide;
  readonly #asks: PublishedSide;
  #snapshot: { readonly version: number; readonly text: string } | undefined;

  constructor(
    readonly engine: EngineReader,
    readonly market: number,
    readonly parameters: MarketParameters,
    written?: WrittenBook,
  ) {
    this.#bids = new PublishedSide("BUY", parameters);
    this.#asks = new PublishedSide("SELL", parameters);
    for (const side of SIDES) {
      for (const { price } of engine.bookSide(market, side, Number.MAX_SAFE_INTEGER)) this.touch(side, price);
    }
    if (written === undefined) return;
    this.#follow();
    for (const [side, price, quantity] of written.touched) this.#sideOf(side).restore(price, quantity);
    this.#version = written.version;
  }

  written(): WrittenBook {
    const touched = SIDES.flatMap((side) =>
      this.#sideOf(side)
        .publishedOfTouched()
        .map((level) => [side, ...level] as const),
    );
    return { version: this.#version, touched };
  }

  /** The `ts` of the last update; 0 before the first. */
  get version(): number {
    return this.#version;
  }

  /** Notes that the visible quantity at a price may have changed. */
  touch(side: Side, price: Ticks): void {
    this.#sideOf(side).touched.add(price);
  }

  /** Publishes the live book. @returns undefined when nothing differs; the version then stays the same */
  advance(now: number): BookUpdate | undefined {
    if (this.#bids.touched.size === 0 && this.#asks.touched.size === 0) return undefined;
    const { bids, asks } = this.#follow();
    if (bids.length === 0 && asks.length === 0) return undefined;

    const prevTs = this.#version;
    this.#version = Math.max(now, prevTs + 1);
    return { prevTs, ts: this.#version, asks, bids };
  }

  #follow(): { bids: Level[]; asks: Level[] } {
    return {
      bids: this.#bids.follow((price) => this.engine.visibleAt(this.market, "BUY", price)),
      asks: this.#asks.follow((price) => this.engine.visibleAt(this.market, "SELL", price)),
    };
  }

  #sideOf(side: Side): PublishedSide {
    return side === "BUY" ? this.#bids : this.#asks;
  }

  /** The whole published book as the JSON text of a snapshot; written once per version, however often it is asked for. */
  snapshotText(): string {
    if (this.#snapshot?.version !== this.#version) {
      const { symbol } = this.parameters;
      const data = { symbol, ts: this.#version, asks: this.#asks.levels, bids: this.#bids.levels };
      this.#snapshot = { version: this.#version, text: JSON.stringify(data) };
    }
    return this.#snapshot.text;
  }
}

/** One side, best first: sort keys of prices in parallel with the levels that clients see. */
class PublishedSide {
  readonly touched = new Set<Ticks>();
  readonly levels: Level[] = [];
  /** Ascending; the price of an ask, the negated price of a bid. */
  readonly #keys: number[] = [];

  constructor(
    readonly side: Side,
    readonly parameters: MarketParameters,
  ) {}

  /** Reads the touched prices again and returns those whose quantity differs from the published one, best first. */
  follow(visibleAt: (price: Ticks) => number): Level[] {
    const changed: Level[] = [];
    for (const price of this.#bestFirst()) {
      const quantity = quantityOf(this.parameters, visibleAt(price));
      if (this.#set(price, quantity)) changed.push([priceOf(this.parameters, price), quantity]);
    }
    this.touched.clear();
    return changed;
  }

  /** The touched prices, and the quantities published there. */
  publishedOfTouched(): [price: Ticks, quantity: number][] {
    return this.#bestFirst().map((price) => {
      const at = this.#find(this.#keyOf(price));
      return [price, this.#keys[at] === this.#keyOf(price) ? this.levels[at]![1] : 0];
    });
  }

  /**
   * Sets the quantity that was published at this price, and marks the price as touched, because the live book
   * may have moved on.
   */
  restore(price: Ticks, quantity: number): void {
    this.#set(price, quantity);
    this.touched.add(price);
  }

  #bestFirst(): Ticks[] {
    return [...this.touched].sort((a, b) => this.#keyOf(a) - this.#keyOf(b));
  }

  /** @returns whether the level's quantity changed */
  #set(price: Ticks, quantity: number): boolean {
    const key = this.#keyOf(price);
    const at = this.#find(key);
    const exists = this.#keys[at] === key;
    if (!exists) {
      if (quantity === 0) return false;
      this.#keys.splice(at, 0, key);
      this.levels.splice(at, 0, [priceOf(this.parameters, price), quantity]);
      return true;
    }
    const level = this.levels[at]!;
    if (level[1] === quantity) return false;
    if (quantity === 0) {
      this.#keys.splice(at, 1);
      this.levels.splice(at, 1);
    } else {
      level[1] = quantity;
    }
    return true;
  }

  /** The index of a key, or the index where it would be inserted. */
  #find(key: number): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#keys[middle]! < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #keyOf(price: Ticks): number {
    return this.side === "BUY" ? -price : price;
  }
}
