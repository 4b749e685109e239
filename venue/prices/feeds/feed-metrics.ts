// Prometheus metrics of feeds. Values are read when they are scraped, so that a message costs nothing for them.

import { Counter, Gauge, type Registry } from "prom-client";
import { type ShownPrice, type ShownSource, shownPrices } from "./feeds-view.ts";
import type { FeedClocks } from "./lines/clocks.ts";
import type { FeedLine } from "./lines/feed-line.ts";
import type { PriceFeeds } from "./price-feeds.ts";

/** @param feeds undefined where no prices come from outside: then the metrics have no values */
export function showFeeds(registry: Registry, feeds: PriceFeeds | undefined, clocks: FeedClocks): void {
  ofSources(registry, feeds, clocks, {
    name: "evermark_price_source_counts",
    help: "1 while a source counts towards a price",
    value: ({ counts }) => Number(counts),
  });
  ofSources(registry, feeds, clocks, {
    name: "evermark_price_source_age_seconds",
    help: "Seconds since a source's last quote; absent before the first",
    value: ({ age_seconds }) => age_seconds,
  });
  ofSources(registry, feeds, clocks, {
    name: "evermark_price_source_price",
    help: "Converted price of a source, while it reports one; rounded",
    value: ({ converted }) => (converted === null ? null : Number(converted)),
  });
  ofPrices(registry, feeds, clocks, {
    name: "evermark_price_sources_counting",
    help: "Number of sources of a price that count",
    value: ({ counting }) => counting,
  });
  ofPrices(registry, feeds, clocks, {
    name: "evermark_price_sources_needed",
    help: "Number of sources of a price that must count",
    value: ({ needed }) => needed,
  });
  ofLines(registry, feeds, {
    name: "evermark_feed_failures_total",
    help: "Connections of a feed that ended unexpectedly, or polls that failed",
    value: ({ status }) => status.failures,
  });
  ofLines(registry, feeds, {
    name: "evermark_feed_messages_total",
    help: "Messages with quotes that arrived from a feed",
    value: ({ status }) => status.messages,
  });
}

interface Shown<Item> {
  readonly name: string;
  readonly help: string;
  /** Null for an item that is not shown. */
  readonly value: (item: Item) => number | null;
}

function ofSources(
  registry: Registry,
  feeds: PriceFeeds | undefined,
  clocks: FeedClocks,
  { value, ...named }: Shown<ShownSource>,
) {
  gauge(registry, named, ["price", "source"], (set) => {
    for (const { of, sources } of shownNow(feeds, clocks)) {
      for (const source of sources) set({ price: of, source: source.name }, value(source));
    }
  });
}

function ofPrices(
  registry: Registry,
  feeds: PriceFeeds | undefined,
  clocks: FeedClocks,
  { value, ...named }: Shown<ShownPrice>,
) {
  gauge(registry, named, ["price"], (set) => {
    for (const price of shownNow(feeds, clocks)) set({ price: price.of }, value(price));
  });
}

function ofLines(registry: Registry, feeds: PriceFeeds | undefined, { value, ...named }: Shown<FeedLine>): void {
  new Counter({
    ...named,
    labelNames: ["feed"],
    registers: [registry],
    collect() {
      this.reset();
      for (const line of feeds?.lines ?? []) this.inc({ feed: line.name }, value(line) ?? 0);
    },
  });
}

function shownNow(feeds: PriceFeeds | undefined, clocks: FeedClocks): readonly ShownPrice[] {
  return feeds === undefined ? [] : shownPrices(feeds, clocks.steady());
}

type SetValue = (labels: Readonly<Record<string, string>>, value: number | null) => void;

function gauge(
  registry: Registry,
  named: { readonly name: string; readonly help: string },
  labelNames: readonly string[],
  collect: (set: SetValue) => void,
): void {
  new Gauge({
    ...named,
    labelNames: [...labelNames],
    registers: [registry],
    collect() {
      this.reset();
      collect((labels, value) => value !== null && this.set(labels, value));
    },
  });
}
