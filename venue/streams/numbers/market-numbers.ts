// What the streams have published of one market, and how many frames of each of its topics there have been.

import type { EngineReader, MarketParameters, Side, Ticks } from "@evermark/engine";
import { type BestPrices, bestPricesOf, isSameBest } from "./best-prices.ts";
import type { Counter } from "./counter.ts";
import { type BookUpdate, PublishedBook, type WrittenBook } from "./published-book.ts";

/** Open interest that does not change is sent this often, in seconds. */
const OPEN_INTEREST_EVERY_S = 10;

export interface WrittenMarket {
  readonly trades: number;
  readonly updates: number;
  readonly bests: number;
  readonly interests: number;
  readonly book: WrittenBook;
  readonly best: BestPrices;
  /** Open interest as it was sent last, in lots, and how many seconds ago. */
  readonly sentInterest: number;
  readonly sentAgo: number;
}

export class MarketNumbers {
  readonly parameters: MarketParameters;
  readonly trades: Counter = { count: 0 };
  readonly updates: Counter = { count: 0 };
  readonly bests: Counter = { count: 0 };
  readonly interests: Counter = { count: 0 };
  readonly book: PublishedBook;
  readonly #engine: EngineReader;
  readonly #market: number;
  #best: BestPrices;
  #sentInterest = -1;
  #sentAgo = 0;

  /** @param written as it stood where the engine does; without it, what the book holds is taken for published */
  constructor(engine: EngineReader, market: number, written?: WrittenMarket) {
    const { parameters } = engine.market(market);
    this.#engine = engine;
    this.#market = market;
    this.parameters = parameters;
    this.book = new PublishedBook(engine, market, parameters, written?.book);
    this.#best = written?.best ?? bestPricesOf(engine, market);
    if (written === undefined) {
      this.book.advance(engine.now);
      return;
    }
    this.trades.count = written.trades;
    this.updates.count = written.updates;
    this.bests.count = written.bests;
    this.interests.count = written.interests;
    this.#sentInterest = written.sentInterest;
    this.#sentAgo = written.sentAgo;
  }

  written(): WrittenMarket {
    const { trades, updates, bests, interests } = this;
    return {
      ...{ trades: trades.count, updates: updates.count, bests: bests.count, interests: interests.count },
      ...{ book: this.book.written(), best: this.#best },
      ...{ sentInterest: this.#sentInterest, sentAgo: this.#sentAgo },
    };
  }

  /** As they were published last. */
  get best(): BestPrices {
    return this.#best;
  }

  /** A quantity may have changed. @returns whether the best prices may have moved by that: behind them nothing moves them */
  touch(side: Side, price: Ticks): boolean {
    this.book.touch(side, price);
    const { bid, ask } = this.#best;
    return side === "BUY" ? price >= bid : ask === 0 || price <= ask;
  }

  /** @returns what is to be sent, if the book has moved */
  advanceBook(at: number): BookUpdate | undefined {
    const update = this.book.advance(at);
    if (update !== undefined) this.updates.count += 1;
    return update;
  }

  /** @returns whether they have moved */
  advanceBest(): boolean {
    const best = bestPricesOf(this.#engine, this.#market);
    if (isSameBest(best, this.#best)) return false;
    this.#best = best;
    this.bests.count += 1;
    return true;
  }

  /** One second later. @returns whether its open interest is sent: when it has changed, else every ten seconds */
  advanceInterest(): boolean {
    const { openInterest } = this.#engine.market(this.#market);
    this.#sentAgo += 1;
    if (openInterest === this.#sentInterest && this.#sentAgo < OPEN_INTEREST_EVERY_S) return false;
    this.#sentInterest = openInterest;
    this.#sentAgo = 0;
    this.interests.count += 1;
    return true;
  }
}
