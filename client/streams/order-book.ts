// A market's visible book, kept in step with the venue's: a snapshot, then updates that each name the version they apply to.
// An update that does not link is never patched over; the book is fetched again. Streams 5.

import type { StreamRequestData, TopicData } from "@evermark/interface/streams/topics.ts";
import { pause } from "../rest/pause.ts";
import { BookSide, type Level } from "./book-side.ts";
import type { Stream, Subscription } from "./stream.ts";

interface Update {
  readonly ts: number;
  readonly data: TopicData<"orderbookupdate">;
}

export class OrderBook {
  readonly symbol: string;
  /** Resolves when the book is complete for the first time; rejects when the venue refuses the market. */
  readonly ready: Promise<void>;
  readonly #stream: Stream;
  readonly #subscription: Subscription;
  readonly #stopListening: () => void;
  readonly #listeners = new Set<(book: OrderBook) => void>();
  readonly #asks = new BookSide("asks");
  readonly #bids = new BookSide("bids");
  #buffer: Update[] = [];
  #version = 0;
  #isLive = false;
  /** Counts the fetches of the book: an answer to an earlier fetch is ignored. */
  #round = 0;

  constructor(stream: Stream, symbol: string) {
    this.symbol = symbol;
    this.#stream = stream;
    this.#stopListening = stream.on("state", ({ state }) => {
      if (state === "connecting" || state === "closed") this.#fellBehind();
    });
    const topic = `${symbol}@orderbookupdate` as const;
    this.#subscription = stream.subscribe(topic, (data, { ts }) => this.#take({ ts, data }), {
      onSubscribed: () => void this.#fetch([]),
    });
    this.ready = new Promise((resolve, reject) => {
      const stop = this.onChange(() => {
        stop();
        resolve();
      });
      this.#subscription.ready.catch(reject);
    });
    this.ready.catch(() => {}); // The stream reports a refusal too; not every caller waits for the promise.
  }

  /** Whether the book is the venue's at `version`; if not, it is being fetched and still shows the old levels. */
  get isLive(): boolean {
    return this.#isLive;
  }

  /** Venue time in milliseconds of the last update applied. */
  get version(): number {
    return this.#version;
  }

  /** The best level of each side; undefined where a side is empty. */
  best(): { bid: Level | undefined; ask: Level | undefined } {
    return { bid: this.#bids.levels[0], ask: this.#asks.levels[0] };
  }

  /** Levels of one side, best first. */
  levels(side: "asks" | "bids", depth?: number): readonly Level[] {
    return (side === "asks" ? this.#asks : this.#bids).levels.slice(0, depth);
  }

  /** Calls `listener` after every change, and when the book stops being live. @returns a function that stops it */
  onChange(listener: (book: OrderBook) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    this.#round += 1;
    this.#isLive = false;
    this.#stopListening();
    this.#subscription.unsubscribe();
    this.#listeners.clear();
  }

  #take(update: Update): void {
    if (!this.#isLive) {
      this.#buffer.push(update);
    } else if (update.data.prevTs === this.#version) {
      this.#apply(update.data, update.ts);
      this.#changed();
    } else if (update.ts > this.#version) {
      void this.#fetch([update]);
    }
  }

  /** Fetches the book again, until a snapshot and the updates since then link up. */
  async #fetch(buffer: Update[]): Promise<void> {
    this.#round += 1;
    const round = this.#round;
    this.#buffer = buffer;
    this.#fellBehind();
    for (let attempts = 0; this.#round === round; attempts++) {
      // While the venue is still publishing its own book, its snapshot may be older than the buffered updates.
      if (attempts > 0) await pause(Math.min(100 * attempts, 1_000));
      const snapshot = await this.#stream.request("orderbook", { symbol: this.symbol }).catch(() => undefined);
      if (this.#round !== round) return;
      if (this.#stream.state === "closed" || this.#stream.state === "connecting") return; // Fetched again after the reconnect.
      if (snapshot !== undefined && this.#link(snapshot)) return;
    }
  }

  /** @returns false when updates between the snapshot and the first buffered one are missing */
  #link(snapshot: StreamRequestData<"orderbook">): boolean {
    this.#buffer = this.#buffer.filter(({ data }) => data.prevTs >= snapshot.ts);
    const [first] = this.#buffer;
    if (first !== undefined && first.data.prevTs !== snapshot.ts) return false;
    this.#asks.clear();
    this.#bids.clear();
    this.#apply(snapshot, snapshot.ts);
    this.#isLive = true;
    const buffered = this.#buffer;
    this.#buffer = [];
    this.#changed();
    for (const update of buffered) this.#take(update);
    return true;
  }

  #apply(levels: { readonly asks: readonly number[][]; readonly bids: readonly number[][] }, version: number): void {
    for (const [price = 0, quantity = 0] of levels.asks) this.#asks.set(price, quantity);
    for (const [price = 0, quantity = 0] of levels.bids) this.#bids.set(price, quantity);
    this.#version = version;
  }

  #fellBehind(): void {
    const wasLive = this.#isLive;
    this.#isLive = false;
    if (wasLive) this.#changed();
  }

  #changed(): void {
    for (const listener of this.#listeners) listener(this);
  }
}
