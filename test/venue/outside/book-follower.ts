// Keeps a book as a client would, by the published algorithm alone: buffer updates, request a snapshot, apply the
// updates that continue it, and start over when one is missing. Streams 5.

import type { Frame, OutsideStream } from "./outside-stream.ts";

type Level = readonly [price: number, quantity: number];

export class BookFollower {
  /** Each version that was reached, with the whole book as text. */
  readonly versions = new Map<number, string>();
  version = 0;
  resynchronised = 0;
  readonly #client: OutsideStream;
  readonly #symbol: string;
  readonly #asks = new Map<number, number>();
  readonly #bids = new Map<number, number>();
  #read = 0;
  #buffer: Frame[] = [];
  #isAsking = false;
  #hasBook = false;

  /** @param loses which frames to drop on purpose, by their order of arrival */
  constructor(
    client: OutsideStream,
    symbol: string,
    readonly loses: (arrival: number) => boolean = () => false,
  ) {
    this.#client = client;
    this.#symbol = symbol;
  }

  async start(): Promise<void> {
    await this.#client.subscribe(this.#topic);
    this.#ask();
  }

  /** Processes the frames that have arrived. Call it again whenever there may be more. */
  follow(): void {
    const { frames } = this.#client;
    for (; this.#read < frames.length; this.#read++) {
      const frame = frames[this.#read]!;
      if (frame.topic === this.#topic && !this.loses(this.#read)) this.#update(frame);
      if (frame.id === this.#question) this.#snapshot(frame.data);
    }
  }

  get #topic(): string {
    return `${this.#symbol}@orderbookupdate`;
  }

  get #question(): string {
    return `book ${this.#symbol} ${this.resynchronised}`;
  }

  #ask(): void {
    this.#isAsking = true;
    this.#hasBook = false;
    this.resynchronised++;
    const params = { type: "orderbook", symbol: this.#symbol };
    this.#client.send({ id: this.#question, event: "request", params });
  }

  #snapshot(data: Frame["data"]): void {
    this.#asks.clear();
    this.#bids.clear();
    this.#apply(data);
    this.version = Number(data.ts);
    this.#isAsking = false;
    this.#hasBook = true;
    this.#remember();
    const buffered = this.#buffer.filter((frame) => Number(frame.data.prevTs) >= this.version);
    this.#buffer = [];
    for (const frame of buffered) this.#update(frame);
  }

  #update(frame: Frame): void {
    if (!this.#hasBook) this.#buffer.push(frame);
    else if (frame.data.prevTs === this.version) {
      this.#apply(frame.data);
      this.version = frame.ts!;
      this.#remember();
    } else if (!this.#isAsking) {
      this.#buffer.push(frame);
      this.#ask();
    }
  }

  #apply(data: Frame["data"]): void {
    set(this.#asks, data.asks as readonly Level[]);
    set(this.#bids, data.bids as readonly Level[]);
  }

  #remember(): void {
    this.versions.set(this.version, bookText({ asks: sorted(this.#asks, 1), bids: sorted(this.#bids, -1) }));
  }
}

/** A book as text, for comparison. */
export function bookText(book: { readonly asks?: unknown; readonly bids?: unknown }): string {
  return JSON.stringify([book.asks, book.bids]);
}

/** @throws when the best bid is at or above the best ask */
export function assertNotCrossed(text: string): void {
  const [asks, bids] = JSON.parse(text) as [Level[], Level[]];
  if (asks.length > 0 && bids.length > 0 && bids[0]![0] >= asks[0]![0]) throw new Error(`crossed: ${text}`);
}

function set(side: Map<number, number>, levels: readonly Level[]): void {
  for (const [price, quantity] of levels) {
    if (quantity === 0) side.delete(price);
    else side.set(price, quantity);
  }
}

function sorted(side: Map<number, number>, direction: 1 | -1): Level[] {
  return [...side].sort(([a], [b]) => (a - b) * direction);
}
