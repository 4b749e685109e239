// Turns market events into frames of the public topics: trades when their command ends, best prices and book updates
// when something changed, everything else on its schedule. Streams 3.4 and 4.
//
// The journal alone decides when a frame is due and which number it has (`numbers/`); values are made only for listeners.

import type { LiquidationEvent, TradeReport, VenueEvent } from "@evermark/engine";
import { type TopicData, type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import type { Venue } from "../venue.ts";
import { priceOf, quantityOf } from "../wire/decimals.ts";
import { Channel } from "./channel.ts";
import { presentBest } from "./numbers/best-prices.ts";
import type { Counter } from "./numbers/counter.ts";
import type { NamedEvents, PublicFollower, PublishedState } from "./numbers/public-numbers.ts";
import type { BookUpdate } from "./numbers/published-book.ts";
import type { DueFrames } from "./numbers/schedule.ts";
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
import type { TopicName } from "./topic-grammar.ts";

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

export class PublicFeed implements PublicFollower {
  readonly #venue: Venue;
  readonly #numbers: PublishedState;
  /** Every public topic that was ever listened to; there is a limited number of names. */
  readonly #topics = new Map<string, PublicTopic>();
  /**
   * Channels of the markets' trade topics that were ever listened to, kept separately because every trade looks one up.
   */
  readonly #tradeChannels: (Channel | undefined)[] = [];
  #trades: WrittenTrade[] = [];
  /** The last event of each offer in this command, by its id. */
  readonly #offers = new Map<number, Extract<LiquidationEvent, { type: "offered" }>>();
  #maintenanceChanged = false;
  #announced: TopicData<"announcement"> | undefined;
  /** Venue time of the current command. */
  #at = 0;

  constructor(venue: Venue, numbers: PublishedState) {
    this.#venue = venue;
    this.#numbers = numbers;
    numbers.follower = this;
  }

  trade(report: TradeReport): void {
    const seq = this.#numbers.trade(report);
    const channel = this.#tradeChannels[report.market];
    if (channel === undefined || !channel.hasListeners) return;
    const { parameters } = this.#numbers.market(report.market);
    const data = {
      symbol: parameters.symbol,
      price: priceOf(parameters, report.price),
      size: quantityOf(parameters, report.quantity),
      side: report.takerSide,
    };
    this.#trades.push({ channel, seq, at: report.at, data });
  }

  liquidation(event: LiquidationEvent): void {
    this.#numbers.liquidation(event);
    if (event.type === "offered") this.#offers.set(event.liquidationId, event);
  }

  venueChanged(event: VenueEvent): void {
    this.#numbers.venueChanged(event);
    if (event.type === "maintenance" || event.type === "clock_halt") this.#maintenanceChanged = true;
    if (event.type === "announcement") this.#announced = announcementOf(event);
  }

  /** Sends the command's public frames, after its private ones. */
  commandEnd(at: number): void {
    this.#at = at;
    this.#numbers.commandEnd();
    if (this.#trades.length > 0) this.#sendTrades();
    if (this.#offers.size > 0) this.#sendOffers();
    if (this.#maintenanceChanged) this.#sendMaintenance();
    if (this.#announced !== undefined) this.#sendAnnouncement(this.#announced);
  }

  bookMoved(market: number, { prevTs, ts, asks, bids }: BookUpdate): void {
    const { symbol } = this.#numbers.market(market).parameters;
    const topic = this.#topics.get(`${symbol}@orderbookupdate`);
    if (topic !== undefined) this.#publish(topic.channel, { symbol, prevTs, asks, bids }, ts);
  }

  bestMoved(market: number, at: number): void {
    const { parameters, best } = this.#numbers.market(market);
    const topic = this.#topics.get(`${parameters.symbol}@bbo`);
    if (topic?.channel.hasListeners) this.#publish(topic.channel, presentBest(parameters, best), at);
  }

  secondEnded(second: number, { cadences, ended }: DueFrames, interests: readonly number[]): void {
    for (const market of interests) this.#sendInterest(market, second);
    for (const topic of this.#topics.values()) {
      const { channel, name, target } = topic;
      const { cadence } = topics[name.key];
      if (!channel.hasListeners || cadence.kind !== "every" || !cadences.has(cadence.ms)) continue;
      if (name.key === "kline" && ended.has(intervalOf(target))) {
        const final = endedKline(this.#venue, target, second);
        if (final !== undefined) this.#publish(channel, final, second, channel.counter.count - 1);
      }
      this.#publish(channel, this.#valueOf(topic, second), second);
    }
  }

  #sendInterest(market: number, second: number): void {
    const topic = this.#topics.get(`${this.#numbers.market(market).parameters.symbol}@openinterest`);
    if (topic?.channel.hasListeners) this.#publish(topic.channel, this.#valueOf(topic, second), second);
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

  /** Publishes a topic of events that are about no single market. */
  #publishNamed(name: NamedEvents, data: unknown): void {
    const topic = this.#topics.get(name);
    if (topic !== undefined) this.#publish(topic.channel, data, this.#at);
  }

  #sendTrades(): void {
    const trades = this.#trades;
    this.#trades = [];
    for (const { channel, seq, at, data } of trades) this.#publish(channel, data, at, seq);
  }

  /** Opens a topic's channel. The topic's market, if it has one, must exist. */
  open(text: string, name: TopicName, market: number): Channel {
    const known = this.#topics.get(text);
    if (known !== undefined) return known.channel;
    const row: TopicRow = topics[name.key];
    const target = { market, symbol: name.symbol, brokerId: name.brokerId, interval: name.interval };
    const channel = new Channel(text, this.#counterOf(name, market), row.startsWithCurrent);
    this.#topics.set(text, { channel, name, target });
    if (name.key === "trade") this.#tradeChannels[market] = channel;
    return channel;
  }

  /** The frame that a new subscriber gets after the acknowledgement; undefined for topics that only send new events. */
  current(text: string): string | undefined {
    const topic = this.#topics.get(text);
    if (topic === undefined || !topics[topic.name.key].startsWithCurrent) return undefined;
    const now = this.#venue.clock.now();
    return topic.channel.current(() => this.#valueOf(topic, now), now);
  }

  /** The JSON text of `data` in the answer to an order book request. */
  bookSnapshot(market: number): string {
    return this.#numbers.market(market).book.snapshotText();
  }

  #publish(channel: Channel, data: unknown, at: number, seq: number = channel.counter.count): void {
    if (channel.hasListeners) channel.publish(data, at, seq);
  }

  #valueOf({ name, target }: PublicTopic, now: number): unknown {
    if (name.key === "bbo") {
      const { parameters, best } = this.#numbers.market(target.market);
      return presentBest(parameters, best);
    }
    const value: Value = publicValues[name.key as ValueKey];
    return value(this.#venue, target, now);
  }

  #counterOf({ key, interval }: TopicName, market: number): Counter {
    switch (key) {
      case "trade":
        return this.#numbers.market(market).trades;
      case "orderbookupdate":
        return this.#numbers.market(market).updates;
      case "bbo":
        return this.#numbers.market(market).bests;
      case "openinterest":
        return this.#numbers.market(market).interests;
      case "liquidation":
      case "maintenance_status":
      case "announcement":
        return this.#numbers.of(key);
      case "kline":
        return this.#numbers.schedule.kline(intervalOf({ interval }));
      default: {
        const { cadence } = topics[key];
        return cadence.kind === "every" ? this.#numbers.schedule.cadence(cadence.ms) : { count: 0 };
      }
    }
  }
}
