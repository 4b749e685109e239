// What the public topics have published, and how many frames of each there have been. Both follow from the journal's
// commands alone, with or without clients, so they are the same after a restart and on every node.
//
// Books and best prices are published where venue time passes a multiple of 200 and of 10 ms, as they were before the
// first command at or after that instant. So what is published depends on no batch, no disk and no timer; those only
// decide how soon it is known that no earlier command can follow. Topics with a period of seconds are sent when a
// tick's batch has been applied: the journal keeps its batches, and a venue that catches up has many ticks in one.

import type { EngineReader, LiquidationEvent, Side, Ticks, TradeReport, VenueEvent } from "@evermark/engine";
import { topics } from "@evermark/interface/streams/topics.ts";
import type { Counter } from "./counter.ts";
import { PublishedMarket, type WrittenMarket } from "./market-numbers.ts";
import type { BookUpdate } from "./published-book.ts";
import { type DueFrames, Schedule, SECOND_MS, type WrittenSchedule } from "./schedule.ts";
import { PublicationPeriod } from "./slot.ts";

export const BEST_PRICES_MS = 10;
export const BOOK_UPDATES_MS = 200;

export type NamedEvents = "liquidation" | "maintenance_status" | "announcement";

/** Makes frames of what is published. */
export interface PublicFollower {
  bookMoved(market: number, update: BookUpdate): void;
  /** @param at venue time of the frame */
  bestMoved(market: number, at: number): void;
  /**
   * @param second the latest second whose tick was applied, @param interests markets whose open interest is to be sent
   */
  secondEnded(second: number, due: DueFrames, interests: readonly number[]): void;
}

export interface WrittenPublicNumbers {
  readonly markets: readonly WrittenMarket[];
  readonly books: readonly number[];
  readonly bests: readonly number[];
  readonly schedule: WrittenSchedule;
  readonly named: Readonly<Record<NamedEvents, number>>;
}

export class PublishedState {
  readonly schedule: Schedule;
  /** Set once there are clients. */
  follower: PublicFollower | null = null;
  readonly #engine: EngineReader;
  readonly #markets: PublishedMarket[] = [];
  readonly #named: Readonly<Record<NamedEvents, Counter>> = {
    liquidation: { count: 0 },
    maintenance_status: { count: 0 },
    announcement: { count: 0 },
  };
  /** Markets whose books may have moved, and those whose best prices may have. */
  readonly #books = new PublicationPeriod(BOOK_UPDATES_MS);
  readonly #bests = new PublicationPeriod(BEST_PRICES_MS);
  /** The topics of which the current command causes a frame. */
  readonly #brought = new Set<NamedEvents>();
  /** Venue time of the current command. */
  #at: number;

  constructor(engine: EngineReader, written?: WrittenPublicNumbers) {
    this.#engine = engine;
    this.#at = engine.now;
    for (let market = 0; market < engine.marketCount; market += 1)
      this.#markets[market] = new PublishedMarket(engine, market, written?.markets[market]);
    this.schedule = new Schedule(periods(), engine.now, written?.schedule);
    if (written === undefined) return;
    for (const market of written.books) this.#books.moved(market, engine.now);
    for (const market of written.bests) this.#bests.moved(market, engine.now);
    for (const name of Object.keys(this.#named) as NamedEvents[]) this.#named[name].count = written.named[name];
  }

  written(): WrittenPublicNumbers {
    const { liquidation, maintenance_status, announcement } = this.#named;
    return {
      markets: this.#markets.map((market) => market.written()),
      ...{ books: [...this.#books.markets], bests: [...this.#bests.markets], schedule: this.schedule.written() },
      named: {
        liquidation: liquidation.count,
        maintenance_status: maintenance_status.count,
        announcement: announcement.count,
      },
    };
  }

  market(market: number): PublishedMarket {
    return this.#markets[market]!;
  }

  of(name: NamedEvents): Counter {
    return this.#named[name];
  }

  marketListed(market: number): void {
    this.#markets[market] = new PublishedMarket(this.#engine, market);
  }

  level(market: number, side: Side, price: Ticks): void {
    this.#books.moved(market, this.#at);
    if (this.#markets[market]!.touch(side, price)) this.#bests.moved(market, this.#at);
  }

  /** @returns the number of its frame */
  trade({ market }: TradeReport): number {
    return ++this.#markets[market]!.trades.count;
  }

  liquidation(event: LiquidationEvent): void {
    if (event.type === "offered") this.#brought.add("liquidation");
  }

  venueChanged(event: VenueEvent): void {
    if (event.type === "maintenance" || event.type === "clock_halt") this.#brought.add("maintenance_status");
    if (event.type === "announcement") this.#brought.add("announcement");
  }

  /** The venue time at which changes are published; Infinity when there are none. */
  get dueAt(): number {
    return Math.min(this.#bests.endsAt, this.#books.endsAt);
  }

  /** Publishes what is due, because no command before `at` will be applied any more. */
  timePassed(at: number): void {
    // At one instant, best prices come before books; they are never due later than books.
    if (at >= this.#bests.endsAt) this.#publishBests(this.#bests.endsAt);
    if (at >= this.#books.endsAt) this.#publishBooks(this.#books.endsAt);
  }

  /** Called before the command is applied. */
  commandBegin(at: number): void {
    if (at >= this.dueAt) this.timePassed(at);
    this.#at = at;
  }

  commandEnd(): void {
    if (this.#brought.size === 0) return;
    for (const name of this.#brought) this.#named[name].count += 1;
    this.#brought.clear();
  }

  /**
   * If a second has begun, publishes what is sent by the second. Several seconds in one batch, as when time is moved,
   * are sent as one.
   */
  batchEnd(): void {
    const due = this.schedule.advance(this.#at);
    if (due === undefined) return;
    const interests: number[] = [];
    for (const [market, numbers] of this.#markets.entries()) if (numbers.advanceInterest()) interests.push(market);
    this.follower?.secondEnded(this.#at - (this.#at % SECOND_MS), due, interests);
  }

  #publishBests(at: number): void {
    for (const market of this.#bests.end())
      if (this.#markets[market]!.advanceBest()) this.follower?.bestMoved(market, at);
  }

  #publishBooks(at: number): void {
    for (const market of this.#books.end()) {
      const update = this.#markets[market]!.advanceBook(at);
      if (update !== undefined) this.follower?.bookMoved(market, update);
    }
  }
}

function periods(): Set<number> {
  const cadences = Object.values(topics).map(({ cadence }) => cadence);
  return new Set(cadences.flatMap((cadence) => (cadence.kind === "every" ? [cadence.ms] : [])));
}
