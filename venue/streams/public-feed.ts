// Turns what happens on the markets into frames of the public topics: trades when their command ends, best prices and
// book updates when something changed, everything else on its schedule. Streams 3.4 and 4.
//
// Books, best prices and counters are kept up with and without listeners; values are made only for listeners.

import type { LiquidationEvent, MarketParameters, Side, Ticks, TradeReport, VenueEvent } from "@evermark/engine";
import { type TopicData, type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import type { Venue } from "../venue.ts";
import { priceOf, quantityOf } from "../wire/decimals.ts";
import { Channel, type Counter } from "./channel.ts";
import {
  announcementOf,
  endedKline,
  intervalOf,
  liquidationEntryOf,
  publicValues,
  type TopicTarget,
  type Value,
  type ValueKey,
} from "./public-values.ts";
import { PublishedBook } from "./published-book.ts";
import { Schedule } from "./schedule.ts";
import type { TopicName } from "./topic-grammar.ts";

/** Open interest that does not change is sent this often, in seconds. */
const OPEN_INTEREST_EVERY_S = 10;

interface MarketFeed {
  readonly parameters: MarketParameters;
  /** Of its trades, once a client has listened to them: asked for at each trade. */
  tradeChannel: Channel | undefined;
  readonly book: PublishedBook;
  readonly trades: Counter;
  readonly updates: Counter;
  readonly bests: Counter;
  best: TopicData<"bbo">;
  readonly openInterest: Counter;
  /** As it was sent last, in lots, and how many seconds ago. */
  sentInterest: number;
  sentAgo: number;
}

interface PublicTopic {
  readonly channel: Channel;
  readonly name: TopicName;
  readonly target: TopicTarget;
}

interface WrittenTrade {
  readonly channel: Channel;
  readonly seq: number;
  readonly at: number;
  readonly data: TopicData<"trade">;
}

export class PublicFeed {
  readonly #venue: Venue;
  readonly #markets: MarketFeed[] = [];
  readonly #schedule: Schedule;
  /** Every public topic that was ever listened to; there are only so many names. */
  readonly #topics = new Map<string, PublicTopic>();
  readonly #movedBooks = new Set<number>();
  readonly #movedBests = new Set<number>();
  #trades: WrittenTrade[] = [];
  /** What became of each offer in this command, by its id. */
  readonly #offers = new Map<number, Extract<LiquidationEvent, { type: "offered" }>>();
  #maintenanceChanged = false;
  #announced: TopicData<"announcement"> | undefined;
  readonly #counters = { liquidation: { count: 0 }, maintenance_status: { count: 0 }, announcement: { count: 0 } };

  /** @param onBestMoved called when the best prices of some market may have changed since they were published */
  constructor(
    venue: Venue,
    readonly onBestMoved: () => void,
  ) {
    this.#venue = venue;
    this.#schedule = new Schedule(periods(), venue.clock.now());
    for (let market = 0; market < venue.engine.marketCount; market += 1) this.marketListed(market);
  }

  marketListed(market: number): void {
    const { engine, clock } = this.#venue;
    const { parameters } = engine.market(market);
    const book = new PublishedBook(engine, market, parameters);
    book.advance(clock.now());
    const best = publicValues.bbo(this.#venue, targetOf(market));
    const counters = { trades: { count: 0 }, updates: { count: 0 }, bests: { count: 0 }, openInterest: { count: 0 } };
    const sent = { best, sentInterest: -1, sentAgo: 0 };
    this.#markets[market] = { parameters, tradeChannel: undefined, book, ...counters, ...sent };
  }

  level(market: number, side: Side, price: Ticks): void {
    this.#market(market).book.touch(side, price);
    this.#movedBooks.add(market);
    if (this.#movedBests.size === 0) this.onBestMoved();
    this.#movedBests.add(market);
  }

  trade(report: TradeReport): void {
    const { parameters, trades, tradeChannel: channel } = this.#market(report.market);
    trades.count += 1;
    if (channel === undefined || !channel.hasListeners) return;
    const data = {
      symbol: parameters.symbol,
      price: priceOf(parameters, report.price),
      size: quantityOf(parameters, report.quantity),
      side: report.takerSide,
    };
    this.#trades.push({ channel, seq: trades.count, at: report.at, data });
  }

  liquidation(event: LiquidationEvent): void {
    if (event.type === "offered") this.#offers.set(event.liquidationId, event);
  }

  venueChanged(event: VenueEvent): void {
    if (event.type === "maintenance" || event.type === "clock_halt") this.#maintenanceChanged = true;
    if (event.type === "announcement") this.#announced = announcementOf(event);
  }

  /** Sends what the command brought, after the private frames that it caused. */
  commandEnd(): void {
    if (this.#trades.length > 0) this.#sendTrades();
    if (this.#offers.size > 0) this.#sendOffers();
    if (this.#maintenanceChanged) this.#sendMaintenance();
    if (this.#announced !== undefined) this.#sendAnnouncement(this.#announced);
  }

  #sendOffers(): void {
    const entries = [...this.#offers.values()].map((offer) => liquidationEntryOf(this.#venue.engine, offer));
    this.#offers.clear();
    this.#publishNamed("liquidation", entries);
  }

  #sendMaintenance(): void {
    this.#maintenanceChanged = false;
    this.#publishNamed("maintenance_status", publicValues.maintenance_status(this.#venue));
  }

  #sendAnnouncement(announced: TopicData<"announcement">): void {
    this.#announced = undefined;
    this.#publishNamed("announcement", announced);
  }

  /** A topic of events that is about no single market. */
  #publishNamed(name: "liquidation" | "maintenance_status" | "announcement", data: unknown): void {
    this.#counters[name].count += 1;
    const topic = this.#topics.get(name);
    if (topic !== undefined) this.#publish(topic.channel, data, this.#venue.clock.now());
  }

  #sendTrades(): void {
    const trades = this.#trades;
    this.#trades = [];
    for (const { channel, seq, at, data } of trades) this.#publish(channel, data, at, seq);
  }

  /** Every 200 ms: moves the published books on to the live ones. */
  publishBooks(): void {
    for (const market of this.#movedBooks) {
      const { parameters, book, updates } = this.#market(market);
      const update = book.advance(this.#venue.clock.now());
      if (update === undefined) continue;
      updates.count += 1;
      const topic = this.#topics.get(`${parameters.symbol}@orderbookupdate`);
      const { prevTs, ts, asks, bids } = update;
      if (topic !== undefined) this.#publish(topic.channel, { symbol: parameters.symbol, prevTs, asks, bids }, ts);
    }
    this.#movedBooks.clear();
  }

  /** At most every 10 ms: sends the best prices that differ from what was sent before. */
  publishBests(): void {
    for (const market of this.#movedBests) {
      const feed = this.#market(market);
      const best = publicValues.bbo(this.#venue, targetOf(market));
      if (isSameBest(feed.best, best)) continue;
      feed.best = best;
      feed.bests.count += 1;
      const topic = this.#topics.get(`${feed.parameters.symbol}@bbo`);
      if (topic !== undefined) this.#publish(topic.channel, best, this.#venue.clock.now());
    }
    this.#movedBests.clear();
  }

  /** Every second: publishes the periodic topics that are due. */
  publishDue(): void {
    const now = this.#venue.clock.now();
    const { due, ended } = this.#schedule.advance(now);
    this.#publishOpenInterest(now);
    for (const topic of this.#topics.values()) {
      const { channel, name, target } = topic;
      const { cadence } = topics[name.key];
      if (!channel.hasListeners || cadence.kind !== "every" || !due.has(cadence.ms)) continue;
      if (name.key === "kline" && ended.has(intervalOf(target))) {
        const final = endedKline(this.#venue, target, now);
        if (final !== undefined) this.#publish(topic.channel, final, now, channel.counter.count - 1);
      }
      this.#publish(topic.channel, this.#valueOf(topic, now), now);
    }
  }

  /** Every second where it changed, else every ten seconds. */
  #publishOpenInterest(now: number): void {
    for (const [market, feed] of this.#markets.entries()) {
      const { openInterest } = this.#venue.engine.market(market);
      feed.sentAgo += 1;
      if (openInterest === feed.sentInterest && feed.sentAgo < OPEN_INTEREST_EVERY_S) continue;
      feed.sentInterest = openInterest;
      feed.sentAgo = 0;
      feed.openInterest.count += 1;
      const topic = this.#topics.get(`${feed.parameters.symbol}@openinterest`);
      if (topic?.channel.hasListeners) this.#publish(topic.channel, this.#valueOf(topic, now), now);
    }
  }

  /** The channel of a topic whose market, if it has one, exists. */
  open(text: string, name: TopicName, market: number): Channel {
    const known = this.#topics.get(text);
    if (known !== undefined) return known.channel;
    const row: TopicRow = topics[name.key];
    const target = { market, symbol: name.symbol, brokerId: name.brokerId, interval: name.interval };
    const channel = new Channel(text, this.#counterOf(name, market), row.startsWithCurrent);
    this.#topics.set(text, { channel, name, target });
    if (name.key === "trade") this.#market(market).tradeChannel = channel;
    return channel;
  }

  /** What a new subscriber is sent after the acknowledgement; undefined for topics that only send what is new. */
  current(text: string): string | undefined {
    const topic = this.#topics.get(text);
    if (topic === undefined || !topics[topic.name.key].startsWithCurrent) return undefined;
    const now = this.#venue.clock.now();
    return topic.channel.current(() => this.#valueOf(topic, now), now);
  }

  /** The JSON text of `data` of an order book request. */
  bookSnapshot(market: number): string {
    return this.#market(market).book.snapshotText();
  }

  #publish(channel: Channel, data: unknown, at: number, seq: number = channel.counter.count): void {
    if (channel.hasListeners) channel.publish(data, at, seq);
  }

  #valueOf({ name, target }: PublicTopic, now: number): unknown {
    const value: Value = publicValues[name.key as ValueKey];
    return value(this.#venue, target, now);
  }

  #counterOf({ key, interval }: TopicName, market: number): Counter {
    switch (key) {
      case "trade":
        return this.#market(market).trades;
      case "orderbookupdate":
        return this.#market(market).updates;
      case "bbo":
        return this.#market(market).bests;
      case "openinterest":
        return this.#market(market).openInterest;
      case "liquidation":
      case "maintenance_status":
      case "announcement":
        return this.#counters[key];
      case "kline":
        return this.#schedule.kline(intervalOf({ interval }));
      default: {
        const { cadence } = topics[key];
        return cadence.kind === "every" ? this.#schedule.cadence(cadence.ms) : { count: 0 };
      }
    }
  }

  #market(market: number): MarketFeed {
    return this.#markets[market]!;
  }
}

function periods(): Set<number> {
  const cadences = Object.values(topics).map(({ cadence }) => cadence);
  return new Set(cadences.flatMap((cadence) => (cadence.kind === "every" ? [cadence.ms] : [])));
}

function targetOf(market: number): TopicTarget {
  return { market, symbol: "", brokerId: "", interval: "" };
}

function isSameBest(a: TopicData<"bbo">, b: TopicData<"bbo">): boolean {
  return a.ask === b.ask && a.askSize === b.askSize && a.bid === b.bid && a.bidSize === b.bidSize;
}
