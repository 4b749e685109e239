// What the streams have last published of one market, and the frame counts of its topics.

import type { EngineReader, MarketParameters, Side, Ticks } from "@evermark/engine";
import { type BestPrices, bestPricesOf, isSameBest } from "./best-prices.ts";
import type { Counter } from "./counter.ts";
import { type BookUpdate, PublishedBook, type WrittenBook } from "./published-book.ts";

/** How often unchanged open interest is sent, in seconds. */
const OPEN_INTEREST_EVERY_S = 10;

export interface WrittenMarket {
  readonly trades: number;
  readonly updates: number;
  readonly bests: number;
  readonly interests: number;
  readonly book: WrittenBook;
  readonly best: BestPrices;
  /** The open interest last sent, in lots, and how many seconds ago. */
  readonly sentInterest: number;
  readonly sentAgo: number;
}

export class PublishedMarket {
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

  /** @param written the state that was saved where the engine stands; without it, the current book counts as published */
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

  /** The best prices last published. */
  get best(): BestPrices {
    return this.#best;
  }

  /** Notes that a quantity may have changed. @returns whether the best prices may have moved: changes behind them do not count */
  touch(side: Side, price: Ticks): boolean {
    this.book.touch(side, price);
    const { bid, ask } = this.#best;
    return side === "BUY" ? price >= bid : ask === 0 || price <= ask;
  }

  /** Publishes the book. @returns the update to be sent, if the book has moved */
  advanceBook(at: number): BookUpdate | undefined {
    const update = this.book.advance(at);
    if (update !== undefined) this.updates.count += 1;
    return update;
  }

  /** Publishes the best prices. @returns whether they have moved */
  advanceBest(): boolean {
    const best = bestPricesOf(this.#engine, this.#market);
    if (isSameBest(best, this.#best)) return false;
    this.#best = best;
    this.bests.count += 1;
    return true;
  }

  /** Called once a second. @returns whether open interest is to be sent: when it has changed, otherwise every ten seconds */
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
